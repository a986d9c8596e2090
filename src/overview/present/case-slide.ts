import { failureInWords } from '../../i18n/cause-words';
import type { Messages } from '../../i18n/en/en';
import type { judgementViewWords } from '../../i18n/judgement-view-words';
import type { OverviewWords } from '../../i18n/overview-words';
import type { presentWords } from '../../i18n/present-words';
import { contradictionsOf, type Contradiction } from '../../judgement/contradictions';
import { certaintyOf, chainOf, differs, headCriterion, upheldScore } from '../../judgement/explain';
import type { Judgement } from '../../judgement/judgement';
import { contradictionInWords } from '../../judgement/view/contradiction-words';
import { nearestPassage, passagesOf } from '../../judgement/view/evidence';
import { fieldsByPath, judgedCriterion } from '../../judgement/view/fields';
import { formatJson, formatKnown, formatNumber, isOpen } from '../../judgement/view/format';
import { namingOf, withLabels, type Naming } from '../../judgement/view/labels';
import { statusLook, verdictTone } from '../../judgement/view/tones';
import type { CaseInput } from '../../rubric/facts';
import { criterionPath, type Rubric, isOnlyVerdict } from '../../rubric/rubric';
import { verdictMeaning, type Headline } from '../../rubric/values';
import { truncate } from '../../kit/text/shown-text';
import { at, headed, piece, type Piece, type Slide } from './slide';

export interface DeckWords {
  language: 'en' | 'ko';
  t: Messages;
  judgement: (typeof judgementViewWords)['en'];
  present: (typeof presentWords)['en'];
  overview: OverviewWords;
}

export interface PresentedCase {
  row: number;
  name: string;
  /** Why it has a slide. */
  why: keyof DeckWords['present']['why'];
  input: CaseInput;
  /** How many replies to it there are. */
  samples: number;
  /** In the reader's language; else why there is none. */
  judgement: Judgement | 'waiting' | 'outdated' | 'unreadable';
}

/** What is read from the last row of a hall. */
const mostFindings = 2;
const longestQuote = 170;
const mostScores = 7;
const mostReasons = 3;

/** The claim, what Assay upholds of it, and where the two part: one after the other. */
export function caseSlide(rubric: Rubric, presented: PresentedCase, place: string, words: DeckWords): Slide {
  const { judgement, why, samples } = presented;
  const { present } = words;
  const heading = headed(
    {},
    piece('span', {}, place),
    present.why[why] !== '' && piece('span.soft', {}, present.why[why]),
  );
  const slide = { kind: 'case', language: rubric.language, heading } as const;
  if (typeof judgement === 'string') return { ...slide, steps: 1, body: [missing(judgement, words)] };
  if (!judgement.headline) return { ...slide, steps: 1, body: [unscored(judgement, words)] };

  const asked = judgement.receipt.mode !== 'rules-only';
  const all = contradictionsOf(rubric, judgement);
  const wrong = all.filter(({ severity }) => severity === 'error');
  const told = wrong.length > 0 ? wrong : all;
  const read = [
    ...figures(rubric, judgement, judgement.headline, asked, words),
    ...reading(rubric, judgement, wrong.length, asked, words),
    samples > 1 && piece('p.soft', {}, present.sample(samples)),
  ];
  const findings = told
    .slice(0, mostFindings)
    .map((one) => finding(rubric, presented, judgement, one, words));
  const left = told.length - findings.length;
  const more = left > 0 && (wrong.length > 0 ? present.more(left) : words.judgement.warnings(left));
  const beside =
    findings.length > 0
      ? [...findings, ...(more ? [piece('p.soft', at(2), more)] : [])]
      : scores(rubric, judgement, words);
  return {
    ...slide,
    steps: findings.length > 0 ? 3 : asked ? 2 : 1,
    body: [piece('div.read', {}, read), ...(beside.length > 0 ? [piece('div.findings', {}, beside)] : [])],
  };
}

