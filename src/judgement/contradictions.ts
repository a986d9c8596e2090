import type { Weighable } from './judgement';
import { differs, numberOf } from './explain';
import { segments, type Path } from '../rubric/path';
import { criterionPath, fieldLabel, type Criterion, type Rubric } from '../rubric/rubric';
import type { CheckResult, Field, Known } from '../rubric/values';

type Explained = Pick<Weighable, 'fields' | 'checks' | 'headline'>;

/** What a finding is about, as a reader knows it. */
export interface Place {
  kind: 'criterion' | 'part' | 'total' | 'verdict' | 'other';
  label: string;
  criterion?: string;
  part?: string;
}

/** What doesn't hold, once, with all that says so. */
export interface Contradiction {
  severity: 'error' | 'warning';
  place: Place;
  /** What the rubric's checks say, then where facts and judge differ. */
  checks: CheckResult[];
  differences: Difference[];
  /** Words of a rationale, as they stand there. */
  words: string[];
  facts: string[];
  therefore: Place[];
  /** What fails only because this does. */
  consequences: Contradiction[];
}

export interface Difference {
  path: Path;
  place: Place;
  judge: Known;
  facts: Known;
  because?: string | undefined;
  /** The sum of the judge's own fields, not a fact about the case. */
  computed: boolean;
}

interface Finding extends Contradiction {
  key: string;
  paths: Set<Path>;
  sources: Set<Path>;
  /** What its checks compare. */
  compared: Set<Path>;
}

interface Mentions {
  facts: Set<string>;
  output: Set<Path>;
}

/** What an expression of the rubric reads, and what the computed values in it read. */
export function mentionsIn({ derived }: Rubric, expressions: readonly (string | undefined)[]): Mentions {
  const found: Mentions = { facts: new Set(), output: new Set() };
  const seen = new Set<string>();
  const read = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\bfacts\.(\w+)/g)) found.facts.add(name);
    for (const [, place = ''] of text.matchAll(/\boutput\.([\w.[\]]+)/g))
      found.output.add(place.replaceAll(/\[(\d+)\]/g, '.$1'));
    for (const [, name = ''] of text.matchAll(/\bderived\.(\w+)/g)) {
      const rule = derived[name];
      if (rule === undefined || seen.has(name)) continue;
      seen.add(name);
      read(typeof rule === 'string' ? rule : rule.value);
    }
  };
  for (const text of expressions) if (text !== undefined) read(text);
  return found;
}

function ruleMentions(rubric: Rubric, path: Path): Mentions {
  const rule = rubric.decided[path];
  if (rule === undefined) return { facts: new Set(), output: new Set() };
  return mentionsIn(rubric, typeof rule === 'string' ? [rule] : [rule.when, rule.value, rule.range]);
}

/** The names of the facts that the rubric compares with a criterion, its parts and its reasons. */
export function factsAbout(rubric: Rubric, paths: readonly Path[]): Set<string> {
  const near = (path: Path): boolean => paths.some((one) => one === path || parentOf(one) === parentOf(path));
  const beside = (path: Path): boolean => (path.includes('.') ? near(path) : paths.includes(path));
  const names = Object.keys(rubric.decided)
    .filter(beside)
    .flatMap((path) => [...ruleMentions(rubric, path).facts]);
  const checks = [
    ...rubric.checks.map(({ about, when, assert, message }) => ({ about, texts: [when, assert, message] })),
    ...rubric.statements.map(({ about, when, assert }) => ({ about: [about], texts: [when, assert] })),
  ];
  // A check about everything tells nothing about one criterion.
  const own = checks.filter(({ about }) => about.length > 0 && about.length < 3 && about.some(beside));
  return new Set([...names, ...own.flatMap(({ texts }) => [...mentionsIn(rubric, texts).facts])]);
}

function parentOf(path: Path): Path {
  return segments(path).slice(0, -1).join('.');
}

export function pathsOf(criterion: Criterion): Path[] {
  const parts = criterion.parts.flatMap(({ score, rationale }) => [score, rationale]);
  return [criterionPath(criterion), criterion.rationale, ...parts].filter((path) => path !== undefined);
}

