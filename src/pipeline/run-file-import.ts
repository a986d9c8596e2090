import { longestNote, longestTitle, runIdPattern, type RunCase, type RunHead } from '../core/model/run';
import { shortened } from '../core/text/shortened';
import type { RunStore } from '../storage/runs/run-store';
import type { RunFilePiece } from './run-file-check';
import { ResultCounts } from './run-file-counts';
import type { RunFileProblem } from './run-file-problem';
import { readRunFile, type ReadOptions } from './run-file-read';

export type WritableRuns = Pick<RunStore, 'head' | 'create' | 'append' | 'changeHead' | 'remove'>;

export interface ImportTools extends ReadOptions {
  newId: () => string;
  now: () => Date;
  /** How a run is called that is here already under this name. */
  copyTitle: (name: string) => string;
}

export type ImportedRun =
  /** `copyOf`: the id under which the same run was here before. */
  { ok: true; head: RunHead; copyOf: string | null } | { ok: false; problem: RunFileProblem };

/**
 * Takes a run file into the store: all of it, or nothing. Until its last line has been read the run counts as removed, so
 * that no list shows it and a visit that ends in the middle leaves only what is swept away with other removed runs. Rejects
 * with the store's failure, or the signal's reason, after taking back what it wrote.
 */
export async function importRun(
  store: WritableRuns,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  tools: ImportTools,
): Promise<ImportedRun> {
  const intake = new Intake(store, tools);
  try {
    for await (const piece of readRunFile(bytes, tools)) {
      if (piece.kind === 'problem') {
        await intake.undo();
        return { ok: false, problem: piece.problem };
      }
      await intake.take(piece);
    }
    return await intake.finish();
  } catch (error) {
    // What went wrong first is what the person must know.
    await intake.undo().catch(() => undefined);
    throw error;
  }
}

type Start = Extract<RunFilePiece, { kind: 'start' }>;

class Intake {
  readonly #store: WritableRuns;
  readonly #tools: ImportTools;
  #start: { piece: Start; head: RunHead; copyOf: string | null } | null = null;
  readonly #cases: RunCase[][] = [];
  #created = false;
  #counts = new ResultCounts(1);

  constructor(store: WritableRuns, tools: ImportTools) {
    this.#store = store;
    this.#tools = tools;
  }

  async take(piece: Exclude<RunFilePiece, { kind: 'problem' }>): Promise<void> {
    if (piece.kind === 'start') {
      this.#start = { piece, ...(await this.#named(piece.head)) };
      this.#counts = new ResultCounts(piece.head.settings.samples);
    }
    if (piece.kind === 'cases') this.#cases.push(piece.cases);
    if (piece.kind === 'results') {
      const { head } = await this.#create();
      await this.#store.append(head.id, piece.results);
      for (const result of piece.results) this.#counts.add(result);
    }
    if (piece.kind === 'end') await this.#create();
  }

  async finish(): Promise<ImportedRun> {
    const { head, copyOf } = this.#begun();
    const shown = await this.#store.changeHead(head.id, (stored) => ({
      // The head of a file may be ahead of its results, where some could not be read, or behind them.
      ...this.#counts.headOf(stored),
      removed: null,
    }));
    if (shown === null) throw new Error(`Expected the run ${head.id} that was just stored, got nothing.`);
    return { ok: true, head: shown, copyOf };
  }

  async undo(): Promise<void> {
    if (this.#created) await this.#store.remove(this.#begun().head.id);
  }

  async #named(head: RunHead): Promise<{ head: RunHead; copyOf: string | null }> {
    const { newId, now, copyTitle } = this.#tools;
    const isUsable = runIdPattern.test(head.id);
    const here = isUsable ? await this.#store.head(head.id) : null;
    // One that is deleted, but can still be brought back, keeps its id; nobody sees it, so this one is no copy.
    const copy = here !== null && here.removed === null;
    const time = now().toISOString();
    const name = head.title.trim() === '' ? head.rubric.title : head.title;
    const taken: RunHead = {
      ...head,
      ...(here || !isUsable ? { id: newId() } : {}),
      title: shortened(copy ? copyTitle(name) : head.title, longestTitle),
      note: shortened(head.note, longestNote),
      // Nobody here is at work on it, and a pin is a person's own.
      ...(head.state === 'running' ? { state: 'paused', pause: { because: 'person', detail: '' } } : {}),
      pinned: false,
      removed: time,
      imported: time,
    };
    return { head: taken, copyOf: copy ? head.id : null };
  }

  async #create(): Promise<{ head: RunHead }> {
    const { piece, head } = this.#begun();
    if (!this.#created) {
      const { rubric, sources } = piece;
      await this.#store.create({ head, rubric, sources, cases: this.#cases });
      // Not before: what is there under this id when creating fails is not ours to take back.
      this.#created = true;
      this.#cases.length = 0;
    }
    return { head };
  }

  #begun() {
    if (this.#start === null) throw new Error('Expected the start of a run file before anything else of it.');
    return this.#start;
  }
}
