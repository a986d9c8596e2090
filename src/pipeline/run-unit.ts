import type { Case } from '../core/model/case';
import { told } from '../core/model/cause-in-english';
import type { Judgement } from '../core/model/judgement';
import { messageOf } from '../core/model/message-of';
import type { Cell } from '../core/model/run';
import { rubricHash } from '../core/receipt/rubric-hash';
import type { AskedPlace } from './asked-place';
import { composeUnscored } from './compose-judgement';
import { judgeCase } from './judge-case';
import type { JudgePace } from './judge-pace';
import { notify } from './notify';
import { nothingToAsk } from './plan-question';
import type { Ask, CallSpending, JudgeCaseOptions, ReadyRubric } from './ready-rubric';
import { Requeue } from './requeue';
import type { RunListeners, RunPlan, RunTools } from './run-plan';
import { TimeUp } from './time-up';
import { seedOf, unitKey } from './unit-key';

type UnitOptions = Omit<JudgeCaseOptions, 'signal'>;

interface UnitTools {
  plan: Pick<RunPlan, 'ready' | 'judge' | 'head' | 'noRoom'>;
  tools: Pick<RunTools, 'world' | 'breathe' | 'giveWay'>;
  listeners: RunListeners;
  pace: Pick<JudgePace, 'hear' | 'width'>;
  /** How many cells the order has. */
  total: number;
  /** Told what each question took as soon as that is known. */
  spent: (cell: Cell, call: CallSpending) => void;
  /** Called before each question, and before each time it is sent again: the run may have to pause first. */
  beforeAsking: () => void;
}

/** Judges the cells of a run one by one: how each is asked, and who hears of it. */
export class UnitJudge {
  readonly #tools: UnitTools;
  readonly #rubricHash: string;
  /** Replies that wait to be read. */
  #unread = 0;

  constructor(tools: UnitTools) {
    this.#tools = tools;
    this.#rubricHash = rubricHash(tools.plan.ready.rubric);
  }

  /** Aborting the controller cancels it. Rejects then, and with `Requeue`. */
  async judge(
    cell: Cell,
    subject: Case,
    asked: AskedPlace,
    controller: AbortController,
  ): Promise<{ key: string; judgement: Judgement }> {
    const { head, ready } = this.#tools.plan;
    const { id, judge } = head;
    const key = unitKey({
      run: id,
      caseId: subject.id,
      sample: cell.sample,
      judge,
      rubricHash: this.#rubricHash,
    });
    const options = this.#optionsFor(cell, key, asked);
    return { key, judgement: await judgeAnyway(ready, subject, options, controller.signal) };
  }

  #optionsFor(cell: Cell, key: string, asked: AskedPlace): UnitOptions {
    const { caseKey } = cell;
    const { plan, tools, listeners, pace, total, spent, beforeAsking } = this.#tools;
    const { judge, head } = plan;
    const { mode, tellFacts, asking = 'case' } = head.settings;
    // A reply is shown as it forms where somebody may be watching it: not among thousands.
    const watched = total === 1 || (judge.kind === 'model' && judge.ownPace === true);
    const noRoom = plan.noRoom?.get(caseKey);
    return {
      judge,
      ...(noRoom && { noRoom }),
      mode,
      tellFacts,
      asking,
      seed: seedOf(key),
      ...(watched && { onText: (soFar: string) => notify(listeners.forming, caseKey, soFar) }),
      onSpent: (call: CallSpending) => spent(cell, call),
      inTurn: async (ask: Ask, more?: boolean) => {
        beforeAsking();
        const reply = await asked.use((mayGoAgain) => {
          notify(listeners.asked, caseKey);
          const again = (first?: () => Promise<void>) => {
            beforeAsking();
            return mayGoAgain(first);
          };
          return pace.hear(() => ask(again));
        }, more);
        await this.#waitToRead();
        return reply;
      },
      world: tools.world,
    };
  }

  /**
   * Replies that are there already free their places first: this one is read and checked when nothing else is to be done. A
   * browser that tidies up has something to do for half a second: then many wait, and further ones take their turn.
   */
  async #waitToRead(): Promise<void> {
    const { tools, pace } = this.#tools;
    const many = this.#unread >= pace.width;
    this.#unread += 1;
    await (many ? tools.breathe() : tools.giveWay());
    this.#unread -= 1;
  }
}

/** Of a case that takes too long, or that breaks something, an unscored judgement. */
async function judgeAnyway(
  ready: ReadyRubric,
  subject: Case,
  options: UnitOptions,
  signal: AbortSignal,
): Promise<Judgement> {
  try {
    return await judgeCase(ready, subject, { ...options, signal });
  } catch (error) {
    if (error instanceof Requeue) throw error;
    if (signal.aborted && !(signal.reason instanceof TimeUp)) throw error;
    return brokenJudgement(ready, subject, options, error);
  }
}

/** A bug met on one case is that case's failure: the other thousands have nothing to do with it. */
export function brokenJudgement(
  ready: ReadyRubric,
  subject: Case,
  options: UnitOptions,
  error: unknown,
): Judgement {
  const message = messageOf(error);
  return composeUnscored(
    {
      ready,
      knowledge: { case: subject, facts: [], problems: [], broken: [] },
      decided: [],
      broken: [],
      plan: nothingToAsk(options),
      options,
    },
    { reason: 'failed', ...told({ code: 'program-broke', message }) },
  );
}
