import type { NoRoom } from '../../judgement/cause';
import type { Case } from '../../cases/case';
import type { ComingQuestion, ModelJudge } from '../../judgement/judge';
import { previewQuestion, type PromptOptions } from '../estimate/estimate-run';
import { studyCase } from '../../judgement/judge-case';
import type { ReadyRubric } from '../../judgement/ready-rubric';

/** Cases without room end as such, or their room is looked at once more. */
export type NoRoomDecision = 'go-on' | 'count-again';
/** How many cases do not fit, and what the longest of them takes. */
export interface NoRoomCount {
  cases: number;
  of: number;
  longest: NoRoom;
}
export type NoRooms = ReadonlyMap<number, NoRoom>;

interface Hooks {
  signal: AbortSignal;
  /** Puts a question to the judge about its room. */
  prepare: (hooks: PrepareHooks) => Promise<Preparation>;
  /** How many cases the run asks about. */
  cases: number;
  counting: (counted: number, of: number) => void;
  /** Some cases do not fit. Settles with what the person says. */
  ask: (noRoom: NoRoomCount) => Promise<NoRoomDecision>;
}

/** Which cases are to end without being asked, since they do not fit and the person goes on without them. Null: called off. */
export async function makeRoom({ signal, prepare, cases, counting, ask }: Hooks): Promise<NoRooms | null> {
  for (;;) {
    const outcome = await prepare({ signal, onCount: counting }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (!outcome || signal.aborted) return null;
    if ('problem' in outcome) throw new Error(outcome.problem);
    const { noRoom } = outcome;
    const longest = longestOf(noRoom);
    if (!longest) return noRoom;
    const decision = await ask({ cases: noRoom.size, of: cases, longest });
    if (wasCalledOff(signal)) return null;
    if (decision === 'go-on') return noRoom;
  }
}

function longestOf(noRoom: NoRooms): NoRoom | null {
  const needs = ({ tokens, reply }: NoRoom) => tokens + reply;
  return [...noRoom.values()].reduce<NoRoom | null>(
    (longest, each) => (longest && needs(longest) >= needs(each) ? longest : each),
    null,
  );
}

/** Asked anew after each wait. */
function wasCalledOff(signal: AbortSignal): boolean {
  return signal.aborted;
}

interface PrepareHooks {
  signal: AbortSignal;
  /** Told how many of the questions that may be too long are counted. */
  onCount?: (counted: number, of: number) => void;
}

/** Which cases have no room, by their keys; or why nobody can be asked at all. */
type Preparation = { problem: string } | { noRoom: ReadonlyMap<number, NoRoom> };

/** Lets a judge make room for all that it will be asked. Rejects with the signal's reason when cancelled. */
export async function prepareJudge(
  ready: ReadyRubric,
  judge: ModelJudge,
  cases: Iterable<readonly [caseKey: number, subject: Case]>,
  options: PromptOptions,
  { signal, onCount }: PrepareHooks,
): Promise<Preparation> {
  const noRoom = new Map<number, NoRoom>();
  if (!judge.prepare) return { noRoom };
  const keys: number[] = [];
  function* questions(): Generator<ComingQuestion> {
    for (const [caseKey, subject] of cases) {
      for (const question of comingOf(ready, subject, options)) {
        keys.push(caseKey);
        yield { ...question, row: caseKey };
      }
    }
  }
  const outcome = await judge.prepare(questions(), signal, onCount);
  if (outcome && 'problem' in outcome) return outcome;
  for (const { question, tokens, reply, context, by } of outcome?.misfits ?? []) {
    const caseKey = keys[question];
    if (caseKey === undefined) throw new Error(`Expected one of ${keys.length} questions, got ${question}.`);
    const known = noRoom.get(caseKey);
    // Of several questions about a case the longest is told.
    if (!known || tokens + reply > known.tokens + known.reply)
      noRoom.set(caseKey, { code: 'no-room', tokens, reply, context, ...(by && { by }) });
  }
  return { noRoom };
}

/** What will be asked of a case. Nothing where facts leave nothing to ask, or an input is missing. */
function comingOf(ready: ReadyRubric, subject: Case, options: PromptOptions): ComingQuestion[] {
  const knowledge = studyCase(ready, subject);
  if (knowledge.problems.some(({ fault }) => fault === 'missing')) return [];
  const question = previewQuestion(ready, knowledge, options);
  if (!question) return [];
  const { prompt, portable: shape, shape: exact, parts } = question;
  if (!parts) return [{ prompt, shape, exact }];
  return parts.map((part) => ({
    prompt: part.prompt(new Map()),
    // The last is told what the others said: there must be room for all of that.
    ...(part.id === '' ? { shape, exact } : { shape: part.portable, exact: part.shape }),
  }));
}
