import { beginExpression } from './budget';
import { fromOutput, gapsIn, overlaps } from '../range/from-schema';
import { interpret, type AbstractScope } from '../range/interpret';
import { exactly, sure, throughJson, type Entry, type Outcome, type Value } from '../range/value';
import type { JsonObject } from '../../kit/json';
import type { CaseInput } from '../facts';
import type { ObjectSchema } from '../output-schema';
import type { Path } from '../path';
import type { Expression, Scope } from './expression';
import { failOnRead, toJson } from './failure';

/** The output while it is being assessed: what is known of missing fields is added, and expressions run over it all. */
export class WorkingOutput {
  readonly #scope: Scope & { output: JsonObject; derived: JsonObject };
  readonly #overrides = new Map<Path, Value>();
  readonly #derived = new Map<string, Entry>();
  /** Places and derived values that plain CEL cannot read. */
  readonly #open: { output: Path[]; derived: Set<string> };
  readonly #missing: readonly Path[];
  /** Kept until more is known of the output: most expressions of a rubric read the same one. */
  #abstract: AbstractScope | null = null;

  constructor(
    readonly schema: ObjectSchema,
    variables: { input: CaseInput; output: JsonObject; facts: Scope['facts'] },
    readonly complete: boolean,
  ) {
    this.#scope = { ...variables, derived: {} };
    const gaps = gapsIn(schema, variables.output);
    this.#missing = gaps.map((gap) => gap.path);
    const open = gaps.filter((gap) => gap.required || !complete).map((gap) => gap.path);
    this.#open = { output: open, derived: new Set() };
  }

  know(path: Path, value: Value): void {
    if (!this.#missing.some((open) => overlaps(open, path))) return;
    this.#abstract = null;
    this.#overrides.set(path, value);
    this.#open.output.push(path);
  }

  derive(name: string, outcome: Outcome): void {
    const { value, failure } = throughJson(outcome);
    this.#derived.set(name, {
      outcome: value === null ? outcome : { value, failure },
      presence: value === null || failure === null ? 'yes' : 'maybe',
    });
    if (value === null) failOnRead('derived', this.#scope.derived, name);
    else if (value.kind === 'exact' && failure === null) this.#scope.derived[name] = toJson(value.value);
    else this.#open.derived.add(name);
  }

  /** Plain CEL where every field the expression reads has a value; bounds otherwise. */
  run(expression: Expression, stated?: Record<string, number>): Outcome {
    const { derived, output } = expression.names;
    const isOpen =
      [...derived].some((name) => this.#open.derived.has(name)) ||
      [...output].some((path) => this.#open.output.some((open) => overlaps(open, path)));
    if (!isOpen) return expression.evaluate(stated === undefined ? this.#scope : { ...this.#scope, stated });
    const scope = this.#abstractScope();
    beginExpression();
    return interpret(
      expression.ast,
      stated === undefined ? scope : new Map(scope).set('stated', exactly(stated)),
    );
  }

  #abstractScope(): AbstractScope {
    const known = { overrides: this.#overrides, complete: this.complete };
    this.#abstract ??= new Map([
      ['input', exactly(this.#scope.input)],
      ['facts', exactly(this.#scope.facts)],
      ['output', sure(fromOutput(this.schema, this.#scope.output, '', known))],
      ['derived', sure({ kind: 'map', entries: this.#derived })],
    ]);
    return this.#abstract;
  }
}