/** Where nothing is wrong: what each criterion got, and why if there is room for that. */
function scores(rubric: Rubric, judgement: Judgement, { t }: DeckWords): Piece[] {
  const { criteria, language } = rubric;
  const fields = fieldsByPath(judgement);
  const name = namingOf(rubric, t);
  // One alone is most of what the figure says already.
  const isSaid = criteria.length === 1;
  return criteria.slice(0, mostScores).flatMap((criterion) => {
    const known = upheldScore(criterion, fields);
    const { scale, reason = '' } = judgedCriterion(fields, criterion);
    const why = criteria.length > mostReasons ? '' : truncate(withLabels(reason, name), longestQuote);
    if (isSaid && why === '') return [];
    const of = scale && !isOpen(known, scale.max) ? ` ${t.judgement.of(scale.max)}` : '';
    const said = isSaid ? '' : ` ${formatKnown(known, t, name)}${of}`;
    const what = piece('p', {}, piece('b', {}, criterion.label), said);
    return piece('div.scored', { lang: language }, what, why !== '' && piece('blockquote.soft', {}, why));
  });
}

function missing(why: 'waiting' | 'outdated' | 'unreadable', { t, present }: DeckWords): Piece {
  const { notJudged, outdated, outdatedMeaning } = t.results;
  const said = {
    waiting: [notJudged],
    outdated: [outdated, outdatedMeaning],
    unreadable: [present.unreadable],
  }[why];
  return piece(
    'div.read',
    {},
    piece('p.figure.words', {}, piece('strong', {}, said[0] ?? '')),
    said[1] !== undefined && piece('p', {}, said[1]),
  );
}

function unscored(judgement: Judgement, { t, judgement: view, language }: DeckWords): Piece {
  const skipped = judgement.causes?.some(({ code }) => code === 'no-reply') ?? false;
  const why = skipped ? view.skipped : judgement.reason ? t.reason[judgement.reason] : t.status.unscored;
  const failure = skipped ? '' : failureInWords(judgement, language);
  return piece(
    'div.read',
    {},
    piece('p.figure.words', {}, piece('strong', {}, why)),
    failure !== '' && piece('p', {}, truncate(failure, longestQuote)),
    piece('p.strong', {}, t.statusMeaning.unscored),
  );
}

/** The number, or the verdict where the number is one criterion's, as claimed and as upheld. */
function figures(
  rubric: Rubric,
  judgement: Judgement,
  headline: Headline,
  asked: boolean,
  words: DeckWords,
): Piece[] {
  const { t, judgement: view } = words;
  const { max, label } = rubric.headline;
  const name = namingOf(rubric, t);
  const chain = chainOf(rubric, judgement);
  const claim = chain[0] ? formatKnown(chain[0].known, t, name) : null;
  const open = isOpen(headline.value, max);
  const number = open ? t.judgement.undecided : formatKnown(headline.value, t, name);
  const of = max === undefined || open ? null : t.judgement.of(max);
  const verdict = headline.verdict && verdictPiece(judgement, headline, name, t);
  const onlyVerdict = isOnlyVerdict(rubric);
  const verdictLeads = verdict !== undefined && (onlyVerdict || headCriterion(rubric) !== undefined);
  const isMean = rubric.criteria.every((criterion) => criterion.max === max);
  const stated = chain[0]?.step === 'claims' || headline.statedValue !== undefined;
  const by = stated || verdictLeads ? view.claimed : view.scored(isMean);
  const held = open ? 'strong.held' : number.length > 3 ? 'strong.held.long' : 'strong.held';
  // A claim within the range that is left is not refuted.
  const first = chain[0]?.known;
  const isRefuted = first?.kind === 'value' && differs(headline.value, first.value);
  const tag = isRefuted ? 's' : 'span';
  const value = [piece(held, {}, number), claim !== null && [' ', piece(`${tag}.claim`, {}, claim)]];
  const claimed = verdictLeads ? verdict.claim : claim;
  // The caption below what is upheld names what it speaks of.
  const again = [
    claim !== null && !onlyVerdict && piece(`${tag}.again`, {}, claim),
    (verdictLeads || stated) &&
      verdict !== undefined &&
      verdict.claim !== null &&
      piece('s.again', {}, verdict.claim),
  ].filter((one) => one !== false);
  const changes = (isChanged: boolean) => (isChanged ? '.changed' : '');
  const lang = { lang: rubric.language };
  const second = verdictLeads
    ? piece(`p.second${changes(claim !== null)}`, lang, `${label ?? ''} `, value, ' ', of)
    : piece(`p.second${changes(verdict?.claim !== null)}`, lang, of && `${of} `, verdict?.pieces);
  return [
    piece(
      `p.figure${verdictLeads || open ? '.words' : ''}${changes(claimed !== null)}`,
      lang,
      verdictLeads ? verdict.pieces : value,
    ),
    ...(onlyVerdict ? [] : [second]),
    ...(asked
      ? [
          piece(
            'p.soft',
            {},
            (verdictLeads ? again.toReversed() : again).map((one) => [one, ' ']),
            by,
          ),
        ]
      : []),
  ];
}

