import { rubricHash } from '../core/receipt/rubric-hash';
import type { AskedPlace } from './asked-place';
import type { JudgePace } from './judge-pace';
import type { Ask, CallSpending } from './ready-rubric';
import type { UnitPlace } from './run-ledger';
import type { RunListeners, RunPlan, RunTools } from './run-plan';
import type { UnitWork } from './run-unit';
import { tell } from './tell';
import { seedOf, unitKey } from './unit-key';

interface MakerTools {
  plan: RunPlan;
  tools: Pick<RunTools, 'world' | 'breathe' | 'giveWay'>;
  listeners: RunListeners;
  pace: JudgePace;
  /** How many units the run has. */
  total: number;
  /** Told what each question took as soon as that is known. */
  spent: (place: UnitPlace, call: CallSpending) => void;
  /** Called before each question, and before each time it is sent again: the run may have to pause first. */
  beforeAsking: () => void;
}

/** Makes the units of a run ready to be judged: what is asked, how, and who hears of it. */
export class UnitMaker {
  readonly #tools: MakerTools;
  readonly #rubricHash: string;
  /** Replies that wait to be read. */
  #unread = 0;

  constructor(tools: MakerTools) {
    this.#tools = tools;
    this.#rubricHash = rubricHash(tools.plan.ready.rubric);
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

  make(place: UnitPlace, asked: AskedPlace, controller: AbortController): UnitWork {
    const { row, sample } = place;
    const { plan, tools, listeners, pace, total, spent, beforeAsking } = this.#tools;
    const { ready, judge, head } = plan;
    const subject = plan.caseAt(row);
    const key = unitKey({
      run: head.id,
      caseId: subject.id,
      sample,
      judge: head.judge,
      rubricHash: this.#rubricHash,
    });
    const { mode, tellFacts, asking = 'case' } = head.settings;
    // A reply is shown as it forms where somebody may be watching it: not among thousands.
    const watched = total === 1 || (judge.kind === 'model' && judge.ownPace === true);
    const onText = (soFar: string) => tell(listeners.forming, row, soFar);
    const noRoom = plan.noRoom?.get(row);
    const options = {
      judge,
      ...(noRoom && { noRoom }),
      mode,
      tellFacts,
      asking,
      seed: seedOf(key),
      ...(watched && { onText }),
      onSpent: (call: CallSpending) => spent(place, call),
      inTurn: async (ask: Ask, more?: boolean) => {
        beforeAsking();
        const reply = await asked.use((mayGoAgain) => {
          tell(listeners.asked, row);
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
    return { key, ready, subject, options, controller };
  }
}
