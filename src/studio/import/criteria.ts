import type { CriterionSeed } from './criterion-seeds';
import type { LabelLine } from './levels/label-lines';
import { highest, lowest } from './levels/levels';
import type { LevelGroup } from './levels/level-forms';
import type { Certainty, Finding, ProposedCriterion, Span } from './proposal';
import { agree, joined, showRange } from './levels/scales';
import type { ScaleStatement } from './levels/scales';
import type { Range } from './levels/ranges';
import { spanOf, wordsOf } from './text-lines';
import type { Line, PromptText } from './text-lines';
import { finished } from './proposed-criterion';
import { GOOD_MATCH, titleLines, titleMatch, titleName, titlesAbove } from './titles';

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
  findings: Finding[];
}

export function readCriteria(reading: Reading, seeds: readonly CriterionSeed[]): ReadCriteria {
  const findings: Finding[] = [];
  const titles = titleLines(reading.text, reading.skipped);
  const drafts = seeds.map((seed): Draft => ({
    seed,
    title: titleFor(seed, titles),
    group: undefined,
    groupShared: false,
    range: seed.field.range,
    rangeSpans: [],
    rangeCertainty: 'stated',
  }));
  ownGroups(reading, drafts);
  const owners = new Map(reading.scales.map((scale) => [scale, scaleOwner(reading, scale, drafts)]));
  for (const draft of drafts) if (draft.seed.kind === 'score') settleRange(reading, draft, owners, findings);
  for (const { otherName, seed } of drafts) {
    if (
      otherName === undefined ||
      !/[A-Za-z]{3}/u.test(otherName.plain) ||
      wordsOf(titleName(otherName.plain)).length > 6
    )
      continue;
    findings.push({
      key: '',
      kind: 'one-thing-two-names',
      about: [seed.names[0] ?? '', titleName(otherName.plain)],
      spans: [spanOf(otherName), ...seed.field.spans],
    });
  }
  const taken = new Set<string>();
  return { criteria: drafts.map((draft) => finished(reading, draft, taken)), findings };
}

const matchOf = (line: Line, seed: CriterionSeed): number =>
  Math.max(0, ...seed.names.map((name) => titleMatch(line.plain, name)));

function titleFor(seed: CriterionSeed, titles: readonly Line[]): Line | undefined {
  let best: Line | undefined;
  let most = GOOD_MATCH;
  for (const line of titles) {
    const match = matchOf(line, seed) + (line.heading > 0 ? 0.05 : 0);
    if (match > most + 0.001) {
      best = line;
      most = match;
    }
  }
  return best;
}

/** The criterion that a line above a group or statement names. */
function ownerAbove(
  reading: Reading,
  line: number,
  drafts: readonly Draft[],
): { draft: Draft; distance: number } | undefined {
  for (const [distance, title] of titlesAbove(reading.text, line, reading.skipped).entries()) {
    const ranked = drafts
      .map((draft) => ({ draft, match: draft.title === title ? 2 : matchOf(title, draft.seed) }))
      .toSorted((a, b) => b.match - a.match);
    const first = ranked[0];
    if (
      first !== undefined &&
      first.match >= GOOD_MATCH &&
      (title.heading > 0 || title.plain.length < 120 || first.match > 0.8)
    )
      return { draft: first.draft, distance };
  }
  return undefined;
}

/** Gives each score its levels: by the title above them, by order, or one list for all. */
function ownGroups(reading: Reading, drafts: Draft[]): void {
  const scores = drafts.filter(({ seed }) => seed.kind === 'score');
  if (scores.length === 0) return;
  const free: LevelGroup[] = [];
  const ranked = reading.groups.toSorted((a, b) => rank(a) - rank(b) || a.firstLine - b.firstLine);
  const partNames = scores.flatMap(({ seed }) => seed.parts.map(({ name }) => name));
  for (const group of ranked) {
    const owner =
      scores.length === 1 && scores[0] !== undefined
        ? { draft: scores[0], distance: 0 }
        : ownerAbove(reading, ownLine(group) ? group.firstLine + 1 : group.firstLine, drafts);
    const ofPart = partNames.some((name) =>
      titlesAbove(reading.text, group.firstLine, reading.skipped)
        .slice(0, 2)
        .some((title) => titleMatch(title.plain, name) >= 0.8),
    );
    if (ofPart) continue;
    if (owner === undefined || owner.draft.seed.kind !== 'score') free.push(group);
    else if (
      fits(group, owner.draft.range, owner.distance === 0 && scores.length > 1) &&
      better(group, owner.draft)
    )
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
      if (shared === undefined || !fits(shared, draft.range, false)) continue;
      draft.group = shared;
      draft.groupShared = true;
    }
  }
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
  findings: Finding[],
): void {
  const owned = reading.scales.filter((scale) => owners.get(scale) === draft);
  const general = reading.scales.filter(
    (scale) => owners.get(scale) === undefined && scale.range.min !== undefined,
  );
  const whole = [...owned, ...general].find(({ range }) => range.whole !== undefined)?.range.whole;
  const own = owned.find(({ range }) => range.min !== undefined) ?? owned[0];
  const stated =
    own ??
    (general.length > 0 &&
    general.every(({ range }) => general[0] !== undefined && agree(range, general[0].range))
      ? general[0]
      : undefined);
  const near = owned.filter((scale) => scale.line === draft.title?.index || namesIt(scale, draft));
  for (const scale of [...near, ...(draft.range === undefined ? [] : general.slice(0, 1))]) {
    const against = draft.range ?? stated?.range;
    if (against === undefined || agree(scale.range, against) || scale.range.max === undefined) continue;
    findings.push({
      key: `finding:scale-disagrees:${findings.length}`,
      kind: 'scale-disagrees',
      about: [draft.seed.names[0] ?? '', showRange(against), showRange(scale.range)],
      spans: [scale.span, ...draft.seed.field.spans],
    });
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
  if (draft.range === undefined && group !== undefined && group.levels.length > 2 && group.form !== 'ends') {
    draft.range = { min: lowest(group), max: highest(group) };
    draft.rangeSpans = group.levels.map(({ span }) => span);
    draft.rangeCertainty = 'inferred';
  }
}

const namesIt = ({ before }: ScaleStatement, { seed }: Draft): boolean =>
  seed.names.some((name) => titleMatch(lastWords(before), name) >= 0.8);

/** Whose scale it is: named in its own line, or by the title it stands below; undefined for all. */
function scaleOwner(reading: Reading, scale: ScaleStatement, drafts: readonly Draft[]): Draft | undefined {
  const scores = drafts.filter(({ seed }) => seed.kind === 'score');
  const inLine = scores.filter((draft) => draft.title?.index === scale.line || namesIt(scale, draft));
  if (inLine.length === 1) return inLine[0];
  if (scores.length === 1) return scores[0];
  const above = ownerAbove(reading, scale.line, drafts);
  return above !== undefined && above.draft.seed.kind === 'score' ? above.draft : undefined;
}

const lastWords = (text: string): string =>
  text
    .replace(/[\s(（[:：*-]+$/u, '')
    .split(/[\s*]+/u)
    .slice(-4)
    .join(' ');