function verdictPiece(
  { status }: Judgement,
  { verdict = { kind: 'undecided' }, statedVerdict }: Headline,
  name: Naming,
  t: Messages,
): { pieces: Piece['children']; claim: string | null } {
  const isChanged = statedVerdict !== undefined && differs(verdict, statedVerdict);
  const claim = isChanged ? formatJson(statedVerdict, t, name) : null;
  const isKnown = verdict.kind === 'value';
  const tone = isKnown ? verdictTone(formatKnown(verdict, t), status) : 'open';
  const held = piece(
    `strong.held.${tone}`,
    {},
    isKnown ? formatKnown(verdict, t, name) : t.judgement.undecided,
  );
  return { claim, pieces: claim === null ? [held] : [held, ' ', piece('s.claim', {}, claim)] };
}

/** What Assay makes of the claim, in sentences. */
function reading(
  rubric: Rubric,
  judgement: Judgement,
  errors: number,
  asked: boolean,
  words: DeckWords,
): Piece[] {
  const { t, judgement: view, present } = words;
  const name = namingOf(rubric, t);
  const step = at(asked ? 1 : 0);
  const certainty = certaintyOf(judgement, (verdict) => verdictMeaning(verdict) === 'pass');
  const held = judgement.checks.filter(({ outcome }) => outcome === 'passed').length;
  const chain = chainOf(rubric, judgement)
    .slice(1)
    .map(({ step: kind, known, count }) =>
      piece(
        'p.chain',
        step,
        `→ ${view.chain[kind](count, known.kind === 'range')} `,
        piece('b', {}, formatKnown(known, t, name)),
      ),
    );
  const sure =
    certainty &&
    piece('p', step, view[certainty.bound](name(certainty.verdict), formatNumber(certainty.value)));
  if (!asked) {
    const decided = new Set(
      judgement.fields.flatMap(({ path, known }) => (known.kind === 'value' ? [path] : [])),
    );
    const isSettled = rubric.criteria.every((criterion) => decided.has(criterionPath(criterion)));
    const settled = isSettled ? present.settled : t.statusMeaning.partial;
    return [...(sure ? [sure] : []), piece('p', {}, settled), piece('p.soft', {}, present.noModel)];
  }
  const { tone } = statusLook[judgement.status];
  return [
    ...chain,
    ...(sure ? [sure] : []),
    ...(errors > 0
      ? [piece('p.strong.bad', step, t.results.dontHold(errors))]
      : [
          judgement.status !== 'valid'
            ? piece(`p.${tone}`, step, t.statusMeaning[judgement.status])
            : held > 0 && piece('p.strong.good', step, present.correct),
          piece('p', step, held > 0 ? present.checked(held) : words.overview.unchecked),
          held > 0 && piece('p.soft', step, view.unchecked),
        ]),
  ].filter((one) => one !== false);
}

