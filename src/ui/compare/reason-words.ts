import { criterionPath } from '../../core/model/criterion-path';
import type { Messages } from '../../i18n/en';
import type { Reason, RunOutline } from '../../state/comparison.svelte';
import { changeInWords } from './change-words';
import { modeInWords, partInWords } from './run-words';

interface Runs {
  a: RunOutline;
  b: RunOutline;
}

/** Why a case fared otherwise, as a sentence with the rubric's own names. */
export function reasonInWords(reason: Reason, runs: Runs, t: Messages): string {
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
      return words.mode(modeInWords(reason.from, t), modeInWords(reason.to, t));
    case 'decided-by': {
      const name = reason.criterion === null ? reason.path : criterionName(reason.criterion, runs);
      return words['decided-by'](name, words.decider[reason.from], words.decider[reason.to]);
    }
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

function moved(name: string, reason: Extract<Reason, { kind: 'criterion' | 'field' }>, t: Messages): string {
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

function checkTitle(id: string, runs: Runs, t: Messages): string {
  if (id.startsWith(ofProgram)) {
    const path = id.slice(ofProgram.length);
    const { criteria } = runs.a.rubric;
    const criterion = criteria.find((candidate) => criterionPath(candidate) === path);
    return t.compare.reason.programCheck(criterion?.label ?? fieldName(path, runs));
  }
  const checks = [...runs.b.rubric.checks, ...runs.a.rubric.checks];
  return checks.find((check) => check.id === id)?.title ?? id;
}
