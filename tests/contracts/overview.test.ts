/** Whatever a run is like, its pictures show the numbers of the table's summary and of the scored CSV. */
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { builtInRubrics } from '../../rubrics/built-in';
import { overviewWords } from '../../src/i18n/overview-words';
import { en } from '../../src/i18n/en/en';
import { digestOf } from '../../src/judgement/digest';
import type { Judgement } from '../../src/judgement/judgement';
import type { Picture } from '../../src/kit/charts/picture';
import type { Json } from '../../src/kit/json';
import { z } from '../../src/kit/zod';
import { JudgedRuns, type ExportEntry } from '../../src/export/export-run';
import { scoredCsvChunks } from '../../src/export/scored-csv';
import { figuresOf } from '../../src/overview/figures';
import { mapPanel, scorePanel, statusPanel, verdictPanel, type Shown } from '../../src/overview/pictures';
import { exampleReplySchema } from '../../src/rubric/rubric';
import { verdictMeaning } from '../../src/rubric/values';
import { isScored, measureCase } from '../../src/sheet/figures/measure';
import { Tally } from '../../src/sheet/figures/tally';
import { judge, judgeByRules, scripted } from './support/judging';
import { ruleFor, type RubricUnderTest } from './support/rubric-cases';

/** The same reply with other numbers and answers in some places. */
function changed(reply: Json, draw: () => number): Json {
  if (typeof reply === 'number') return draw() < 0.3 ? Math.floor(draw() * (reply + 1)) : reply;
  if (typeof reply === 'boolean') return draw() < 0.3 ? !reply : reply;
  if (Array.isArray(reply)) return reply.map((each) => changed(each, draw));
  if (typeof reply !== 'object' || reply === null) return reply;
  return Object.fromEntries(Object.entries(reply).map(([key, each]) => [key, changed(each, draw)]));
}

