import { compileRubric } from '../core/check/compile-rubric';
import { readCsvCases } from '../core/cases/read-csv-cases';
import type { Case } from '../core/model/case';
import type { Rubric, RubricSource } from '../core/model/rubric';
import { rubricFromContract } from '../core/rubric/rubric-from-contract';
import type { ReadyRubric } from '../pipeline/judge-case';

export interface ShelvedRubric {
  id: string;
  rubric: Rubric;
  fileUrl: string;
}
/** A rubric whose file cannot be used, with what its author must mend. */
export interface BrokenRubric {
  id: string;
  problems: string[];
}

/** The rubrics at hand. Reading one is cheap; what a run needs (compiled rules, facts) is prepared on first use. */
export class RubricShelf {
  readonly usable: ShelvedRubric[] = [];
  readonly broken: BrokenRubric[] = [];
  readonly #sources = new Map<string, RubricSource>();
  readonly #ready = new Map<string, Promise<ReadyRubric>>();

  constructor(sources: readonly RubricSource[]) {
    for (const source of sources) {
      const read = rubricFromContract(source.contract, source.prompt);
      if (read.ok) {
        this.#sources.set(source.id, source);
        this.usable.push({ id: source.id, rubric: read.rubric, fileUrl: source.fileUrl });
      } else {
        this.broken.push({ id: source.id, problems: read.problems.map((problem) => problem.message) });
      }
    }
  }

  find(id: string): ShelvedRubric | undefined {
    return this.usable.find((shelved) => shelved.id === id);
  }

  /** Rejects when the rubric's own expressions are wrong: its author must see that before any case is judged. */
  ready(id: string): Promise<ReadyRubric> {
    let ready = this.#ready.get(id);
    if (!ready) {
      ready = this.#prepare(id);
      this.#ready.set(id, ready);
      // A failed download of the facts must not stay for good.
      ready.catch(() => this.#ready.delete(id));
    }
    return ready;
  }

  async samples(id: string): Promise<Case[]> {
    const csv = await this.#source(id).loadSamples();
    const names = this.find(id)?.rubric.inputs.map((input) => input.name) ?? [];
    return csv === null ? [] : readCsvCases(csv, names);
  }

  async #prepare(id: string): Promise<ReadyRubric> {
    const shelved = this.find(id);
    if (!shelved) throw new Error(`Expected a rubric on the shelf, got "${id}".`);
    const compiled = compileRubric(shelved.rubric);
    if (!compiled.ok) {
      const problems = compiled.problems.map(({ where, message }) => `${where}: ${message}`);
      throw new Error(`The rubric "${id}" has errors in its expressions. ${problems.join(' ')}`);
    }
    return {
      rubric: shelved.rubric,
      program: compiled.program,
      findFacts: await this.#source(id).loadFacts(),
    };
  }

  #source(id: string): RubricSource {
    const source = this.#sources.get(id);
    if (!source) throw new Error(`Expected a rubric on the shelf, got "${id}".`);
    return source;
  }
}
