import type { CriterionSeed } from './criterion-seeds';
import type { LabelLine } from './levels/label-lines';
import { highest, lowest } from './levels/levels';
import { withinLine, type LevelGroup } from './levels/level-forms';
import { finding, type Certainty, type NewFinding, type ProposedCriterion, type Span } from './proposal';
import { agree, joined, showRange, type ScaleStatement, type Range } from './levels/ranges';
import { lineAt, spanOf, wordsOf, type Line, type PromptText } from './text-lines';
import { finished } from './proposed-criterion';
import { TOTAL_KEY } from './rules/rule-totals';
import { GENERIC, scoresEach } from './text-criteria';
import { GOOD_MATCH, NameIndex, titleLines, titleMatch, titleName, titlesAbove } from './titles';

export interface Reading {
  text: PromptText;
  groups: readonly LevelGroup[];
  scales: readonly ScaleStatement[];
  labels: readonly LabelLine[];
  /** Lines of samples and worked examples. */
  skipped: ReadonlySet<number>;
  /** Where samples and worked replies stand. */
  samples: readonly Span[];
}

/** A criterion in the making: the seed with what the text says about it. */
export interface Draft {
  seed: CriterionSeed;
  title: Line | undefined;
  group: LevelGroup | undefined;
  groupShared: boolean;
  /** The title of levels that were given to it by their place alone. */
  otherName?: Line | undefined;
  range: Range | undefined;
  rangeSpans: Span[];
  rangeCertainty: Certainty;
}

/** `whole`: what the text says about decimals. */
export type ReadCriterion = ProposedCriterion & { whole: boolean | undefined };

export interface ReadCriteria {
  criteria: ReadCriterion[];
  findings: NewFinding[];
}

export function readCriteria(reading: Reading, seeds: readonly CriterionSeed[]): ReadCriteria {
  const findings: NewFinding[] = [];
  const titles = titleLines(reading.text, reading.skipped);
  const drafts = seeds.map((seed): Draft => ({
    seed,
    title: undefined,
    group: undefined,
    groupShared: false,
    range: seed.field.range,
    rangeSpans: [],
    rangeCertainty: 'stated',
  }));
  const index = new NameIndex(drafts, ({ seed }) => seed.names);
  giveTitles(index, titles);
  ownGroups(reading, drafts, index);
  for (const draft of drafts) draft.group ??= groupInSlot(reading, draft);
  const owners = new Map(reading.scales.map((scale) => [scale, scaleOwner(reading, scale, drafts, index)]));
  for (const draft of drafts)
    if (draft.seed.kind === 'score') settleRange(reading, draft, owners, findings, drafts);
  for (const { otherName, seed } of drafts) {
    if (
      otherName === undefined ||
      !/[A-Za-z]{3}/u.test(otherName.plain) ||
      wordsOf(titleName(otherName.plain)).length > 6
    )
      continue;
    const about = [seed.names[0] ?? '', titleName(otherName.plain)];
    findings.push(finding('one-thing-two-names', about, [spanOf(otherName), ...seed.field.spans]));
  }
  const taken = new Set<string>();
  return { criteria: drafts.map((draft) => finished(reading, draft, taken)), findings };
}

const matchOf = (line: Line, seed: CriterionSeed): number =>
  Math.max(0, ...seed.names.map((name) => titleMatch(line.plain, name)));

/** Gives each criterion the line that names it best. */
function giveTitles(index: NameIndex<Draft>, titles: readonly Line[]): void {
  const most = new Map<Draft, number>();
  for (const line of titles) {
    for (const draft of index.near(line.plain)) {
      // A label's own line names the label.
      if (draft.seed.field.enum?.includes(titleName(line.plain)) === true) continue;
      const match = matchOf(line, draft.seed) + (line.heading > 0 ? 0.05 : 0);
      if (match <= (most.get(draft) ?? GOOD_MATCH) + 0.001) continue;
      draft.title = line;
      most.set(draft, match);
    }
  }
}

