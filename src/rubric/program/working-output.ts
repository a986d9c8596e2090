import { isJsonObject, type Json, type JsonObject } from '../../kit/json';
import type { ObjectSchema } from '../output-schema';
import { segments, type Path } from '../path';
import { evaluated } from './decide';
import { toJson, failOnRead } from './failure';
import type { Expression, Scope } from './expression';
import { exactly, sure, throughJson, type Entry, type Outcome, type Value } from '../range/value';
import { fromOutput, gapsIn, overlaps } from '../range/from-schema';
import { interpret, type AbstractScope } from '../range/interpret';
import type { AssessScope } from './rubric-program';

/** Whether an optional field that is missing was left out on purpose. `computed`: what follows from other fields. */
export function isComplete(
  shape: ObjectSchema,
  scope: Pick<AssessScope, 'output' | 'comparing' | 'complete'>,
  computed: readonly Path[],
): boolean {
  if (scope.complete !== undefined) return scope.complete;
  if (scope.comparing) return true;
  return gapsIn(shape, scope.output).every(
    (gap) => !gap.required || computed.some((path) => overlaps(path, gap.path)),
  );
}

/** A copy with `value` at `path`, or undefined where that would leave a hole in a list. */
function withValue(root: Json | undefined, keys: readonly string[], value: Json): Json | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(root)) {
    const index = Number(key);
    const inner = index < root.length ? withValue(root[index], rest, value) : undefined;
    return inner === undefined ? undefined : root.map((item, place) => (place === index ? inner : item));
  }
  if (/^\d+$/.test(key)) return undefined;
  const object = isJsonObject(root) ? root : {};
  const inner = withValue(Object.hasOwn(object, key) ? object[key] : undefined, rest, value);
  return inner === undefined ? undefined : { ...object, [key]: inner };
}

/** The output while it is being assessed: fields and derived values are added, and expressions run over what is there. */
export class WorkingOutput {
  readonly #schema: ObjectSchema;
  readonly #complete: boolean;
  readonly #scope: Scope & { output: JsonObject; derived: JsonObject };
  readonly #overrides = new Map<Path, Value>();
  readonly #derived = new Map<string, Entry>();
  readonly #openDerived = new Set<string>();
  /** Where nothing stands, left out on purpose or not. */
  readonly #missing: readonly Path[];
  /** Where something is still to come. */
  #gaps: Path[];
  #abstract: AbstractScope | null = null;

  constructor(
    schema: ObjectSchema,
    variables: { input: Scope['input']; facts: Scope['facts']; output: JsonObject },
    complete: boolean,
  ) {
    this.#schema = schema;
    this.#complete = complete;
    this.#scope = { ...variables, derived: {} };
    const missing = gapsIn(schema, variables.output);
    this.#missing = missing.map((gap) => gap.path);
    this.#gaps = missing.filter((gap) => gap.required || !complete).map((gap) => gap.path);
  }

  /** What is known of a place that is not filled. */
  know(path: Path, value: Value): void {
    if (!this.#missing.some((open) => overlaps(open, path))) return;
    this.#abstract = null;
    this.#overrides.set(path, value);
    const filled =
      value.kind === 'exact' && this.#missing.includes(path)
        ? withValue(this.#scope.output, segments(path), toJson(value.value))
        : undefined;
    if (isJsonObject(filled)) {
      this.#scope.output = filled;
      this.#gaps = this.#gaps.filter((open) => open !== path);
    } else this.#gaps.push(path);
  }

  derive(name: string, outcome: Outcome): void {
    const { value, failure } = throughJson(outcome);
    if (value === null) {
      failOnRead('derived', this.#scope.derived, name);
      this.#derived.set(name, { outcome, presence: 'yes' });
      return;
    }
    this.#derived.set(name, { outcome: { value, failure }, presence: failure === null ? 'yes' : 'maybe' });
    if (value.kind === 'exact' && failure === null) this.#scope.derived[name] = toJson(value.value);
    else this.#openDerived.add(name);
  }

  /** Plain CEL where every field the expression reads is there; bounds otherwise. */
  run(expression: Expression): Outcome {
    if (this.#isOpen(expression)) return interpret(expression.ast, this.#abstractScope());
    return evaluated(expression, this.#scope);
  }

  #isOpen({ names }: Expression): boolean {
    if ([...names.derived].some((name) => this.#openDerived.has(name))) return true;
    return [...names.output].some((path) => this.#gaps.some((gap) => overlaps(gap, path)));
  }

  #abstractScope(): AbstractScope {
    const known = { overrides: this.#overrides, complete: this.#complete };
    this.#abstract ??= new Map([
      ['input', exactly(this.#scope.input)],
      ['facts', exactly(this.#scope.facts)],
      ['output', sure(fromOutput(this.#schema, this.#scope.output, '', known))],
      ['derived', sure({ kind: 'map', entries: this.#derived })],
    ]);
    return this.#abstract;
  }
}
