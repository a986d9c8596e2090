import type { Case } from '../core/model/case';
import type { Rubric } from '../core/model/rubric';
import type { RunHead, RunJudge, RunRubric, RunSettings } from '../core/model/run';
import { canonicalJson } from '../core/receipt/canonical-json';
import { rubricHash } from '../core/receipt/rubric-hash';
import type { Judge } from '../judges/judge';
import type { World } from './judge-case';

/** Whoever answers by batch files. */
export const batchJudgeId = 'batch';

/** The head of a run that is about to begin. */
export function newRunHead(
  rubric: Rubric,
  judge: Judge,
  settings: RunSettings,
  subjects: readonly Case[],
  { now, random, build }: World,
): RunHead {
  const time = now().toISOString();
  const { id, title, version } = rubric;
  return {
    id: random(),
    title: '',
    note: '',
    pinned: false,
    rubric: { id, title, version, hash: rubricHash(rubric) },
    judge: describeJudge(judge),
    settings,
    cases: subjects.length,
    state: 'running',
    pause: null,
    created: time,
    changed: time,
    milliseconds: 0,
    counts: {
      done: 0,
      statuses: {},
      score: null,
      passed: null,
      tokens: { prompt: 0, cached: 0, reply: 0, estimated: false },
      cost: null,
    },
    build,
    view: null,
    removed: null,
  };
}

/**
 * Whether a judge is the one that a run asked: the same model with the same parameters. A batch file names a model and leaves it
 * to a person who asks it, so of such a run the model counts; each receipt says how it was asked.
 */
export function sameJudge(judge: Judge, asked: RunJudge): boolean {
  if (asked.id === batchJudgeId) return judge.kind === 'model' && judge.describe().model === asked.model;
  return canonicalJson(describeJudge(judge)) === canonicalJson(asked);
}

export function describeJudge(judge: Judge): RunJudge {
  const { id, kind } = judge;
  if (judge.kind === 'program') return { id, kind, model: 'none', parameters: {} };
  return { id, kind, ...judge.describe() };
}

/** The rubric as its file has it, so that it is read back the way every rubric is. */
export function rubricToStore({ prompt, ...contract }: Rubric): RunRubric {
  return { contract, prompt };
}