export function placeOf(rubric: Rubric, path: Path): Place {
  const { stated_value: total, stated_verdict: verdict, label } = rubric.headline;
  const isScore = rubric.criteria.some((criterion) => criterionPath(criterion) === path);
  if (path === total) return { kind: 'total', label: label ?? '' };
  if (path === verdict && !isScore) return { kind: 'verdict', label: '' };
  const parent = parentOf(path);
  const beside = (other: Path | undefined): boolean =>
    other !== undefined && parent !== '' && parentOf(other) === parent;
  const owners = rubric.criteria.flatMap((criterion) => [
    {
      place: { kind: 'criterion', label: criterion.label, criterion: criterion.id } as const,
      paths: [criterionPath(criterion), criterion.rationale],
    },
    ...criterion.parts.map((part) => ({
      place: { kind: 'part', label: part.label, criterion: criterion.id, part: part.id } as const,
      paths: [part.score, part.rationale],
    })),
  ]);
  const owner =
    owners.find(({ paths: [score] }) => score === path) ??
    owners.find(({ paths }) => paths.includes(path)) ??
    owners.find(({ paths }) => paths.some(beside));
  return owner?.place ?? { kind: 'other', label: fieldLabel(rubric, path) };
}

/** Errors first, then warnings; what follows from another is named with it. */
export function contradictionsOf(rubric: Rubric, judgement: Explained): Contradiction[] {
  const findings = gather(rubric, judgement);
  const roots = new Set(findings);
  // From the largest sum downwards, so that a total is named with its section, and a section with its part.
  const sums = findings.filter(isSum).toSorted((a, b) => b.sources.size - a.sources.size);
  for (const sum of sums) {
    const cause = causeOf(sum, findings);
    if (cause === null) continue;
    cause.therefore.push(sum.place, ...sum.therefore);
    roots.delete(sum);
  }
  for (const finding of roots) {
    const cause = [...roots].find((other) => isConsequence(finding, other));
    if (cause === undefined) continue;
    cause.consequences.push(finding);
    roots.delete(finding);
  }
  const left: Contradiction[] = [...roots];
  addTotal(rubric, judgement, left);
  const order = rubric.criteria.map(({ id }) => id);
  const rank = ({ severity, place }: Contradiction): number =>
    (severity === 'warning' ? 1000 : 0) +
    (place.criterion === undefined ? order.length : order.indexOf(place.criterion));
  return left.toSorted((a, b) => rank(a) - rank(b));
}

/** A check that compares a field which facts refute, or gives their reason once more. */
function isConsequence({ checks, differences, compared }: Finding, cause: Finding): boolean {
  if (differences.length > 0 || cause.severity !== 'error') return false;
  const refuted = cause.differences.filter(({ computed }) => !computed);
  return checks.every(
    ({ message, outcome }) =>
      outcome === 'failed' &&
      refuted.some(
        ({ path, because }) => compared.has(path) || (because !== undefined && message.includes(because)),
      ),
  );
}

function isSum({ severity, checks, differences }: Finding): boolean {
  return severity === 'error' && checks.length === 0 && differences.every(({ computed }) => computed);
}

