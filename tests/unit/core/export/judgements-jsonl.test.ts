import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JudgedEntries } from '../../../../src/core/export/judged-entries';
import { judgementLineSchema } from '../../../../src/core/export/judgement-line';
import { written, writtenPieces } from './written-pieces';
import { judgementsJsonlChunks, type LineEntry } from '../../../../src/core/export/judgements-jsonl';
import type { Case } from '../../../../src/core/model/case';
import type { Judgement } from '../../../../src/core/model/judgement';
import { judgementOf, rubric } from './judgement-fixture';

const run = { id: 'run-1', rubric, hash: 'rubric-hash' };

function entriesOf(
  entries: { subject: Case; judgement: Judgement | undefined; outdated?: true }[],
): JudgedEntries<LineEntry> {
  return {
    count: entries.length,
    at: (index) => {
      const entry = entries[index];
      if (!entry) throw new Error(`Expected fewer than ${entries.length} entries to be asked for.`);
      return { ...entry, run };
    },
  };
}

/** Line ends of all kinds, quotes, and half a surrogate pair. */
const unit = fc.constantFrom(
  '\n',
  '\r',
  '\u0085',
  '\u2028',
  '\u2029',
  '"',
  '\\',
  '\0',
  '한',
  '😀',
  '\ud800',
  'a',
);
const text = fc.string({ unit });

const linesOf = (jsonl: string) => jsonl.split('\n').slice(0, -1);

it('gives back every judgement and its case, one per line', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
      const entries = texts.map((text, index) => ({
        subject: { id: `case-${index}`, label: text, input: { essay: text } },
        judgement: judgementOf({ caseId: `case-${index}`, detail: text }),
      }));
      const jsonl = written(judgementsJsonlChunks(entriesOf(entries)));
      expect(jsonl).not.toMatch(/[\r\u0085\u2028\u2029]/);
      const read = linesOf(jsonl).map((line) => judgementLineSchema.parse(JSON.parse(line)));
      expect(read).toEqual(
        entries.map(({ subject, judgement }) => ({
          format: 'assay-judgement/1',
          rubric: { id: 'essay', title: 'Essay', version: '1.0.0', hash: 'rubric-hash' },
          case: subject,
          run: 'run-1',
          status: 'valid',
          score: 45,
          verdict: 'PASS',
          claimed: {},
          judgement,
        })),
      );
    }),
  );
});

it('leaves out cases that were not judged, and prompts when asked', () => {
  const subject = { id: 'a', input: {} };
  const judgement = judgementOf({ prompt: { shared: 'the rubric', own: 'the case' } });
  const entries = entriesOf([
    { subject, judgement: undefined },
    { subject, judgement },
  ]);
  const full = written(judgementsJsonlChunks(entries));
  const short = written(judgementsJsonlChunks(entries, { prompts: false }));
  expect(linesOf(full)).toHaveLength(1);
  expect(full).toContain('"shared":"the rubric"');
  expect(judgementLineSchema.parse(JSON.parse(short)).judgement).toEqual({ ...judgement, prompt: null });
});

it('tells what is upheld from what the judge claims, and gives neither of what is outdated', () => {
  const subject = { id: 'a', input: {} };
  const headline = {
    value: { kind: 'range' as const, min: 0, max: 35 },
    verdict: { kind: 'undecided' as const },
    statedValue: 60,
    statedVerdict: 'PASS',
  };
  const open = judgementOf({ status: 'partial', headline });
  const jsonl = written(
    judgementsJsonlChunks(
      entriesOf([
        { subject, judgement: open },
        { subject, judgement: undefined, outdated: true },
      ]),
    ),
  );
  const [partial, outdated] = linesOf(jsonl).map((line) => judgementLineSchema.parse(JSON.parse(line)));
  expect(partial).toMatchObject({
    status: 'partial',
    score: null,
    verdict: null,
    claimed: { score: 60, verdict: 'PASS' },
    judgement: open,
  });
  expect(outdated).toEqual({
    format: 'assay-judgement/1',
    rubric: { id: 'essay', title: 'Essay', version: '1.0.0', hash: 'rubric-hash' },
    case: subject,
    run: 'run-1',
    status: 'outdated',
    score: null,
    verdict: null,
    claimed: {},
  });
});

it('comes in pieces that end with a line', () => {
  const entry = { subject: { id: 'a', input: { essay: 'x'.repeat(2000) } }, judgement: judgementOf() };
  const progress: number[] = [];
  const pieces = writtenPieces(
    judgementsJsonlChunks(entriesOf(Array.from({ length: 200 }, () => entry)), {
      onProgress: (done) => progress.push(done),
    }),
  );
  expect(pieces.length).toBeGreaterThan(5);
  expect(pieces.every((piece) => piece === '' || piece.endsWith('\n'))).toBe(true);
  expect(progress.at(-1)).toBe(200);
});
