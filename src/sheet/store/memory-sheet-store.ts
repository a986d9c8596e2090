import type { Judgement } from '../../core/model/judgement';
import {
  runHeadSchema,
  type RunEntry,
  type RunHead,
  type RunResult,
  type RunRubric,
} from '../../core/model/run';
import {
  sheetCaseSchema,
  sheetHeadSchema,
  type CaseName,
  type SheetCase,
  type SheetHead,
  type SheetSource,
} from '../../core/model/sheet';
import type { Weighable } from '../../core/model/weighable';
import type { CaseChange, CasesChanged, Listing, NewCase, NewSheet, SheetStore } from '../sheet-store';
import {
  caseName,
  changedCase,
  firstCaseName,
  headAfter,
  joinSource,
  withNewKeys,
  withOwnFields,
  withRisingKeys,
} from './case-edits';
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
  withStoredChoices,
  type PackedResult,
} from './stored-shapes';

/** Everything as text, as in the database: nothing outside can change it, and it takes less room. */
interface KeptSheet {
  head: string;
  /** By key, in the order of the keys. */
  cases: Map<number, string>;
}

interface KeptRun {
  sheet: string;
  head: string;
  /** Null where a result was purged. `key` is of its case. */
  log: ((PackedResult & { key: number }) | null)[];
  purged: number;
  texts: SharedTexts;
}

interface Options {
  /** When cases change. Absent: `changed` of a sheet stays as it is. */
  now?: (() => Date) | undefined;
  /** Hears how many results would be gone with the tab, whenever that changes. */
  inMemory?: (results: number) => void;
}

const atOnce = 500;

/** For browsers that refuse storage: gone with the tab. */
export function memorySheetStore(options: Options = {}): SheetStore {
  return new MemorySheetStore(options);
}

class MemorySheetStore implements SheetStore {
  readonly durable = false;
  readonly #sheets = new Map<string, KeptSheet>();
  readonly #runs = new Map<string, KeptRun>();
  readonly #rubrics = new Map<string, string>();
  readonly #now: (() => Date) | undefined;
  readonly #inMemory: (results: number) => void;

  constructor({ now, inMemory = () => {} }: Options) {
    this.#now = now;
    this.#inMemory = inMemory;
  }