function gather(rubric: Rubric, { checks, fields }: Explained): Finding[] {
  const fieldAt = new Map(fields.map((field) => [field.path, field]));
  const findings: Finding[] = [];
  for (const check of checks) {
    if (check.outcome !== 'failed' && check.outcome !== 'broken') continue;
    const [path = ''] = check.about;
    const place = path === '' ? { kind: 'other' as const, label: check.title } : placeOf(rubric, path);
    const field = check.id.startsWith('program:') ? fieldAt.get(path) : undefined;
    const { facts, output } = field ? ruleMentions(rubric, path) : checkMentions(rubric, check);
    const severity = check.outcome === 'broken' ? 'error' : check.severity;
    const computed = field !== undefined && output.size > 0;
    // A sum is a statement of its own; what a rationale says belongs to the part it is about.
    const key = `${severity}:${computed ? check.id : [place.kind, place.criterion, place.part, place.label].join(':')}`;
    // The same reason for several fields is one cause.
    const same = findings.find(
      (one) =>
        one.key === key ||
        (field?.because !== undefined &&
          !computed &&
          one.severity === severity &&
          one.differences.some(({ because }) => because === field.because)),
    );
    const finding = same ?? {
      key,
      severity,
      place,
      checks: [],
      differences: [],
      words: [],
      facts: [],
      therefore: [],
      consequences: [],
      paths: new Set<Path>(),
      sources: new Set<Path>(),
      compared: new Set<Path>(),
    };
    if (!same) findings.push(finding);
    if (field) addDifference(finding, field, place, computed);
    else finding.checks.push(check);
    finding.words.push(...(check.words ?? []));
    finding.facts = [...new Set([...finding.facts, ...facts])];
    for (const about of check.about) finding.paths.add(about);
    for (const path of output) (computed ? finding.sources : finding.compared).add(path);
  }
  return findings;
}

/** A yes or no and the points that go with it are one difference: the points tell more. */
function addDifference({ differences }: Finding, field: Field, place: Place, computed: boolean): void {
  const { known: judge, programSays: facts = { kind: 'undecided' }, because } = field;
  const difference = { path: field.path, place, judge, facts, because, computed };
  const at = differences.findIndex((one) => one.because === because && one.place.label === place.label);
  if (at === -1) differences.push(difference);
  else if (numberOf(judge) !== null) differences[at] = difference;
}

function checkMentions(rubric: Rubric, { id }: CheckResult): Mentions {
  const check = rubric.checks.find((one) => one.id === id);
  const statement = rubric.statements.find((one) => `says:${one.id}` === id);
  const rule = check ?? statement;
  return mentionsIn(rubric, rule ? [rule.when, rule.assert] : []);
}

/** A smaller sum that is wrong; failing that, the fields whose correction makes this sum right. */
function causeOf(sum: Finding, findings: readonly Finding[]): Finding | null {
  const within = (one: Finding): boolean =>
    one !== sum &&
    isSum(one) &&
    [...one.sources].every((path) => sum.sources.has(path)) &&
    (one.sources.size < sum.sources.size || (sum.place.kind === 'verdict' && one.place.kind === 'total'));
  const [section] = findings.filter(within).toSorted((a, b) => b.sources.size - a.sources.size);
  if (section) return section;
  const wrong = findings.filter(
    (one) => one.severity === 'error' && !isSum(one) && [...one.paths].some((path) => sum.sources.has(path)),
  );
  // A rule that names the verdict too has said it already.
  const named = wrong.find(
    ({ paths }) => sum.place.kind === 'verdict' && [...sum.paths].some((path) => paths.has(path)),
  );
  if (named) return named;
  const [own] = sum.differences;
  const off = own ? distance(own) : null;
  const offs = wrong.map(
    ({ differences }) => differences.map(distance).find((by) => by !== null && by !== 0) ?? 0,
  );
  const explained = off !== null && off === -offs.reduce((all, by) => all + by, 0);
  return explained ? (wrong[0] ?? null) : null;
}

/** By how much the judge's number is above the other one. */
function distance({ judge, facts }: Difference): number | null {
  const [said, right] = [numberOf(judge), numberOf(facts)];
  return said === null || right === null ? null : said - right;
}

/** Where the stated total fits the judge's own parts, but not what facts leave of them. */
function addTotal(rubric: Rubric, { headline }: Explained, contradictions: readonly Contradiction[]): void {
  if (headline?.statedValue === undefined || !differs(headline.value, headline.statedValue)) return;
  const named = contradictions.some(
    ({ place, therefore }) => place.kind === 'total' || therefore.some(({ kind }) => kind === 'total'),
  );
  const cause = contradictions.find(
    ({ severity, place, differences }) => severity === 'error' && place.criterion && differences.length > 0,
  );
  if (!named) cause?.therefore.push({ kind: 'total', label: rubric.headline.label ?? '' });
}
