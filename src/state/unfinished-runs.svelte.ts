import type { RunHead } from '../core/model/run';
import type { RunChannel } from '../storage/runs/run-channel';
import type { RunOwnership } from '../storage/runs/run-ownership';
import type { RunStore } from '../storage/runs/run-store';
import { calledOff, isOpen, isOwnWork } from './head-changes';

/** Runs whose tab was closed or died before they were done. One that only came in from a file waits in the history. */
export class UnfinishedRuns {
  readonly #runs: RunStore;
  readonly #ownership: RunOwnership;
  readonly #channel: Pick<RunChannel, 'send'>;
  #heads = $state.raw<readonly RunHead[]>([]);
  #elsewhere = $state.raw<readonly RunHead[]>([]);
  /** Runs of other tabs: when such a tab ends or dies, its run may be gone on with here. */
  readonly #awaited = new Set<string>();
  readonly #dismissed = new Set<string>();

  constructor(runs: RunStore, ownership: RunOwnership, channel: Pick<RunChannel, 'send'>) {
    this.#runs = runs;
    this.#ownership = ownership;
    this.#channel = channel;
  }

  /** The newest first. */
  get heads(): readonly RunHead[] {
    return this.#heads;
  }

  /** Those that other tabs are at now, to be followed here. */
  get elsewhere(): readonly RunHead[] {
    return this.#elsewhere;
  }

  async look(): Promise<void> {
    try {
      const [{ heads }, owned] = await Promise.all([this.#runs.heads(), this.#ownership.ownedElsewhere()]);
      this.#heads = heads.filter((head) => isOffered(head) && !owned.has(head.id));
      this.#elsewhere = heads.filter((head) => isOpen(head) && owned.has(head.id));
      for (const id of owned) void this.awaitOwner(id);
    } catch {
      // Where nothing can be read nothing can be gone on with; History says what is wrong.
      this.#heads = [];
      this.#elsewhere = [];
    }
  }
  /** For whoever hears that a run was changed, here or by another tab that has to do with it. An owner may end or die without a word. */
  async awaitOwner(id: string): Promise<void> {
    // Where nobody can tell whether a run has an owner, there is nothing to wait for.
    if (!this.#ownership.knowsOwners || this.#awaited.has(id)) return;
    this.#awaited.add(id);
    try {
      await this.#noteElsewhere(id);
      await this.#ownership.whenFree(id, new AbortController().signal);
      this.#elsewhere = without(this.#elsewhere, id);
      const [head, owned] = await Promise.all([this.#runs.head(id), this.#ownership.ownedElsewhere()]);
      const offered = head && isOffered(head) && !owned.has(id) && !this.#dismissed.has(id);
      const others = without(this.#heads, id);
      this.#heads = offered
        ? [...others, head].toSorted((a, b) => b.created.localeCompare(a.created))
        : others;
    } catch {
      // As in `look`.
    } finally {
      this.#awaited.delete(id);
    }
  }
  dismiss(id: string): void {
    this.#dismissed.add(id);
    this.#heads = without(this.#heads, id);
    this.#elsewhere = without(this.#elsewhere, id);
  }
  /** The run stays in the history as it is, and is no longer asked about. Another tab may have gone on with it meanwhile. */
  async leave(id: string): Promise<void> {
    const owned = await this.#ownership.ownedElsewhere();
    if (!owned.has(id)) {
      await this.#runs.changeHead(id, (head) => (isOpen(head) ? calledOff(head) : head));
      this.#channel.send({ kind: 'head', run: id });
    }
    this.dismiss(id);
  }

  async #noteElsewhere(id: string): Promise<void> {
    const [head, owned] = await Promise.all([this.#runs.head(id), this.#ownership.ownedElsewhere()]);
    if (!head || !isOpen(head) || !owned.has(id)) return;
    this.#heads = without(this.#heads, id);
    this.#elsewhere = [head, ...without(this.#elsewhere, id)];
  }
}

/** The same list where it is not there, so that nobody is told of a change that is none. */
function without(heads: readonly RunHead[], id: string): readonly RunHead[] {
  return heads.some((head) => head.id === id) ? heads.filter((head) => head.id !== id) : heads;
}

function isOffered(head: RunHead): boolean {
  return isOpen(head) && isOwnWork(head);
}