  list(): Promise<Listing> {
    return soon(() => ({
      sheets: newestFirst([...this.#sheets.values()].map(sheetHead)),
      runs: newestFirst([...this.#runs.values()].map(runHead)),
      damaged: [],
    }));
  }

  sheet(id: string): Promise<SheetHead | null> {
    return soon(() => {
      const sheet = this.#sheets.get(id);
      return sheet ? sheetHead(sheet) : null;
    });
  }

  createSheet({ head, cases }: NewSheet): Promise<SheetHead> {
    return soon(() => {
      if (this.#sheets.has(head.id))
        throw new Error(`Expected the id of a new sheet, got ${head.id}, which is stored already.`);
      const sheet: KeptSheet = { head: '', cases: new Map() };
      let [visible, nextKey] = [0, 0];
      for (const piece of withRisingKeys(cases))
        for (const one of piece) {
          sheet.cases.set(one.key, JSON.stringify(one));
          if (!one.hidden) visible += 1;
          nextKey = one.key + 1;
        }
      const stored = { ...head, cases: visible, nextKey, firstCase: firstCaseOf(sheet) };
      this.#sheets.set(head.id, { ...sheet, head: JSON.stringify(stored) });
      return stored;
    });
  }

  changeSheet(id: string, change: (head: SheetHead) => SheetHead): Promise<SheetHead | null> {
    return soon(() => {
      const sheet = this.#sheets.get(id);
      if (!sheet) return null;
      const stored = sheetHead(sheet);
      const head = withOwnFields(stored, change(sheetHead(sheet)));
      sheet.head = JSON.stringify(head);
      this.#count();
      return head;
    });
  }

  removeSheet(id: string): Promise<void> {
    return soon(() => {
      this.#sheets.delete(id);
      for (const [run, { sheet }] of this.#runs) if (sheet === id) this.#runs.delete(run);
      this.#count();
    });
  }

  async *cases(id: string): AsyncGenerator<SheetCase[], void, undefined> {
    const texts = [...(await soon(() => this.#sheet(id))).cases.values()];
    for (let first = 0; first < texts.length; first += atOnce)
      yield await soon(() => texts.slice(first, first + atOnce).map(readCase));
  }

  async *caseNames(id: string): AsyncGenerator<CaseName[], void, undefined> {
    for await (const piece of this.cases(id)) yield piece.map(caseName);
  }

  caseAt(id: string, key: number): Promise<SheetCase> {
    return soon(() => {
      const text = this.#sheets.get(id)?.cases.get(key);
      if (text === undefined) throw missing(`Case ${key} of sheet ${id}`);
      return readCase(text);
    });
  }

  addCases(
    id: string,
    cases: Iterable<readonly NewCase[]>,
    source: SheetSource | null,
  ): Promise<CasesChanged> {
    return soon(() => {
      const sheet = this.#sheet(id);
      const head = sheetHead(sheet);
      const { sources, place } = joinSource(head.sources, source);
      const added = [...withNewKeys(cases, head.nextKey, place, () => {})].flat();
      if (added.length === 0) return { head, cases: [], refused: [] };
      const counts = { cases: head.cases + added.length, nextKey: head.nextKey + added.length, sources };
      return this.#put(sheet, head, added, counts);
    });
  }

  changeCases(id: string, changes: readonly CaseChange[], source: SheetSource | null): Promise<CasesChanged> {
    return soon(() => {
      const sheet = this.#sheet(id);
      const head = sheetHead(sheet);
      const { sources, place } = joinSource(head.sources, source);
      const changed: SheetCase[] = [];
      const refused: SheetCase[] = [];
      for (const change of [...changes].toSorted((a, b) => a.key - b.key)) {
        const text = sheet.cases.get(change.key);
        if (text === undefined) throw missing(`Case ${change.key} of sheet ${id}`);
        const stored = readCase(text);
        const edited = changedCase(stored, change, place);
        (edited ? changed : refused).push(edited ?? stored);
      }
      if (changed.length === 0) return { head, cases: [], refused };
      return { ...this.#put(sheet, head, changed, { sources }), refused };
    });
  }

  hideCases(id: string, keys: readonly number[], hidden: boolean): Promise<CasesChanged> {
    return soon(() => {
      const sheet = this.#sheet(id);
      const head = sheetHead(sheet);
      const stored = [...new Set(keys)]
        .toSorted((a, b) => a - b)
        .flatMap((key) => {
          const text = sheet.cases.get(key);
          return text === undefined ? [] : [readCase(text)];
        });
      const cases = stored.map((one) => ({ ...one, hidden }));
      const turned = stored.filter((one) => one.hidden !== hidden).length;
      if (turned === 0) return { head, cases, refused: [] };
      return this.#put(sheet, head, cases, { cases: head.cases + (hidden ? -turned : turned) });
    });
  }

  purgeHidden(id: string): Promise<SheetHead | null> {
    return soon(() => {
      const sheet = this.#sheets.get(id);
      if (!sheet) return null;
      const before = sheet.cases.size;
      for (const [key, text] of sheet.cases) if (readCase(text).hidden) sheet.cases.delete(key);
      if (sheet.cases.size < before) {
        for (const run of this.#runs.values())
          if (run.sheet === id) {
            run.log = run.log.map((result) => (result && sheet.cases.has(result.key) ? result : null));
            run.purged = run.log.filter((result) => result === null).length;
          }
        this.#count();
      }
      return sheetHead(sheet);
    });
  }

  runs(sheet: string): Promise<RunHead[]> {
    return soon(() =>
      newestFirst([...this.#runs.values()].filter((run) => run.sheet === sheet).map(runHead)),
    );
  }

  run(id: string): Promise<RunHead | null> {
    return soon(() => {
      const run = this.#runs.get(id);
      return run ? runHead(run) : null;
    });
  }

  createRun(head: RunHead, rubric: RunRubric): Promise<void> {
    return soon(() => {
      this.#sheet(head.sheet);
      if (this.#runs.has(head.id))
        throw new Error(`Expected the id of a new run, got ${head.id}, which is stored already.`);
      const { hash } = head.rubric;
      if (!this.#rubrics.has(hash)) this.#rubrics.set(hash, JSON.stringify(rubric));
      const kept = {
        sheet: head.sheet,
        head: JSON.stringify(head),
        log: [],
        purged: 0,
        texts: new SharedTexts([]),
      };
      this.#runs.set(head.id, kept);
    });
  }

  changeRun(id: string, change: (head: RunHead) => RunHead): Promise<RunHead | null> {
    return soon(() => {
      const run = this.#runs.get(id);
      if (!run) return null;
      const head = { ...change(runHead(run)), id, sheet: run.sheet };
      run.head = JSON.stringify(head);
      this.#count();
      return head;
    });
  }

  removeRun(id: string): Promise<void> {
    return soon(() => {
      this.#runs.delete(id);
      this.#count();
    });
  }

  rubric(hash: string): Promise<RunRubric> {
    return soon(() => {
      const text = this.#rubrics.get(hash);
      if (text === undefined) throw missing(`The rubric ${hash}`);
      return parseText(rubricSchema, text, `The rubric ${hash}`);
    });
  }

  append(id: string, results: readonly RunResult[], head?: RunHead): Promise<number> {
    return soon(() => {
      const run = this.#run(id);
      const first = run.log.length;
      const packed = results.map((result) => ({ ...packResult(result, run.texts), key: result.caseKey }));
      run.log.push(...packed);
      if (head) run.head = JSON.stringify(withStoredChoices(head, { head: runHead(run) }));
      this.#count();
      return first;
    });
  }

  async *entries(id: string, from = 0): AsyncGenerator<RunEntry[], void, undefined> {
    for (let place = from; place < (await soon(() => this.#run(id))).log.length;) {
      const piece = this.#run(id).log.slice(place, place + atOnce);
      const text = `[${piece.map((result) => result?.entry ?? 'null').join(',')}]`;
      const entries = unpackEntries(text, place, `Results of run ${id}`).filter((entry) => entry !== null);
      place += piece.length;
      if (entries.length > 0) yield entries;
    }
  }

  judgement(id: string, place: number): Promise<Judgement> {
    return soon(() => {
      const judgement = this.#judgement(id, place);
      if (!judgement) throw missing(nameOf(id, place));
      return judgement;
    });
  }

  judgements(id: string, places: readonly number[]): Promise<(Judgement | null)[]> {
    return soon(() => places.map((place) => unlessDamaged(() => this.#judgement(id, place))));
  }

  weighables(id: string, places: readonly number[]): Promise<(Weighable | null)[]> {
    return soon(() =>
      places.map((place) => {
        const packed = this.#packed(id, place);
        return packed && unlessDamaged(() => unpackWeighable(packed.judgement, nameOf(id, place)));
      }),
    );
  }

  size(id: string): Promise<number> {
    return soon(() => {
      const runs = [...this.#runs.values()].filter(({ sheet }) => sheet === id);
      const texts = [
        ...this.#sheet(id).cases.values(),
        ...runs.flatMap((run) => run.texts.all()),
        ...runs.flatMap(({ log }) => log.flatMap((one) => (one ? [one.entry, one.judgement] : []))),
      ];
      return texts.reduce((sum, text) => sum + bytesOf(text), 0);
    });
  }

  #put(
    sheet: KeptSheet,
    head: SheetHead,
    cases: SheetCase[],
    change: Parameters<typeof headAfter>[1],
  ): CasesChanged {
    for (const one of cases) sheet.cases.set(one.key, JSON.stringify(one));
    const changed = headAfter(head, { ...change, firstCase: firstCaseOf(sheet) }, this.#now);
    sheet.head = JSON.stringify(changed);
    return { head: changed, cases, refused: [] };
  }

  /** Results of sheets and runs that are marked as removed are not counted. */
  #count(): void {
    let results = 0;
    for (const run of this.#runs.values()) {
      const sheet = this.#sheets.get(run.sheet);
      if (!sheet || sheetHead(sheet).removed !== null || runHead(run).removed !== null) continue;
      results += run.log.length - run.purged;
    }
    this.#inMemory(results);
  }

  #sheet(id: string): KeptSheet {
    const sheet = this.#sheets.get(id);
    if (!sheet) throw missing(`Sheet ${id}`);
    return sheet;
  }

  #run(id: string): KeptRun {
    const run = this.#runs.get(id);
    if (!run) throw missing(`Run ${id}`);
    return run;
  }

  #judgement(id: string, place: number): Judgement | null {
    const packed = this.#packed(id, place);
    return packed && unpackJudgement(packed.judgement, this.#run(id).texts, nameOf(id, place));
  }

  #packed(id: string, place: number): PackedResult | null {
    const packed = this.#run(id).log[place];
    if (packed === undefined) throw missing(`Place ${place} of run ${id}`);
    return packed;
  }
}

function nameOf(run: string, place: number): string {
  return `The judgement at place ${place} of run ${run}`;
}

function sheetHead({ head }: KeptSheet): SheetHead {
  return parseText(sheetHeadSchema, head, 'The head of a sheet');
}

function runHead({ head }: KeptRun): RunHead {
  return parseText(runHeadSchema, head, 'The head of a run');
}

function readCase(text: string): SheetCase {
  return parseText(sheetCaseSchema, text, 'A case');
}

function firstCaseOf({ cases }: KeptSheet): string {
  for (const text of cases.values()) {
    const name = firstCaseName([caseName(readCase(text))]);
    if (name !== null) return name;
  }
  return '';
}

/** What throws in here rejects, as it would in a database. */
async function soon<T>(work: () => T): Promise<T> {
  await Promise.resolve();
  return work();
}
