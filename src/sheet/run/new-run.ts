import { type Json, canonicalJson } from '../../kit/json';
import { countCells } from './order';
import type { Rubric } from '../../rubric/rubric';
import type { Cell, Order, RunHead, RunResult, RunRubric, RunSettings } from '../run-record';
import type { RunJudge, Judge } from '../../judgement/judge';
import { sha256Hex } from '../../kit/hash';
import { rubricHash } from '../../judgement/receipt';
import { nothingSpent } from '../../judgement/spending';
import type { World } from '../../judgement/ready-rubric';
import { digestOf } from '../../judgement/digest';
import type { Judgement } from '../../judgement/judgement';
import { CaseTally } from '../figures/tally';
import type { SheetCase } from '../sheet';

export const batchJudgeId = 'batch';

/** What makes two runs the same column. Samples, budget, timeout, parallel requests and context size do not. */
export interface Configuration {
  rubric: Rubric;
  judge: Judge | RunJudge;
  settings: Pick<RunSettings, 'mode' | 'tellFacts' | 'asking'>;
}

export interface NewRun extends Configuration {
  sheet: string;
  settings: RunSettings;
  /** Null: nothing is to be asked, as in a person's run or an imported one. */
  order: Order | null;
  imported?: string;
}

export function newRunHead(
  { sheet, rubric, judge, settings, order, imported }: NewRun,
  { now, random, build }: World,
): RunHead {
  const time = now().toISOString();
  const { id, title, version } = rubric;
  return {
    id: random(),
    sheet,
    title: '',
    note: '',
    pinned: false,
    rubric: { id, title, version, hash: rubricHash(rubric) },
    judge: describeJudge(judge),
    settings,
    state: order ? 'running' : 'finished',
    pause: null,
    orders: order ? [order] : [],
    progress: { done: 0, total: order ? countCells(order) : 0 },
    created: time,
    changed: time,
    milliseconds: 0,
    counts: { done: 0, statuses: {}, score: null, passed: null, ...nothingSpent },
    build,
    removed: null,
    ...(imported !== undefined && { imported }),
  };
}

export function sameConfiguration(
  head: Pick<RunHead, 'rubric' | 'judge' | 'settings'>,
  { rubric, judge, settings }: Configuration,
): boolean {
  return (
    head.rubric.hash === rubricHash(rubric) &&
    identityOf(head.judge) === identityOf(describeJudge(judge)) &&
    (head.judge.kind !== 'model' || questionOf(head.settings) === questionOf(settings))
  );
}

/** Parameters that follow from the machine, the server or the question, and not from what a person chose. */
const incidental = ['structured', 'response_format', 'max_tokens', 'context', 'gpu', 'seed', 'random_seed'];

function identityOf({ parameters, ...judge }: RunJudge): string {
  const chosen = Object.entries(parameters).filter(([name]) => !incidental.includes(name));
  return canonicalJson({ ...judge, parameters: Object.fromEntries<Json>(chosen) });
}

function questionOf({ mode, tellFacts, asking = 'case' }: Configuration['settings']): string {
  // Facts are always given to the model where they decide.
  return canonicalJson([mode, mode === 'assisted' || tellFacts, asking]);
}

/** Whether a judge is the one that a run asked. Of a batch only the model counts: each receipt says how it was asked. */
export function sameJudge(judge: Judge, asked: RunJudge): boolean {
  if (asked.id === batchJudgeId) return judge.kind === 'model' && judge.describe().model === asked.model;
  return identityOf(describeJudge(judge)) === identityOf(asked);
}

export function describeJudge(judge: Judge | RunJudge): RunJudge {
  if ('parameters' in judge) return judge;
  const { id, kind } = judge;
  return { id, kind, ...(judge.kind === 'model' ? judge.describe() : { model: 'none', parameters: {} }) };
}

/** The rubric as its file has it, so that it is read back the way every rubric is. */
export function rubricToStore({ prompt, ...contract }: Rubric): RunRubric {
  return { contract, prompt };
}

/** 64 hexadecimal digits: the same for the same question, whenever and by whichever tab it is asked. */
export function resultKey(asked: {
  run: string;
  caseId: string;
  sample: number;
  judge: RunJudge;
  rubricHash: string;
}): string {
  return sha256Hex(canonicalJson(asked));
}

/** The head of a run whose results are given and not asked for: labels of a person, or example replies. */
export function givenRunHead(sheet: string, rubric: Rubric, judge: RunJudge, world: World): RunHead {
  // These only fill the places that every run has.
  const settings = {
    mode: 'model-alone',
    tellFacts: false,
    samples: 1,
    atOnce: 1,
    timeoutSeconds: null,
  } as const;
  return newRunHead({ sheet, rubric, judge, settings, order: null }, world);
}

export function givenResult(
  rubric: Rubric,
  { id: run, judge }: RunHead,
  { key: caseKey, revision, case: subject }: Pick<SheetCase, 'key' | 'revision' | 'case'>,
  judgement: Judgement,
): RunResult {
  return {
    caseKey,
    sample: 0,
    hash: judgement.receipt.case,
    revision,
    key: resultKey({ run, caseId: subject.id, sample: 0, judge, rubricHash: rubricHash(rubric) }),
    milliseconds: 0,
    digest: digestOf(rubric, judgement),
    judgement,
  };
}

export function withGivenResults(rubric: Rubric, head: RunHead, results: readonly RunResult[]): RunHead {
  const tally = new CaseTally(rubric);
  for (const result of results) tally.set(result, result.digest);
  const { length: done } = results;
  return { ...head, progress: { done, total: done }, counts: { ...head.counts, ...tally.counts() } };
}

/** The cells of so many cases. The seed ranks all cases, so that the same are drawn again, and later ones follow them. */
export function drawCells(cells: readonly Cell[], count: number, seed: string): Cell[] {
  const ranked = [...new Set(cells.map(({ caseKey }) => caseKey))]
    .map((key) => ({ key, rank: sha256Hex(`${seed}/${key}`) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));
  const drawn = new Set(ranked.slice(0, count).map(({ key }) => key));
  return cells.filter(({ caseKey }) => drawn.has(caseKey));
}

/** A whole number below 2³¹, which every backend takes as a seed. */
export function cellSeed(key: string): number {
  return Number.parseInt(key.slice(0, 8), 16) >>> 1;
}
