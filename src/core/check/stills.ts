import type { JsonObject } from '../model/json';
import type { Known } from '../model/judgement';
import type { ObjectSchema } from '../model/output-schema';
import type { Rubric } from '../model/rubric';

/** An expression that says the same of a case however the knobs are turned. */
export interface Still {
  /** Of the derived value that finds its answer, and of the output field that holds it. */
  name: string;
  source: string;
  /** `truth`: a condition. `reason`: words, or null. `words`: whatever goes into a message. Of the last two only that they can be said. */
  role: 'truth' | 'reason' | 'words';
}

/** Expressions that need not be evaluated again: a field with the answer stands in for each. */
export class Stills {
  readonly all: Still[] = [];
  readonly #prefix: string;

  constructor({ output, derived }: Rubric) {
    const taken = [...Object.keys(output.properties), ...Object.keys(derived)];
    let prefix = 'still_';
    while (taken.some((name) => name.startsWith(prefix))) prefix += '_';
    this.#prefix = prefix;
  }

  /** The expression that reads the answer. */
  standIn(source: string, role: Still['role']): string {
    const known = this.all.find((still) => still.source === source && still.role === role);
    const name = known?.name ?? `${this.#prefix}${this.all.length}`;
    if (!known) this.all.push({ name, source, role });
    // What is no truth value breaks either, as the expression itself did.
    return role === 'truth' ? `output.${name}` : `output.${name} ? "" : ""`;
  }

  /** The question of whether it holds is put so that what is no truth value fails. */
  asDerived(): Rubric['derived'] {
    return Object.fromEntries(
      this.all.map(({ name, source, role }) => [
        name,
        role === 'truth' ? `(${source}\n) ? true : false` : source,
      ]),
    );
  }

  addTo(shape: ObjectSchema): ObjectSchema {
    const names = this.all.map(({ name }) => name);
    const fields = Object.fromEntries(names.map((name) => [name, { type: 'boolean' as const }]));
    const left = { ...shape, properties: { ...shape.properties, ...fields } };
    return shape.required === undefined ? left : { ...left, required: [...shape.required, ...names] };
  }
}

/** No truth value: what reads it breaks. */
const broken = 'broken';

/** The fields that stand for answers. One that is open is left out, as is a field that nobody decided. */
export function stillAnswers(stills: readonly Still[], derived: Readonly<Record<string, Known>>): JsonObject {
  return Object.fromEntries(
    stills.flatMap(({ name, role }): [string, boolean | string][] => {
      const known = derived[name];
      if (known === undefined || known.kind === 'error') return [[name, broken]];
      if (role === 'words') return [[name, true]];
      if (known.kind !== 'value') return role === 'truth' ? [] : [[name, true]];
      if (role === 'truth') return [[name, known.value === true]];
      return [[name, known.value === null || typeof known.value === 'string' ? true : broken]];
    }),
  );
}