/** One statement that does not hold: where, in the judge's words, and, at the last step, what is right. */
function finding(
  rubric: Rubric,
  { input }: PresentedCase,
  judgement: Judgement,
  one: Contradiction,
  { t, judgement: view }: DeckWords,
): Piece {
  const name = namingOf(rubric, t);
  const { label, main, therefore } = contradictionInWords(one, { t, words: view, name });
  // Only the words that the sentence is about: others of the same place may well be right.
  const words = one.checks.find(({ message }) => main.includes(withLabels(message, name)))?.words ?? [];
  const reason = reasonAt(rubric, judgement, one.place, words);
  const said = one.differences.find(({ place }) => place.label === one.place.label)?.judge;
  // A yes without its question says nothing.
  const isTold = said?.kind === 'value' && typeof said.value !== 'boolean';
  const invented = one.checks.some(({ id }) => id.startsWith('unfound:'));
  const texts = Object.values(input);
  const nearest = invented ? nearestPassage(one.words[0] ?? '', texts) : null;
  const quotes = inventedQuotes(rubric, judgement, one, input);
  const quoted =
    reason !== null
      ? marked(reason, words, invented)
      : isTold
        ? [piece('s', {}, formatKnown(said, t, name))]
        : null;
  return piece(
    'div.finding',
    {},
    piece('p.about', { lang: rubric.language, ...(quoted === null && at(2)) }, label),
    quoted && piece('blockquote', {}, piece('span.soft', {}, `${t.judgement.judge}: `), quoted),
    piece(
      'div.answer',
      at(2),
      piece('p', { lang: rubric.language }, main),
      invented && nearest !== null && piece('p.soft', {}, view.nearest(truncate(nearest, longestQuote))),
      quotes.map((text) =>
        piece('p.soft', {}, piece('s', {}, `“${truncate(text, longestQuote)}”`), ` ${view.legend.missing}`),
      ),
      therefore !== null && piece('p.strong', {}, therefore),
    ),
  );
}

/** The sentence of the judge that the words stand in, else the first of its reason for the place. */
function reasonAt(
  { criteria }: Rubric,
  { fields }: Judgement,
  place: Contradiction['place'],
  words: readonly string[],
): string | null {
  const texts = fields.flatMap(({ path, by, known }) =>
    by !== 'program' && known.kind === 'value' && typeof known.value === 'string'
      ? [{ path, text: known.value }]
      : [],
  );
  const criterion = criteria.find(({ id }) => id === place.criterion);
  const part = criterion?.parts.find(({ id }) => id === place.part);
  const own = texts.find(({ path }) => path === (part ?? criterion)?.rationale)?.text;
  const [first] = words;
  const text = first === undefined ? own : texts.find((one) => one.text.includes(first))?.text;
  if (text === undefined || text === '') return null;
  const sentences = text.split(/(?<=[.!?。])\s+/);
  return truncate(sentences.find((sentence) => sentence.includes(first ?? '')) ?? text, longestQuote);
}

/** What is not in the case is struck. Other words are only marked, as a whole: they may be right and the score wrong. */
export function marked(text: string, words: readonly string[], invented: boolean): (Piece | string)[] {
  const found = words.find((one) => one !== '' && text.includes(one));
  if (found === undefined) return [text];
  const before = text.slice(0, text.indexOf(found)).replace(/[^\s“‘"'(]+$/, '');
  const after = text.slice(text.indexOf(found) + found.length).replace(/^[^\s.,;:!?。”’"')]+/, '');
  const whole = text.slice(before.length, text.length - after.length);
  return [before, piece(invented ? 's' : 'mark', {}, whole), after];
}

/** A quotation that the case was judged on, and that its source does not have. */
function inventedQuotes(
  rubric: Rubric,
  judgement: Judgement,
  { facts, place }: Contradiction,
  input: CaseInput,
): string[] {
  const { criterion = '' } = place;
  const invented = passagesOf(rubric, judgement, input).filter(
    ({ kind, link = '', criteria }) =>
      kind === 'missing' && link.startsWith('quote') && criteria.includes(criterion),
  );
  const [first] = facts.length > 0 ? invented : [];
  return first ? [(input[first.input] ?? '').slice(first.start, first.end)] : [];
}
