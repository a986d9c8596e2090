import type { Judgement } from '../judgement';
import { isOnlyVerdict, type Rubric } from '../../rubric/rubric';
import type { Contradiction } from '../contradictions';
import { chainOf, differs, upheldScore } from '../explain';
import { contradictionInWords, type Speech } from './contradiction-words';
import { fieldsByPath, judgedCriterion, marksOf } from './fields';
import { formatJson, formatKnown, formatNumber, modelName } from './format';
import { namingIn } from './labels';

/** A judgement as plain text, for a mail or a ticket. */
export function judgementAsText(
  caseName: string,
  rubric: Rubric,
  judgement: Judgement,
  contradictions: readonly Contradiction[],
  speech: Speech,
): string {
  const { t, words, name } = speech;
  const { headline, receipt, reason, status } = judgement;
  const { max } = rubric.headline;
  const lines = [
    caseName,
    `${words.rubric(rubric.title, rubric.version)} · ${words.by(modelName(receipt, t))} · ${t.status[status]}`,
    '',
  ];
  if (headline) {
    const value = `${formatKnown(headline.value, t, name)}${max === undefined ? '' : ` ${t.judgement.of(max)}`}`;
    const verdict = headline.verdict ? [formatKnown(headline.verdict, t, name)] : [];
    lines.push([...verdict, ...(isOnlyVerdict(rubric) ? [] : [value])].join(' · '));
    if (headline.statedValue !== undefined)
      lines.push(`${formatJson(headline.statedValue, t, name)} ${words.claimed}`);
  } else lines.push(`${reason ? `${t.reason[reason]}. ` : ''}${t.statusMeaning.unscored}`);
  const steps = chainOf(rubric, judgement).map(
    ({ step, known, count }) =>
      `${words.chain[step](count, known.kind === 'range')} ${formatKnown(known, t, name)}`,
  );
  if (steps.length > 0) lines.push(steps.join(' → '));
  for (const [severity, title] of [
    ['error', t.results.dontHoldLabel],
    ['warning', words.lookAt],
  ]) {
    const list = contradictions.filter((one) => one.severity === severity);
    if (list.length > 0) lines.push('', title ?? '');
    for (const [index, one] of list.entries()) {
      const { label, main, therefore, more } = contradictionInWords(one, speech);
      lines.push(`${index + 1}. ${label}: ${main}${therefore === null ? '' : ` ${therefore}`}`);
      for (const also of more) lines.push(`   - ${also.label}: ${also.text}`);
    }
  }
  const fields = fieldsByPath(judgement);
  if (fields.size > 0) lines.push('', t.judgement.criteria);
  for (const criterion of fields.size > 0 ? rubric.criteria : []) {
    const { field, scale, reason: why } = judgedCriterion(fields, criterion);
    const known = upheldScore(criterion, fields);
    const own = namingIn(criterion, name);
    const { judge } = marksOf(field);
    const wrong = judge?.kind === 'value' && differs(known, judge.value);
    const said = judge && wrong ? ` (${t.judgement.judge}: ${formatKnown(judge, t, own)})` : '';
    const value = `${formatKnown(known, t, own)}${scale ? `/${formatNumber(scale.max)}` : ''}${said}`;
    lines.push(`- ${criterion.label}: ${value}${why === undefined ? '' : `. ${why}`}`);
  }
  return lines.join('\n');
}
