import type { NoRoom } from '../../judgement/cause';
import type { Case } from '../../cases/case';
import type { ComingQuestion, ModelJudge } from '../../judgement/judge';
import { comingQuestion, type PromptOptions } from '../estimate/estimate-run';
import type { ReadyRubric } from '../../judgement/ready-rubric';

/** Cases without room end as such, or their room is looked at once more. */
export type NoRoomDecision = 'go-on' | 'count-again';
export interface NoRoomCount {
  cases: number;
  of: number;
  longest: NoRoom;
}

/** Lets a judge make room for all that it will be asked. Gives the cases without room by their keys. */
export async function prepareJudge(
  ready: ReadyRubric,
  judge: ModelJudge,
  cases: Iterable<readonly [caseKey: number, subject: Case]>,
  options: PromptOptions,
  { signal, onCount }: { signal: AbortSignal; onCount?: (counted: number, of: number) => void },
): Promise<{ problem: string } | { noRoom: Map<number, NoRoom> }> {
  const noRoom = new Map<number, NoRoom>();
  if (!judge.prepare) return { noRoom };
  const keys: number[] = [];
  function* questions(): Generator<ComingQuestion> {
    for (const [caseKey, subject] of cases) {
      for (const question of questionsOf(ready, subject, options)) {
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
    // Of several questions about a case the longest counts.
    if (!known || tokens + reply > known.tokens + known.reply)
      noRoom.set(caseKey, { code: 'no-room', tokens, reply, context, ...(by && { by }) });
  }
  return { noRoom };
}

function questionsOf(ready: ReadyRubric, subject: Case, options: PromptOptions): ComingQuestion[] {
  const question = comingQuestion(ready, subject, options);
  if (!question) return [];
  const { prompt, portable: shape, shape: exact, parts } = question;
  if (!parts) return [{ prompt, shape, exact }];
  return parts.map((part) => ({
    prompt: part.prompt(new Map()),
    // The last is given what the others said: there must be room for all of that.
    ...(part.id === '' ? { shape, exact } : { shape: part.portable, exact: part.shape }),
  }));
}
