/** Slides of every rubric's example replies, of rules alone and of a refusal: every figure on them is the judgement's. */
import { describe, expect, it } from 'vitest';
import { builtInRubrics } from '../../rubrics/built-in';
import { en } from '../../src/i18n/en/en';
import { judgementViewWords } from '../../src/i18n/judgement-view-words';
import { overviewWords } from '../../src/i18n/overview-words';
import { presentWords } from '../../src/i18n/present-words';
import { digestOf } from '../../src/judgement/digest';
import { chainOf, differs, headCriterion } from '../../src/judgement/explain';
import type { Judgement } from '../../src/judgement/judgement';
import { prepareRubric } from '../../src/judgement/ready-rubric';
import { formatJson, formatKnown, isOpen } from '../../src/judgement/view/format';
import { namingOf } from '../../src/judgement/view/labels';
import { z } from '../../src/kit/zod';
import { caseSlide, type PresentedCase } from '../../src/overview/present/case-slide';
import { wordsOf, type Piece, type Slide } from '../../src/overview/present/slide';
import { parseRubric } from '../../src/rubric/file/parse-rubric';
import { exampleReplySchema, type Rubric } from '../../src/rubric/rubric';
import { judge, judgeByRules, scripted } from './support/judging';
import { ruleFor } from './support/rubric-cases';

const words = {
  language: 'en' as const,
  t: en,
  judgement: judgementViewWords.en,
  present: presentWords.en,
  overview: overviewWords.en,
};
const shown = { row: 2, name: 'A case', why: 'starred', samples: 1 } as const;
const slideOf = (rubric: Rubric, input: PresentedCase['input'], judgement: PresentedCase['judgement']) =>
  caseSlide(rubric, { ...shown, input, judgement }, 'A case · 1 of 1', words);

function all({ body }: Slide, name: string): Piece[] {
  const inside = (piece: Piece | string): Piece[] =>
    typeof piece === 'string' ? [] : [piece, ...piece.children.flatMap(inside)];
  return body.flatMap(inside).filter(
    ({ attributes, tag }) =>
      tag === name ||
      String(attributes['class'] ?? '')
        .split(' ')
        .includes(name),
  );
}
const texts = (slide: Slide, name: string) => all(slide, name).map((piece) => wordsOf([piece]));

/** What stands on a slide as upheld and as claimed, by the judgement itself. */
function expected(rubric: Rubric, judgement: Judgement) {
  const { headline } = judgement;
  if (!headline) throw new Error('Expected a judgement with a score.');
  const name = namingOf(rubric, en);
  const { max } = rubric.headline;
  const score = isOpen(headline.value, max) ? en.judgement.undecided : formatKnown(headline.value, en, name);
  const verdict =
    headline.verdict?.kind === 'value' ? formatKnown(headline.verdict, en, name) : en.judgement.undecided;
  const [first] = chainOf(rubric, judgement);
  const claims = [
    ...(first ? [formatKnown(first.known, en, name)] : []),
    ...(headline.statedVerdict !== undefined && differs(headline.verdict, headline.statedVerdict)
      ? [formatJson(headline.statedVerdict, en, name)]
      : []),
  ];
  const held = headline.verdict ? [score, verdict] : [score];
  return headCriterion(rubric) ? { held: held.toReversed(), claims: claims.toReversed() } : { held, claims };
}

const rubrics = await Promise.all(
  builtInRubrics.map(async ({ id, loadReplies }) => ({
    id,
    ready: ruleFor(id),
    examples: z.array(exampleReplySchema).parse((await loadReplies()) ?? []),
  })),
);

