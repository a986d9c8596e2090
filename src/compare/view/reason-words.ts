import { fieldLabel } from '../../rubric/rubric';
import type { RunMessages } from '../../i18n/compare-words';
import type { ValueChange } from '../compare-row';
import type { VerdictKey } from '../compare-runs';
import type { Reason } from '../explain';
import type { RunOutline } from '../stored-run';
import { checkTitle } from '../../sheet/table/result-columns';
import { partInWords, type RunNames } from './run-words';
import type { Known } from '../../rubric/values';
import { formatJson, formatKnown, formatNumber, modeName } from '../../judgement/view/format';
import { namingOf, type Naming } from '../../judgement/view/labels';

interface Runs {
  a: RunOutline;
  b: RunOutline;
  names: RunNames;
}

export function reasonsInWords(reasons: readonly Reason[], runs: Runs, t: RunMessages): string[] {
  const deciders = reasons.filter((reason) => reason.kind === 'decided-by');
  const sentences = reasons.map((reason) => {
    if (reason.kind !== 'decided-by') return reasonInWords(reason, runs, t);
    // Fields with the same two deciders share a sentence, which stands where the first of them does.
    const { from, to } = reason;
    const names = deciders
      .filter((other) => other.from === from && other.to === to)
      .map(({ criterion, path }) =>
        criterion === null ? fieldLabel(runs.a.rubric, path) : criterionName(criterion, runs),
      );
    const words = t.compare.reason;
    return words['decided-by'](names.join(', '), words.decider[from], words.decider[to]);
  });
  return [...new Set(sentences)];
}

function reasonInWords(reason: Exclude<Reason, { kind: 'decided-by' }>, runs: Runs, t: RunMessages): string {
  const words = t.compare.reason;
  const { names } = runs;
  switch (reason.kind) {
    case 'input':
    case 'same-question':
    case 'unexplained':
      return words[reason.kind];
    case 'not-judged':
    case 'undecided':
    case 'repaired':
      return words[reason.kind](names[reason.in]);
    case 'unscored':
      return words.unscored(names[reason.in], reason.reason ? t.reason[reason.reason] : t.status.unscored);
    case 'mode':
      return words.mode(modeName(reason.from, t), modeName(reason.to, t));
    case 'fact':
      return words.fact(factName(reason.name, runs));
    case 'criterion':
      return moved(criterionName(reason.id, runs), reason, runs, t);
    case 'field':
      return moved(fieldLabel(runs.a.rubric, reason.path), reason, runs, t);
    case 'rule':
      return words.rule(partInWords(reason, t));
    case 'check': {
      const title = checkName(reason.id, runs, t);
      return words.checkFails(names[reason.change === 'gained' ? 'b' : 'a'], title);
    }
    case 'other-question':
      return words['other-question'](reason.parts.map((part) => words.questionPart[part]).join(', '));
  }
}

function moved(
  name: string,
  reason: Extract<Reason, { kind: 'criterion' | 'field' }>,
  { b }: Runs,
  t: RunMessages,
): string {
  const words = t.compare.reason;
  const change = changeInWords(reason.change, t, namingOf(b.rubric, t));
  const [first, second] = reason.moves;
  if (first === undefined) return words.moved(name, change);
  return words.movedResult(name, change, second === undefined ? words.moves[first] : words.moves.both);
}

function criterionName(id: string, { a }: Runs): string {
  return a.rubric.criteria.find((criterion) => criterion.id === id)?.label ?? id;
}

function factName(name: string, { a }: Runs): string {
  const fact = a.rubric.facts[name];
  return fact === undefined || typeof fact === 'string' ? name : fact.label;
}

function checkName(id: string, { a, b }: Runs, t: RunMessages): string {
  const owner = [b, a].find(({ rubric }) => rubric.checks.some((check) => check.id === id)) ?? b;
  const title = checkTitle(id, owner.rubric);
  return id.startsWith('program:') ? t.compare.reason.programCheck(title) : title;
}

export function changeInWords(change: ValueChange, t: RunMessages, name: Naming): string {
  const { fromTo } = t.compare;
  if (change.kind === 'number') {
    const ends = fromTo(formatNumber(change.from), formatNumber(change.to));
    return `${ends} (${signedNumber(change.delta)})`;
  }
  if (change.kind === 'label')
    return fromTo(formatJson(change.from, t, name), formatJson(change.to, t, name));
  return fromTo(knownInWords(change.from, t, name), knownInWords(change.to, t, name));
}

/** With the sign that is as wide as “+”. */
export function signedNumber(value: number): string {
  return `${value < 0 ? '−' : '+'}${formatNumber(Math.abs(value))}`;
}

export function knownInWords(known: Known | null | undefined, t: RunMessages, name: Naming): string {
  return known ? formatKnown(known, t, name) : t.compare.absent;
}

export function verdictInWords(key: VerdictKey, t: RunMessages, name: Naming): string {
  if (key === 'undecided') return t.judgement.undecided;
  if (key === 'unscored') return t.status.unscored;
  return key === 'not-judged' ? t.results.notJudged : name(key.slice(1));
}
