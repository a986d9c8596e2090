import type { Case } from '../../cases/case';
import { describeCause } from '../../i18n/en/causes';
import { composeUnscored } from '../../judgement/reply-to-judgement';
import { judgeCase } from '../../judgement/judge-case';
import type { Judgement } from '../../judgement/judgement';
import { nothingToAsk } from '../../judgement/plan-question';
import type { CallSpending, JudgeCaseOptions, ReadyRubric } from '../../judgement/ready-rubric';
import { Requeue, TimeUp } from '../../judgement/ask-model';
import { errorMessage, notify } from '../../kit/error-message';
import type { Cell } from '../run-record';
import type { AskedPlace } from './concurrency';
import type { JudgePace } from './judge-pace';
import { cellSeed, resultKey } from './new-run';
import type { RunListeners, RunPlan, RunTools } from './run-scheduler';

interface CellTools {
  plan: Pick<RunPlan, 'ready' | 'judge' | 'head' | 'noRoom'>;
  tools: Pick<RunTools, 'world' | 'yieldToPage' | 'yieldUntilIdle'>;
  listeners: RunListeners;
  pace: Pick<JudgePace, 'hear' | 'width'>;
  total: number;
  spent: (cell: Cell, call: CallSpending) => void;
  /** Called before each question, and before each time it is sent again: the run may have to pause first. */
  beforeAsking: () => void;
}

export class CellJudge {
  readonly #tools: CellTools;
  #unread = 0;

  constructor(tools: CellTools) {
    this.#tools = tools;
  }

  /** Of a case that takes too long, or that breaks something, an unscored judgement. Rejects where the signal aborts otherwise, and with `Requeue`. */
  async judge(
    cell: Cell,
    subject: Case,
    asked: AskedPlace,
    signal: AbortSignal,
  ): Promise<{ key: string; judgement: Judgement }> {
    const { plan, tools, listeners, pace, total, spent, beforeAsking } = this.#tools;
    const { ready, judge, head } = plan;
    const { caseKey, sample } = cell;
    const key = resultKey({
      run: head.id,
      caseId: subject.id,
      sample,
      judge: head.judge,
      rubricHash: head.rubric.hash,
    });
    const { mode, tellFacts, asking = 'case' } = head.settings;
    // A reply is shown as it forms where somebody may be watching it: not among thousands.
    const watched = total === 1 || (judge.kind === 'model' && judge.ownPace === true);
    const noRoom = plan.noRoom?.(caseKey);
    const options: Omit<JudgeCaseOptions, 'signal'> = {
      judge,
      ...(noRoom && { noRoom }),
      mode,
      tellFacts,
      asking,
      seed: cellSeed(key),
      ...(watched && { onText: (soFar) => notify(listeners.forming, caseKey, soFar) }),
      onSpent: (call) => spent(cell, call),
      inTurn: async (ask, more) => {
        beforeAsking();
        const reply = await asked.use((mayGoAgain) => {
          notify(listeners.asked, caseKey);
          return pace.hear(() =>
            ask((first) => {
              beforeAsking();
              return mayGoAgain(first);
            }),
          );
        }, more);
        await this.#waitToRead();
        return reply;
      },
      world: tools.world,
    };
    try {
      return { key, judgement: await judgeCase(ready, subject, { ...options, signal }) };
    } catch (error) {
      if (error instanceof Requeue) throw error;
      if (signal.aborted && !(signal.reason instanceof TimeUp)) throw error;
      return { key, judgement: brokenJudgement(ready, subject, options, error) };
    }
  }

  /**
   * Replies that are there already free their places first: this one is read and checked when nothing else is to be done. A
   * browser that collects garbage is busy for half a second: then many wait, and further ones take their turn.
   */
  async #waitToRead(): Promise<void> {
    const { tools, pace } = this.#tools;
    const many = this.#unread >= pace.width;
    this.#unread += 1;
    await (many ? tools.yieldToPage() : tools.yieldUntilIdle());
    this.#unread -= 1;
  }
}

/** A bug met on one case is that case's failure: the others have nothing to do with it. */
export function brokenJudgement(
  ready: ReadyRubric,
  subject: Case,
  options: Omit<JudgeCaseOptions, 'signal'>,
  error: unknown,
): Judgement {
  const knowledge = { case: subject, facts: [], problems: [], broken: [] };
  return composeUnscored(
    { ready, knowledge, decided: [], broken: [], plan: nothingToAsk(options), options },
    { reason: 'failed', ...describeCause({ code: 'program-broke', message: errorMessage(error) }) },
  );
}