function drawing(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Judgements of every kind, of each sample. */
async function judgementsOf(ready: RubricUnderTest): Promise<Judgement[][]> {
  const source = builtInRubrics.find(({ id }) => id === ready.id);
  const examples = z.array(exampleReplySchema).parse((await source?.loadReplies()) ?? []);
  const draw = drawing(19);
  return Promise.all(
    ready.samples.map((subject) => {
      const replies = examples.filter((example) => example.case === subject.id).map(({ reply }) => reply);
      const others = [1, 2, 3].flatMap(() => replies.map((reply) => changed(reply, draw)));
      const texts = [...replies, ...others].map((reply) => JSON.stringify(reply));
      return Promise.all([
        judgeByRules(ready, subject),
        ...[...texts, 'I would rather not.', '{}'].map((text) =>
          judge(ready, subject, scripted(text), 'model-alone'),
        ),
      ]);
    }),
  );
}

const pools = await Promise.all(
  builtInRubrics.map(async ({ id }) => {
    const ready = ruleFor(id);
    return { id, ready, pool: await judgementsOf(ready) };
  }),
);

const speech = { t: en, words: overviewWords.en, language: 'en' };
const rowsOf = (picture: Picture | undefined) => picture?.table.slice(1).map((row) => [...row]) ?? [];
const total = (rows: readonly string[][]) => rows.reduce((sum, [, count]) => sum + Number(count), 0);

describe.each(pools)('$id', ({ ready, pool }) => {
  const { rubric, samples } = ready;

  it('has judgements of several statuses to show', () => {
    const statuses = new Set(pool.flat().map(({ status }) => status));
    expect([...statuses]).toEqual(expect.arrayContaining(['valid', 'inconsistent', 'unscored']));
  });

  it('shows the numbers of the summary and of the CSV', async () => {
    const cell = fc.record({
      pick: fc.nat(),
      state: fc.constantFrom('judged', 'judged', 'outdated', 'waiting'),
    });
    const runs = fc.tuple(...samples.map(() => cell));
    await fc.assert(
      fc.asyncProperty(runs, async (cells) => {
        const tally = new Tally();
        const judged = samples.map((subject, row) => {
          const { pick = 0, state = 'waiting' } = cells[row] ?? {};
          const kinds = pool[row] ?? [];
          const judgement = kinds[pick % kinds.length];
          const digest = state === 'judged' && judgement ? digestOf(rubric, judgement) : undefined;
          if (digest) tally.add(measureCase(rubric, [digest]));
          const entry: ExportEntry = { subject };
          if (state === 'outdated') entry.outdated = true;
          else if (digest) Object.assign(entry, { digest, judgement });
          return { row, name: subject.id, digest, outdated: state === 'outdated', entry };
        });
        const subjects = judged.map(({ digest, ...one }) => ({
          ...one,
          samples: digest ? [{ sample: 0, digest }] : [],
        }));
        const figures = figuresOf(rubric, subjects);
        const summary = tally.summary();
        const shown: Shown = { rubric, figures, summary };

        const exported = new JudgedRuns([{ head: null, rubric, entries: judged.map(({ entry }) => entry) }], {
          readAll: () => Promise.resolve([]),
        });
        let text = '';
        for await (const piece of scoredCsvChunks(exported, { sources: [], people: [] })) text += piece;
        const csv = z.array(z.record(z.string(), z.string())).parse(Papa.parse(text, { header: true }).data);
        const inCsv = (name: string, row: number) => csv[row]?.[`assay.${name}`] ?? '';
        const statusIn = csv.map((_, row) => inCsv('status', row));

        // Every status, and all that is not judged or outdated.
        const statuses = rowsOf(statusPanel(shown, speech).draw(400));
        const ofCsv = (status: string) => statusIn.filter((each) => each === status).length;
        for (const { status, count } of summary.statuses) {
          expect(statuses).toContainEqual([en.status[status], String(count)]);
          expect(ofCsv(status)).toBe(count);
        }
        expect(total(statuses)).toBe(samples.length);
        expect(ofCsv('') + ofCsv('outdated')).toBe(samples.length - summary.judged);

        // The verdicts add up to all cases, and what passes is what passes.
        const verdicts = verdictPanel(shown, speech);
        expect(verdicts === null).toBe(rubric.headline.verdict === undefined);
        if (verdicts) {
          expect(total(rowsOf(verdicts.draw(400)))).toBe(samples.length);
          const passing = (figures.verdicts ?? []).filter(
            ({ kind }) => kind === 'pass' || kind === 'doubtful-pass',
          );
          const passes = passing.reduce((sum, { count }) => sum + count, 0);
          expect(passes).toBe(summary.passed?.met ?? 0);
          const passesInCsv = csv.filter(
            (_, row) =>
              ['valid', 'repaired', 'inconsistent'].includes(statusIn[row] ?? '') &&
              verdictMeaning(inCsv('verdict', row)) === 'pass',
          );
          expect(passes).toBe(passesInCsv.length);
          const doubtful = passing.filter(({ kind }) => kind === 'doubtful-pass');
          expect(doubtful.reduce((sum, { count }) => sum + count, 0)).toBe(summary.passedInconsistent);
          for (const [place, { count }] of (figures.verdicts ?? []).entries()) {
            const target = verdicts.targets[place];
            expect(target?.kind === 'rows' ? target.rows.length : -1).toBe(count);
          }
        }

        // One dot for each score of the CSV.
        const dots = new Map(
          rowsOf(scorePanel(shown, speech)?.draw(400)).map(([name = '', score = '']) => [name, score]),
        );
        for (const [row, { name }] of judged.entries()) {
          const score = inCsv('score', row);
          const shownScore = dots.get(name);
          if (score !== '') expect(shownScore).toBe(String(Math.round(Number(score) * 100) / 100));
          else expect(shownScore === undefined || shownScore.includes('–')).toBe(true);
        }
        const settled = figures.cases.filter(
          ({ status, score }) => status && isScored(status) && score && score.min === score.max,
        );
        expect(settled.length).toBe(summary.score.count);

        // The heat map has a row for each case and is empty where nothing counts.
        const map = mapPanel(shown, speech);
        expect(map.rows).toHaveLength(samples.length);
        for (const [place, { row, cells: drawn }] of map.rows.entries()) {
          const counts = !['', 'outdated', 'unscored'].includes(statusIn[row] ?? '');
          expect(drawn.length > 0, statusIn[row]).toBe(counts);
          expect(map.rowAt(place).cells).toHaveLength(counts ? rubric.criteria.length : 0);
        }
        const means = rubric.criteria
          .map(({ choice }, place) => ({ choice, place }))
          .filter(({ choice }) => choice === undefined);
        for (const [index, { place }] of means.entries()) {
          const numbers = figures.cases.flatMap(({ status, cells: drawn }) => {
            const known = status && isScored(status) ? drawn[place]?.known : undefined;
            return known?.kind === 'value' && typeof known.value === 'number' ? [known.value] : [];
          });
          expect(numbers.length).toBe(summary.criteria[index]?.count ?? 0);
        }
      }),
      { numRuns: 40 },
    );
  });
});
