import type { JsonObject } from '../model/json';
import type { OutputSchema } from '../model/output-schema';
import { segments, type Path } from '../model/path';
import type { CheckRule, DecidedRule, Rubric } from '../model/rubric';
import { readsOf, type Reads } from './cut-reads';
import { cutShape, outputCutter } from './cut-shape';
import { knobsOf } from './knobs';
import { messageExpressions } from './message-template';
import type { Names } from './names';
import { overlaps } from './range/gaps';
import { Stills, type Still } from './stills';
import { expressionsOf, nameReader, touchedBy } from './touched';

/** What turning any of a rubric's knobs can change, and what that is computed from. */
export interface KnobReach {
  /** The rubric cut down to it: its program gives the same for what it still has, from far less. */
  cut: Rubric;
  /** The whole rubric, with what never moves as derived values, whose answers the cut one reads in their place. */
  whole: Rubric;
  stills: readonly Still[];
  /** Output paths that the program computes anew. Each is a field of its own. */
  places: ReadonlySet<Path>;
  /** All that it computes from a reply, moving or not. */
  computed: readonly Path[];
  /** Ids of the rubric's checks whose outcome may change. */
  checks: ReadonlySet<string>;
  headline: { value: boolean; verdict: boolean };
  reads: Reads;
  /** Whether what a rule says of this place is read, in whole or in part. */
  isRead: (path: Path) => boolean;
  /** Of an output of the rubric's what the cut one has room for. */
  cutOutput: (output: JsonObject) => JsonObject;
  /** Whether the cut rubric has the expression at this place of the rubric. */
  has: (where: string) => boolean;
}

/** Stands for a score that no knob moves. */
export const stillHeadline = 'null';

/**
 * Null where it cannot be kept apart: a part of a list, or of an object that is decided as one, would move, or an expression
 * looks at the output as a whole.
 */
export function knobReach(rubric: Rubric): KnobReach | null {
  const finder = new Finder(rubric);
  if (![...finder.places].every((path) => isField(rubric.output, segments(path)))) return null;
  const reach = finder.reach();
  return reach.reads.output.has('') ? null : reach;
}

class Finder {
  readonly places: ReadonlySet<Path>;
  readonly #rubric: Rubric;
  readonly #turned: ReadonlySet<string>;
  readonly #moving: ReadonlySet<string>;
  readonly #namesIn: (source: string) => Names;
  readonly #stills: Stills;
  readonly #derived = new Set<string>();
  readonly #rules = new Map<Path, DecidedRule>();

