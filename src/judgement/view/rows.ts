import type { Messages } from '../../i18n/en/en';
import type { Fact } from '../../rubric/facts';
import type { Rubric } from '../../rubric/rubric';
import type { Known } from '../../rubric/values';
import type { Judgement, Receipt } from '../judgement';
import { usageInFigures } from '../spending';
import { judgeName, modeName, modelName } from './format';

/* What the page and the report list of a judgement. */

export interface LabelledFact {
  fact: Fact;
  label: string;
}

export function labelledFacts(rubric: Rubric, facts: readonly Fact[]): LabelledFact[] {
  return facts.map((fact) => {
    const declared = rubric.facts[fact.name];
    return { fact, label: typeof declared === 'object' ? declared.label : fact.name };
  });
}

/** Computed values that the rubric has a name for. */
export function computedRows({ derived: rules }: Rubric, { derived }: Pick<Judgement, 'derived'>) {
  return Object.entries(derived).flatMap(([key, known]): { label: string; known: Known }[] => {
    const rule = rules[key];
    return typeof rule === 'object' ? [{ label: rule.label, known }] : [];
  });
}

export function receiptRows(receipt: Receipt, t: Messages): [name: string, value: string][] {
  const { receiptFields: names, tokensEstimated, reused } = t.judgement;
  const { tokens, calls, unanswered } = receipt;
  const kept = tokens.reused === undefined ? '' : ` (${reused(String(tokens.reused))})`;
  const estimated = tokens.estimated ? ` (${tokensEstimated})` : '';
  const rows: [string, string][] = [
    [names.id, receipt.id],
    [names.rubric, receipt.rubric],
    [names.prompt, receipt.prompt],
    [names.case, receipt.case],
    [names.judge, judgeName(receipt.judge, t)],
    [names.model, receipt.judge === 'rules' ? t.judge.noModel : modelName(receipt, t)],
    [names.mode, modeName(receipt.mode, t)],
    [names.parameters, JSON.stringify(receipt.parameters)],
    [names.build, receipt.build],
    [names.time, receipt.time],
    [names.tokens, `${tokens.prompt}${kept} + ${tokens.reply}${estimated}`],
    ...(calls === undefined ? [] : [[names.calls, String(calls)] satisfies [string, string]]),
    ...(unanswered ? [[names.unanswered, usageInFigures(unanswered)] satisfies [string, string]] : []),
  ];
  // Nobody was asked for an example reply, so nothing is said of how.
  const asked = [names.model, names.mode, names.parameters, names.tokens, names.calls, names.unanswered];
  return receipt.judge === 'example' ? rows.filter(([name]) => !asked.includes(name)) : rows;
}
