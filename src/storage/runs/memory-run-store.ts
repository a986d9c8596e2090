import type { Judgement } from '../../core/model/judgement';
import {
  runCaseSchema,
  runHeadSchema,
  runSourceSchema,
  type RunCase,
  type RunEntry,
  type RunHead,
  type RunResult,
  type RunRubric,
  type RunSource,
} from '../../core/model/run';
import { z } from '../../core/model/zod';
import type { Weighable } from '../../core/model/weighable';
import { caseIn } from './case-in';
import type { NewRun, RunStore } from './run-store';
import { missing, unlessDamaged } from './storage-errors';
import {
  bytesOf,
  newestFirst,
  packResult,
  parseText,
  rubricSchema,
  SharedTexts,
  unpackEntries,
  unpackJudgement,
  unpackWeighable,
  withChoicesOf,
  type PackedResult,
} from './stored-shapes';

/** Everything as text, as in the database: nobody can change it from outside, and it takes less room. */
interface KeptRun {
  head: string;
  rubric: string;
  sources: string;
  cases: string[];
  log: PackedResult[];
  texts: SharedTexts;
  bytes: number;
  /** Whether its head says that it is deleted, and can only be brought back. */
  removed: boolean;
}

const entriesAtOnce = 500;

/** For browsers that refuse storage: gone with the tab. `holds` is told how many results that would be, whenever it changes. */
export function memoryRunStore(holds: (results: number) => void = () => {}): RunStore {
  return new MemoryRunStore(holds);
}

class MemoryRunStore implements RunStore {
  readonly durable = false;
  readonly #runs = new Map<string, KeptRun>();
  readonly #holds: (results: number) => void;

  constructor(holds: (results: number) => void) {
    this.#holds = holds;
  }

  heads(): Promise<{ heads: RunHead[]; damaged: string[] }> {
    return soon(() => ({ heads: newestFirst([...this.#runs.values()].map(headOf)), damaged: [] }));
  }

  head(id: string): Promise<RunHead | null> {
    return soon(() => {
      const run = this.#runs.get(id);
      return run ? headOf(run) : null;
    });
  }

  create({ head, rubric, sources, cases }: NewRun): Promise<void> {
    return soon(() => {
      if (this.#runs.has(head.id))
        throw new Error(`Expected the id of a new run, got ${head.id}, which is stored already.`);
      const pieces: string[] = [];
      let count = 0;
      for (const piece of cases) {
        pieces.push(JSON.stringify(piece));
        count += piece.length;
      }
      if (count !== head.cases)
        throw new Error(`Expected ${head.cases} cases as the run's head says, got ${count}.`);
      const texts = { rubric: JSON.stringify(rubric), sources: JSON.stringify(sources) };
      const bytes = [texts.rubric, texts.sources, ...pieces].reduce((sum, text) => sum + bytesOf(text), 0);
      const kept = {
        ...texts,
        head: JSON.stringify(head),
        cases: pieces,
        log: [],
        bytes,
        removed: head.removed !== null,
      };
      this.#runs.set(head.id, { ...kept, texts: new SharedTexts([]) });
    });
  }

  changeHead(id: string, change: (head: RunHead) => RunHead): Promise<RunHead | null> {
    return soon(() => {
      const run = this.#runs.get(id);
      if (!run) return null;
      const changed = change(headOf(run));
      run.head = JSON.stringify(changed);
      run.removed = changed.removed !== null;
      this.#count();
      return changed;
    });
  }

  rubric(id: string): Promise<RunRubric> {
    return soon(() => parseText(rubricSchema, this.#run(id).rubric, `The rubric of run ${id}`));
  }

  sources(id: string): Promise<RunSource[]> {
    return soon(() => parseText(z.array(runSourceSchema), this.#run(id).sources, `The columns of run ${id}`));
  }

  async *cases(id: string): AsyncGenerator<RunCase[], void, undefined> {
    for (const piece of this.#run(id).cases)
      yield await soon(() => parseText(z.array(runCaseSchema), piece, `The cases of run ${id}`));
  }

  caseAt(id: string, row: number): Promise<RunCase> {
    return caseIn(this.cases(id), id, row);
  }

  append(id: string, results: readonly RunResult[], head?: RunHead): Promise<number> {
    return soon(() => {
      const run = this.#run(id);
      const first = run.log.length;
      const packed = results.map((result) => packResult(result, run.texts));
      for (const { entry, judgement } of packed) run.bytes += bytesOf(entry) + bytesOf(judgement);
      run.log.push(...packed);
      if (head) run.head = JSON.stringify(withChoicesOf(headOf(run), head));
      this.#count();
      return first;
    });
  }

  async *entries(id: string, from = 0): AsyncGenerator<RunEntry[], void, undefined> {
    for (let place = from; place < this.#run(id).log.length;) {
      const piece = this.#run(id).log.slice(place, place + entriesAtOnce);
      const text = `[${piece.map(({ entry }) => entry).join(',')}]`;
      const first = place;
      yield await soon(() => unpackEntries(text, first, `Results of run ${id}`));
      place += piece.length;
    }
  }

  judgement(id: string, place: number): Promise<Judgement> {
    return soon(() => this.#judgement(id, place));
  }

  judgements(id: string, places: readonly number[]): Promise<(Judgement | null)[]> {
    return soon(() => places.map((place) => unlessDamaged(() => this.#judgement(id, place))));
  }

  weighables(id: string, places: readonly number[]): Promise<(Weighable | null)[]> {
    return soon(() =>
      places.map((place) => {
        const { judgement } = this.#packed(id, place);
        return unlessDamaged(() => unpackWeighable(judgement, nameOf(id, place)));
      }),
    );
  }

  size(id: string): Promise<number> {
    return soon(() => this.#run(id).bytes);
  }

  remove(id: string): Promise<void> {
    return soon(() => {
      this.#runs.delete(id);
      this.#count();
    });
  }

  #count(): void {
    const listed = [...this.#runs.values()].filter(({ removed }) => !removed);
    this.#holds(listed.reduce((sum, { log }) => sum + log.length, 0));
  }

  #run(id: string): KeptRun {
    const run = this.#runs.get(id);
    if (!run) throw missing(`Run ${id}`);
    return run;
  }

  #judgement(id: string, place: number): Judgement {
    const { judgement } = this.#packed(id, place);
    return unpackJudgement(judgement, this.#run(id).texts, nameOf(id, place));
  }

  #packed(id: string, place: number): PackedResult {
    const packed = this.#run(id).log[place];
    if (!packed) throw missing(`Place ${place} of run ${id}`);
    return packed;
  }
}

function nameOf(id: string, place: number): string {
  return `The judgement at place ${place} of run ${id}`;
}

function headOf({ head }: KeptRun): RunHead {
  return parseText(runHeadSchema, head, 'The head of a run');
}

/** What throws in here rejects, as it would in a database. */
async function soon<T>(work: () => T): Promise<T> {
  await Promise.resolve();
  return work();
}