/** The criterion that a line above a group or statement names. */
function ownerAbove(
  reading: Reading,
  line: number,
  index: NameIndex<Draft>,
): { draft: Draft; distance: number } | undefined {
  // What stands above a heading belongs to the part before it.
  const isHeading = (reading.text.lines[line]?.heading ?? 0) > 0;
  for (const [distance, title] of titlesAbove(reading.text, line, reading.skipped).entries()) {
    if (isHeading && title.heading === 0) continue;
    const ranked = [...index.near(title.plain)]
      .map((draft) => ({ draft, match: draft.title === title ? 2 : matchOf(title, draft.seed) }))
      .toSorted((a, b) => b.match - a.match);
    const first = ranked[0];
    if (
      first !== undefined &&
      first.match >= GOOD_MATCH &&
      (title.heading > 0 || first.match > 0.8 || !/.{120}|[.!?。]$/u.test(title.plain))
    )
      return { draft: first.draft, distance };
  }
  return undefined;
}

/** Gives each score its levels: by the title above them, by order, or one list for all. */
function ownGroups(reading: Reading, drafts: Draft[], index: NameIndex<Draft>): void {
  const scores = drafts.filter(({ seed }) => seed.kind === 'score');
  if (scores.length === 0) return;
  const free: LevelGroup[] = [];
  const ranked = reading.groups.toSorted((a, b) => rank(a) - rank(b) || a.firstLine - b.firstLine);
  const partNames = scores.flatMap(({ seed }) => seed.parts.map(({ name }) => name));
  for (const group of ranked) {
    // A numbered list of what is scored is no scale.
    const names =
      group.form === 'ordinal' ? group.levels.map(({ name, description }) => name || description) : [];
    if (
      names.some((name) => drafts.some(({ seed }) => seed.names.some((own) => titleMatch(name, own) >= 0.8)))
    )
      continue;
    // "1 to 5 for each criterion: 1 = …" is said of all.
    const { plain: own = '' } = reading.text.lines[group.firstLine] ?? {};
    const ofAll =
      scoresEach(own) ||
      scoresEach(reading.text.lines[group.firstLine - 1]?.plain ?? '') ||
      // "Scale: 1 = …", the only one, below the last criterion.
      (reading.groups.length === 1 && GENERIC.test(titleName(own))) ||
      standsBelowList(reading, group, scores);
    if (ofAll && scores.every(sumsUp)) continue;
    const owner =
      ofAll && scores.length > 1
        ? undefined
        : scores.length === 1 && scores[0] !== undefined
          ? { draft: scores[0], distance: 0 }
          : ownerAbove(reading, ownLine(group) ? group.firstLine + 1 : group.firstLine, index);
    const ofPart = partNames.some((name) =>
      titlesAbove(reading.text, group.firstLine, reading.skipped)
        .slice(0, 2)
        .some((title) => titleMatch(title.plain, name) >= 0.8),
    );
    if (ofPart) continue;
    const isDirect = owner?.distance === 0 && (scores.length > 1 || reading.groups.length === 1);
    if (owner === undefined || owner.draft.seed.kind !== 'score') free.push(group);
    else if (fits(group, owner.draft.range, isDirect) && better(group, owner.draft))
      owner.draft.group = group;
  }
  const open = scores.filter(({ group }) => group === undefined);
  const solid = free
    .filter(({ form }) => form !== 'after' && form !== 'ends' && form !== 'ordinal')
    .toSorted((a, b) => a.firstLine - b.firstLine);
  // What is left over on both sides goes together in order, under two names.
  const fitting = open.filter(
    ({ range }) => solid.some((group) => fits(group, range, false)) || range === undefined,
  );
  const inOrder = solid.length === open.length ? open : fitting;
  if (solid.length > 0 && solid.length === inOrder.length)
    inOrder.forEach((draft, index) => {
      draft.group = solid[index];
      draft.otherName = titlesAbove(reading.text, solid[index]?.firstLine ?? 0, reading.skipped).find(
        ({ heading }) => heading > 0,
      );
    });
  else if (open.length > 1 && open.length === scores.length && solid.length <= 1) {
    const shared = solid[0] ?? free[0];
    for (const draft of open) {
      if (shared === undefined || !fits(shared, draft.range, false) || sumsUp(draft)) continue;
      draft.group = shared;
      draft.groupShared = true;
    }
  }
}

