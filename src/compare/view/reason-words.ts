import { criterionPath } from '../../rubric/rubric';
import type { RunMessages } from '../../i18n/compare-words';
import type { ValueChange } from '../compare-row';
import type { VerdictKey } from '../compare-runs';
import type { Reason } from '../explain';
import type { RunOutline } from '../stored-run';
import { partInWords } from './run-words';
import type { Known } from '../../rubric/values';
import { formatJson, formatKnown, formatNumber, modeName } from '../../judgement/view/format';

interface Runs {
  a: RunOutline;
  b: RunOutline;
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
        criterion === null ? fieldName(path, runs) : criterionName(criterion, runs),
      );
    const words = t.compare.reason;
    return words['decided-by'](names.join(', '), words.decider[from], words.decider[to]);
  });
  return [...new Set(sentences)];
}

function reasonInWords(reason: Exclude<Reason, { kind: 'decided-by' }>, runs: Runs, t: RunMessages): string {
  const words = t.compare.reason;
  const { side } = t.compare;
  switch (reason.kind) {
    case 'input':
    case 'same-question':
    case 'unexplained':
      return words[reason.kind];
    case 'not-judged':
    case 'undecided':
    case 'repaired':
      return words[reason.kind](side[reason.in]);
    case 'unscored':
      return words.unscored(side[reason.in], reason.reason ? t.reason[reason.reason] : t.status.unscored);
    case 'mode':
      return words.mode(modeName(reason.from, t), modeName(reason.to, t));
    case 'fact':
      return words.fact(factName(reason.name, runs));
    case 'criterion':
      return moved(criterionName(reason.id, runs), reason, t);
    case 'field':
      return moved(fieldName(reason.path, runs), reason, t);
    case 'rule':
      return words.rule(partInWords(reason, t));
    case 'check': {
      const title = checkTitle(reason.id, runs, t);
      return reason.change === 'gained' ? words.checkGained(title) : words.checkLost(title);
    }
    case 'other-question':
      return words['other-question'](reason.parts.map((part) => words.questionPart[part]).join(', '));
  }
}

function moved(
  name: string,
  reason: Extract<Reason, { kind: 'criterion' | 'field' }>,
  t: RunMessages,
): string {
  const words = t.compare.reason;
  const change = changeInWords(reason.change, t);
  const [first, second] = reason.moves;
  if (first === undefined) return words.moved(name, change);
  return words.movedResult(name, change, second === undefined ? words.moves[first] : words.moves.both);
}

function criterionName(id: string, { a }: Runs): string {
  return a.rubric.criteria.find((criterion) => criterion.id === id)?.label ?? id;
}

function fieldName(path: string, { a }: Runs): string {
  const parts = a.rubric.criteria.flatMap((criterion) => criterion.parts);
  const note = a.rubric.notes.find((candidate) => candidate.path === path);
  return parts.find(({ score }) => score === path)?.label ?? note?.label ?? path;
}

function factName(name: string, { a }: Runs): string {
  const fact = a.rubric.facts[name];
  return fact === undefined || typeof fact === 'string' ? name : fact.label;
}

const ofProgram = 'program:';

function checkTitle(id: string, runs: Runs, t: RunMessages): string {
  if (id.startsWith(ofProgram)) {
    const path = id.slice(ofProgram.length);
    const { criteria } = runs.a.rubric;
    const criterion = criteria.find((candidate) => criterionPath(candidate) === path);
    return t.compare.reason.programCheck(criterion?.label ?? fieldName(path, runs));
  }
  const checks = [...runs.b.rubric.checks, ...runs.a.rubric.checks];
  return checks.find((check) => check.id === id)?.title ?? id;
}

function changeInWords(change: ValueChange, t: RunMessages): string {
  const { fromTo } = t.compare;
  if (change.kind === 'number') {
    const sign = change.delta > 0 ? '+' : '−';
    const delta = `${sign}${formatNumber(Math.abs(change.delta))}`;
    return `${fromTo(formatNumber(change.from), formatNumber(change.to))} (${delta})`;
  }
  if (change.kind === 'label') return fromTo(formatJson(change.from, t), formatJson(change.to, t));
  return fromTo(knownInWords(change.from, t), knownInWords(change.to, t));
}

function knownInWords(known: Known | null, t: RunMessages): string {
  return known === null ? t.compare.absent : formatKnown(known, t);
}

export function verdictInWords(key: VerdictKey, t: RunMessages): string {
  if (key === 'undecided') return t.judgement.undecided;
  if (key === 'unscored') return t.status.unscored;
  const verdict = key.slice(1);
  return key === 'not-judged' ? t.results.notJudged : (t.judgement.verdicts[verdict] ?? verdict);
}