describe.each(rubrics)('$id', ({ ready, examples }) => {
  const { rubric } = ready;

  it.each(examples.map((example) => [example.set, example.case, example] as const))(
    '%s reply to %s',
    async (_set, id, { reply }) => {
      const subject = ready.samples.find((one) => one.id === id);
      if (!subject) throw new Error(`Expected the sample ${id}.`);
      const judgement = await judge(ready, subject, scripted(JSON.stringify(reply)), 'model-alone');
      const slide = slideOf(rubric, subject.input, judgement);
      const { held, claims } = expected(rubric, judgement);
      expect(texts(slide, 'held')).toEqual(held);
      expect(texts(slide, 'claim')).toEqual(claims);
      // The caption below says whose they are.
      expect(texts(slide, 'again')).toEqual(claims);
      const { failedErrors } = digestOf(rubric, judgement);
      expect(texts(slide, 'bad').filter((text) => text.includes('hold'))).toEqual(
        failedErrors > 0 ? [en.results.dontHold(failedErrors)] : [],
      );
      // Only what is refuted is struck: a claim within the range that is left is not.
      const [first] = chainOf(rubric, judgement);
      const isWithin =
        first?.known.kind === 'value' && !differs(judgement.headline?.value, first.known.value);
      const claim = formatKnown(first?.known ?? { kind: 'undecided' }, en, namingOf(rubric, en));
      if (isWithin) expect(all(slide, 's').filter((piece) => wordsOf([piece]) === claim)).toEqual([]);
      expect(slide.steps).toBe(all(slide, 'finding').length > 0 ? 3 : 2);
      // Nothing of the judge's is right before its step.
      expect(all(slide, 'answer').map(({ attributes }) => attributes['data-at'])).toEqual(
        all(slide, 'finding').map(() => 2),
      );
      if (judgement.status === 'inconsistent')
        expect(texts(slide, 'good').filter((text) => text.includes('nothing wrong'))).toEqual([]);
    },
  );

  it('shows what rules settle, names no model, and claims nothing', async () => {
    for (const subject of ready.samples) {
      const judgement = await judgeByRules(ready, subject);
      if (!judgement.headline) continue;
      const slide = slideOf(rubric, subject.input, judgement);
      expect(texts(slide, 'held')).toEqual(expected(rubric, judgement).held);
      expect([slide.steps, texts(slide, 's'), texts(slide, 'finding')]).toEqual([1, [], []]);
      expect(wordsOf(slide.body)).toContain(presentWords.en.noModel);
    }
  });

  it('gives no number where there is no score', async () => {
    const [subject] = ready.samples;
    if (!subject) throw new Error('Expected a sample.');
    const judgement = await judge(ready, subject, scripted('no', 'refused'), 'model-alone');
    const slide = slideOf(rubric, subject.input, judgement);
    expect(texts(slide, 'figure')).toEqual([en.reason.refused]);
    expect(wordsOf(slide.body)).toContain(en.statusMeaning.unscored);
    for (const why of ['waiting', 'outdated', 'unreadable'] as const)
      expect(texts(slideOf(rubric, subject.input, why), 'figure').join('')).not.toMatch(/\d/);
  });
});

it('of an own rubric whose one label is its verdict, says it once, and why', async () => {
  const read = parseRubric(`---
format: assay-rubric/1
id: routing
title: Routing
version: 1.0.0
language: en
purpose: Says whether a ticket was sent to the right team.
inputs:
  - { name: ticket, label: Ticket, kind: long }
criteria:
  - id: routing
    label: Routing
    choice: routing.label
    levels:
      - { at: exact, name: Exact }
      - { at: wrong, name: Wrong }
headline:
  value: output.routing.label
  verdict: output.routing.label
---
Judge {{ticket}}.
`);
  if (!read.ok) throw new Error('Expected a rubric.');
  const ready = prepareRubric(read.rubric, null);
  const subject = { id: 'a', input: { ticket: 'No VAT.' } };
  const reply = JSON.stringify({ routing: { rationale: 'The same team.', label: 'exact' } });
  const judgement = await judge(ready, subject, scripted(reply), 'model-alone');
  const slide = slideOf(ready.rubric, subject.input, judgement);
  expect([texts(slide, 'held'), texts(slide, 'second')]).toEqual([['Exact'], []]);
  expect(texts(slide, 'scored')).toEqual(['Routing The same team.']);
});