  constructor(rubric: Rubric) {
    this.#rubric = rubric;
    this.#namesIn = nameReader(rubric);
    this.#turned = new Set(knobsOf(rubric).map(({ where }) => where));
    const changed = Object.keys(rubric.derived).filter((name) => this.#turned.has(`derived.${name}`));
    const touched = touchedBy(rubric, changed);
    this.#moving = touched.derived;
    this.places = touched.rules;
    this.#stills = new Stills(rubric);
  }

  reach(): KnobReach {
    const { derived, decided, headline } = this.#rubric;
    const checks = this.#rubric.checks.filter((check) => this.#checkMoves(check));
    const value = this.#headlineMoves('headline.value', headline.value);
    const verdict =
      headline.verdict !== undefined && this.#headlineMoves('headline.verdict', headline.verdict);
    for (const name of this.#moving) this.#needDerived(name);
    for (const path of this.places) this.#needRule(path);
    // What they need is found as they are cut, and is picked last.
    const cutChecks = checks.map((check) => this.#cutCheck(check));
    const cutHeadline = this.#cutHeadline(value, verdict);
    const cut: Rubric = {
      ...this.#rubric,
      checks: cutChecks,
      headline: cutHeadline,
      derived: pick(derived, (name) => this.#derived.has(name)),
      decided: Object.fromEntries(
        Object.keys(decided).flatMap((path) => {
          const rule = this.#rules.get(path);
          return rule === undefined ? [] : [[path, rule]];
        }),
      ),
    };
    return this.#finish(cut, { value, verdict });
  }

  #finish(cut: Rubric, headline: KnobReach['headline']): KnobReach {
    const reads = readsOf(cut, this.#stills);
    const named = reads.facts === null ? Object.keys(cut.facts) : [...reads.facts];
    const shape = this.#stills.addTo(cutShape(cut.output, reads.output));
    const parts = new Set([
      ...Object.keys(cut.derived).map((name) => `derived.${name}`),
      ...Object.keys(cut.decided).map((path) => `decided.${path}`),
      ...cut.checks.map(({ id }) => `checks.${id}`),
      ...(headline.value ? ['headline.value'] : []),
      ...(headline.verdict ? ['headline.verdict'] : []),
    ]);
    const readRules = new Set(
      Object.keys(this.#rubric.decided).filter((path) =>
        [...reads.output].some((read) => overlaps(read, path)),
      ),
    );
    return {
      cut: {
        ...cut,
        // They are found already: no expression of theirs is needed.
        facts: Object.fromEntries(named.map((name) => [name, { label: name }])),
        output: shape,
      },
      whole: { ...this.#rubric, derived: { ...this.#rubric.derived, ...this.#stills.asDerived() } },
      stills: this.#stills.all,
      places: this.places,
      computed: Object.entries(this.#rubric.decided).flatMap(([path, rule]) =>
        this.#isComputed(rule) ? [path] : [],
      ),
      checks: new Set(cut.checks.map(({ id }) => id)),
      headline,
      reads,
      isRead: (path) => readRules.has(path),
      cutOutput: outputCutter(this.#rubric.output, reads.output),
      has: (where) =>
        parts.has(where) || parts.has(where.replace(/\.(when|value|range|because|assert|message)$/, '')),
    };
  }

  #moves(source: string): boolean {
    const { derived, output } = this.#namesIn(source);
    return (
      [...derived].some((name) => this.#moving.has(name)) ||
      [...output].some((read) => [...this.places].some((path) => overlaps(read, path)))
    );
  }

  /** Where a check reads what the judge itself states, it must go on to read it: whether it is a claim rests on that. */
  #readsStated(source: string): boolean {
    const { stated_value: value, stated_verdict: verdict } = this.#rubric.headline;
    const stated = [value, verdict].filter((path) => path !== undefined);
    return [...this.#namesIn(source).output].some((read) => stated.some((path) => overlaps(read, path)));
  }

  #checkMoves({ id, when, assert, message }: CheckRule): boolean {
    const sources = [assert, ...(when === undefined ? [] : [when])];
    const said = messageExpressions(`checks.${id}.message`, message, this.#rubric);
    return [...sources, ...said].some((source) => this.#moves(source));
  }

  #headlineMoves(where: string, source: string): boolean {
    return this.#turned.has(where) || this.#moves(source);
  }

  #need(source: string): void {
    const { derived, output } = this.#namesIn(source);
    for (const name of derived) this.#needDerived(name);
    for (const [path, rule] of Object.entries(this.#rubric.decided)) {
      const isRead = [...output].some((read) => overlaps(read, path));
      if (isRead && this.#isComputed(rule)) this.#needRule(path);
    }
  }

  #needDerived(name: string): void {
    const given = this.#rubric.derived[name];
    if (given === undefined || this.#derived.has(name)) return;
    this.#derived.add(name);
    this.#need(typeof given === 'string' ? given : given.value);
  }

  #needRule(path: Path): void {
    const rule = this.#rubric.decided[path];
    if (rule === undefined || this.#rules.has(path)) return;
    this.#rules.set(path, rule);
    this.#rules.set(path, this.#cutRule(rule));
  }

  /** From the reply, not before it. */
  #isComputed(rule: DecidedRule): boolean {
    return expressionsOf(rule).some((source) => {
      const { roots } = this.#namesIn(source);
      return roots.has('output') || roots.has('derived');
    });
  }

  #still(source: string, role: Still['role']): string {
    const isStill = !this.#moves(source) && this.#namesIn(source).roots.size > 0;
    if (isStill) return this.#stills.standIn(source, role);
    this.#need(source);
    return source;
  }

  #cutRule(rule: DecidedRule): DecidedRule {
    // Judge and program were compared when the case was judged, and are not again.
    const shared = { severity: 'error' as const, compare: false };
    if (typeof rule === 'string') {
      this.#need(rule);
      return { value: rule, ...shared };
    }
    const { when, because, value, range } = rule;
    for (const source of [value, range]) if (source !== undefined) this.#need(source);
    return {
      ...rule,
      ...shared,
      ...(when === undefined ? {} : { when: this.#still(when, 'truth') }),
      ...(because === undefined ? {} : { because: this.#still(because, 'reason') }),
    };
  }

  #cutCheck(check: CheckRule): CheckRule {
    const { id, when, assert, message } = check;
    const truth = (source: string) => {
      if (!this.#readsStated(source)) return this.#still(source, 'truth');
      this.#need(source);
      return source;
    };
    const said = messageExpressions(`checks.${id}.message`, message, this.#rubric);
    return {
      ...check,
      ...(when === undefined ? {} : { when: truth(when) }),
      assert: truth(assert),
      message: said.map((source) => `{{ ${this.#still(source, 'words')} }}`).join(''),
    };
  }

  #cutHeadline(value: boolean, verdict: boolean): Rubric['headline'] {
    const { verdict: source, ...headline } = this.#rubric.headline;
    if (value) this.#need(headline.value);
    if (verdict && source !== undefined) this.#need(source);
    return {
      ...headline,
      value: value ? headline.value : stillHeadline,
      ...(verdict && source !== undefined ? { verdict: source } : {}),
    };
  }
}

function pick<T>(from: Readonly<Record<string, T>>, wanted: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => wanted(name)));
}

function isField(schema: OutputSchema, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return !('properties' in schema) && !('prefixItems' in schema);
  if (!('properties' in schema) || !Object.hasOwn(schema.properties, key)) return false;
  const property = schema.properties[key];
  return property !== undefined && isField(property, rest);
}
