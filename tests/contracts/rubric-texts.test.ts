/** Texts in the other language: complete, and saying the same judgement in other words. */
import { describe, expect, it } from 'vitest';
import { builtInRubrics } from '../../rubrics/built-in';
import { readCsvCases } from '../../src/cases/read/csv-cases';
import { z } from '../../src/kit/zod';
import { inWordsOf } from '../../src/judgement/reassess';
import { prepareRubric } from '../../src/judgement/ready-rubric';
import { exampleReplySchema, type Rubric } from '../../src/rubric/rubric';
import { levelKey, localiseRubric, rubricTextsSchema, type RubricTexts } from '../../src/rubric/texts';
import { judge, judgeByRules, scripted } from './support/judging';
import { ruleFor, type RubricUnderTest } from './support/rubric-cases';

/** The places of all texts that a contract has, as they must stand in the file of the other language. */
function placesIn(rubric: Rubric, samples: RubricUnderTest['samples']): string[] {
  const of = (place: string, given: object, ...keys: string[]) =>
    keys.filter((key) => Object.hasOwn(given, key)).map((key) => `${place}.${key}`);
  return [
    ...['title', 'summary', 'purpose'],
    ...rubric.inputs.flatMap((input) => of(`inputs.${input.name}`, input, 'label', 'help')),
    ...rubric.criteria.flatMap((criterion) => {
      const place = `criteria.${criterion.id}`;
      return [
        ...of(place, criterion, 'label', 'question'),
        ...criterion.levels.flatMap((level) =>
          of(`${place}.levels.${levelKey(level.at)}`, level, 'name', 'description'),
        ),
        ...criterion.parts.flatMap((part) => of(`${place}.parts.${part.id}`, part, 'label', 'description')),
      ];
    }),
    ...Object.entries(rubric.facts).flatMap(([name, fact]) =>
      typeof fact === 'string' ? [] : of(`facts.${name}`, fact, 'label', 'description'),
    ),
    ...Object.entries(rubric.derived).flatMap(([name, given]) =>
      typeof given === 'string' ? [] : `derived.${name}`,
    ),
    ...Object.entries(rubric.decided).flatMap(([path, rule]) =>
      typeof rule !== 'string' && /^\s*["']/.test(rule.because ?? '') ? `decided.${path}` : [],
    ),
    ...rubric.checks.flatMap(({ id }) => [`checks.${id}.title`, `checks.${id}.message`]),
    ...rubric.statements.flatMap(({ id }) => [`statements.${id}.title`, `statements.${id}.message`]),
    ...rubric.notes.map(({ path }) => `notes.${path}`),
    ...of('', rubric.headline, 'label').map(() => 'headline'),
    ...Object.keys(rubric.values).map((constant) => `values.${constant}`),
    ...samples.flatMap(({ id, label }) => (label === undefined ? [] : `samples.${id}`)),
  ];
}

function placesOf(texts: unknown, place = ''): string[] {
  if (typeof texts !== 'object' || texts === null) return [place];
  return Object.entries(texts).flatMap(([key, value]) => placesOf(value, place ? `${place}.${key}` : key));
}

interface Translated {
  id: string;
  language: string;
  texts: RubricTexts;
  localised: Rubric;
}

const languages = ['en', 'ko'];
const translated = await Promise.all(
  builtInRubrics.flatMap(({ id, loadTexts, card }) =>
    languages
      .filter((language) => language !== card.language)
      .map(async (language): Promise<Translated[]> => {
        const given = await loadTexts(language);
        if (given === null) return [];
        const texts = rubricTextsSchema.parse(given);
        return [{ id, language, texts, localised: localiseRubric(ruleFor(id).rubric, texts, language) }];
      }),
  ),
).then((found) => found.flat());

describe.each(translated)('$id in $language', ({ id, language, texts, localised }) => {
  const ready = ruleFor(id);
  const { findFacts } = ready;

  it('has a text for every text of the contract, and no other', () => {
    expect(placesOf(texts).toSorted()).toEqual(placesIn(ready.rubric, ready.samples).toSorted());
  });

  it('is the same rubric, down to its expressions', () => {
    const said = prepareRubric(localised, findFacts);
    expect(said.program.computedPaths).toEqual(ready.program.computedPaths);
    const { prompt, output, criteria } = localised;
    expect({ prompt, output }).toEqual({ prompt: ready.rubric.prompt, output: ready.rubric.output });
    expect(criteria.map(({ score, choice, max }) => [score, choice, max])).toEqual(
      ready.rubric.criteria.map(({ score, choice, max }) => [score, choice, max]),
    );
  });

  it('says every sample and example judgement in other words', async () => {
    const source = builtInRubrics.find((one) => one.id === id);
    const examples = z.array(exampleReplySchema).parse((await source?.loadReplies()) ?? []);
    const samples = readCsvCases(
      (await source?.loadSamples()) ?? '',
      ready.rubric.inputs.map(({ name }) => name),
    );
    const said = prepareRubric(localised, findFacts);
    for (const subject of samples) {
      const replies = examples.filter((example) => example.case === subject.id);
      const judgements = await Promise.all([
        judgeByRules(ready, subject),
        ...replies.map(({ reply }) => judge(ready, subject, scripted(JSON.stringify(reply)), 'model-alone')),
      ]);
      for (const judgement of judgements) {
        const shown = inWordsOf(said, subject, judgement);
        expect(shown, subject.id).not.toBe(judgement);
        const words = shown.checks.map(({ title }) => title).join(' ');
        if (language === 'en') expect(words, subject.id).not.toMatch(/\p{Script=Hangul}/u);
        else if (words !== '') expect(words, subject.id).toMatch(/\p{Script=Hangul}/u);
      }
    }
  });
});