/** Apart from a list with one line for each of several criteria, and no deeper: the levels are of them all. */
function standsBelowList({ text }: Reading, { firstLine }: LevelGroup, scores: readonly Draft[]): boolean {
  let at = firstLine - 1;
  while (text.lines[at]?.plain === '') at -= 1;
  const last = text.lines[at];
  const isApart = at < firstLine - 1 && last !== undefined && last.bullet !== '';
  if (!isApart || (text.lines[firstLine]?.indent ?? 0) > last.indent) return false;
  let items = 0;
  for (; text.lines[at]?.bullet !== '' && text.lines[at]?.indent === last.indent; at -= 1) {
    const item = text.lines[at];
    if (!scores.some(({ title }) => title === item)) return false;
    items += 1;
  }
  return items > 1;
}

/** The reply's sample has the levels itself: `<1 to 5, where 1 is poor and 5 is good>`. */
function groupInSlot({ text }: Reading, { seed: { kind, field } }: Draft): LevelGroup | undefined {
  const line = lineAt(text, field.spans[0]?.from ?? 0);
  if (kind !== 'score' || line === undefined || field.description === undefined) return undefined;
  return withinLine({ ...line, plain: field.description.replaceAll(/["“”]/gu, ''), cells: undefined })[0];
}

/** The levels stand in the line that names what they are of. */
const ownLine = ({ form }: LevelGroup): boolean => form === 'ends' || form === 'row';

const FORMS = ['row', 'table', 'lines', 'bare', 'sentences', 'ordinal', 'after', 'ends'];
const rank = ({ form }: LevelGroup): number => FORMS.indexOf(form);

/** Levels belong to a scale when they reach its end; a list right below the criterion's title may also contradict it. */
function fits(group: LevelGroup, range: Range | undefined, direct: boolean): boolean {
  if (range?.max === undefined) return true;
  if (direct && group.form !== 'after') return true;
  return (
    highest(group) === range.max ||
    (highest(group) < range.max && group.form !== 'after' && highest(group) >= range.max * 0.75) ||
    (group.form === 'ends' && highest(group) <= range.max)
  );
}

function better(group: LevelGroup, { group: before, range }: Draft): boolean {
  if (before === undefined) return true;
  const gap = (each: LevelGroup): number =>
    range?.max === undefined ? 0 : Math.abs(range.max - highest(each));
  return gap(group) < gap(before);
}

function settleRange(
  reading: Reading,
  draft: Draft,
  owners: ReadonlyMap<ScaleStatement, Draft | undefined>,
  findings: NewFinding[],
  drafts: readonly Draft[],
): void {
  const several = drafts.length > 1;
  const owned = reading.scales.filter((scale) => owners.get(scale) === draft);
  const general = reading.scales.filter(
    (scale) =>
      owners.get(scale) === undefined &&
      (scale.range.min !== undefined || isOfAll(reading, scale)) &&
      !OF_TOTAL.test(scale.before),
  );
  const named = (scale: ScaleStatement): boolean =>
    [...owners.values()].some((owner) => owner !== undefined && owner !== draft && namesIt(scale, owner));
  const whole = [...owned, ...general].find(({ range }) => range.whole !== undefined)?.range.whole;
  // Points of several aspects are no scale of the one score.
  const clash = owned.some(({ range }) => owned[0] !== undefined && !agree(range, owned[0].range));
  const own =
    owned.find(({ range }) => range.min !== undefined) ??
    (clash ? owned.find((scale) => namesIt(scale, draft)) : owned[0]);
  const stated =
    own ??
    (general.length > 0 &&
    !(
      (several || general.some((scale) => isOfAll(reading, scale))) &&
      TOTAL_KEY.test(draft.seed.field.key)
    ) &&
    general.every(({ range }) => general[0] !== undefined && agree(range, general[0].range))
      ? general[0]
      : undefined);
  // A title that lists others with scales of their own says nothing of this one.
  const near = owned.filter(
    (scale) =>
      !several ||
      namesIt(scale, draft) ||
      (scale.line === draft.title?.index && scale.range.min !== undefined && !named(scale)),
  );
  // A scale that fits the others is said of those.
  const fitsOther = ({ range }: ScaleStatement): boolean =>
    drafts.some(
      ({ seed: { field, kind } }) =>
        field !== draft.seed.field && kind === 'score' && agree(field.range ?? range, range),
    );
  const against = draft.range === undefined ? [] : general.slice(0, 1).filter((scale) => !fitsOther(scale));
  for (const scale of [...near, ...against]) {
    const known = draft.range ?? stated?.range;
    if (known === undefined || agree(scale.range, known) || scale.range.max === undefined) continue;
    const about = [draft.seed.names[0] ?? '', showRange(known), showRange(scale.range)];
    findings.push(finding('scale-disagrees', about, [scale.span, ...draft.seed.field.spans]));
    break;
  }
  if (draft.range === undefined && stated !== undefined) {
    draft.range = stated.range;
    draft.rangeSpans = [stated.span];
    draft.rangeCertainty = own === undefined ? 'inferred' : 'stated';
  } else if (draft.range !== undefined && own !== undefined && agree(draft.range, own.range))
    draft.range = joined(draft.range, own.range);
  if (whole !== undefined && draft.range !== undefined && draft.range.whole === undefined)
    draft.range = { ...draft.range, whole };
  const { group } = draft;
  if (
    draft.range?.max !== undefined &&
    draft.range.min === undefined &&
    group !== undefined &&
    group.form !== 'ends' &&
    highest(group) === draft.range.max
  )
    draft.range = { ...draft.range, min: lowest(group) };
  if (draft.range === undefined && group !== undefined && group.levels.length > 2 && group.form !== 'ends') {
    draft.range = { min: lowest(group), max: highest(group) };
    draft.rangeSpans = group.levels.map(({ span }) => span);
    draft.rangeCertainty = 'inferred';
  }
}

/** "25 points each, 100 in all". */
const OF_TOTAL = /(?:合計|総合点?|总分|총점?|합계|total(?: of)?|insgesamt|totaal|in all)\s?$/iu;
/** What sums the others up may have a scale of its own. */
const sumsUp = ({ seed: { field, names } }: Draft): boolean =>
  TOTAL_KEY.test(field.key) || TOTAL_KEY.test(names[0] ?? '');

const namesIt = ({ before }: ScaleStatement, { seed }: Draft): boolean =>
  seed.names.some((name) => titleMatch(lastWords(before), name) >= 0.8);

const isOfAll = ({ text }: Reading, { line }: ScaleStatement): boolean =>
  scoresEach(text.lines[line]?.plain ?? '');

/** Whose scale it is: named in its own line, or by the title it stands below; undefined for all. */
function scaleOwner(
  reading: Reading,
  scale: ScaleStatement,
  drafts: readonly Draft[],
  index: NameIndex<Draft>,
): Draft | undefined {
  const scores = drafts.filter(({ seed }) => seed.kind === 'score');
  const named = scores.filter((draft) => namesIt(scale, draft));
  const ofAll = isOfAll(reading, scale);
  const inLine =
    named.length > 0 || ofAll ? named : scores.filter((draft) => draft.title?.index === scale.line);
  if (inLine.length === 1) return inLine[0];
  if (ofAll && scores.some(sumsUp)) return undefined;
  if (scores.length === 1) return scores[0];
  if (ofAll) return undefined;
  const above = ownerAbove(reading, scale.line, index);
  return above !== undefined && above.draft.seed.kind === 'score' ? above.draft : undefined;
}

/** "Rigor" of "Correctness: 0-10. Rigor: ". */
const lastWords = (text: string): string =>
  text
    .replace(/^.*\d[\s)）\].,;、，점점分点]*(?=\S)/su, '')
    .replace(/[\s(（[:：*-]+$/u, '')
    .split(/[\s*]+/u)
    .slice(-4)
    .join(' ');
