import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ExportEntry, JudgedRuns } from '../../../src/export/export-run';
import { judgementLineSchema, judgementsJsonlChunks } from '../../../src/export/judgements-jsonl';
import { judgedRuns, judgementOf, rubric, runHead, written } from './export-fixture';

function runOf(entries: readonly ExportEntry[]): JudgedRuns {
  return judgedRuns([{ head: runHead('run-1'), rubric, entries }]);
}

/** Line ends of all kinds, quotes, and half a surrogate pair. */
const unit = fc.constantFrom(...'\n\r\u0085\u2028\u2029"\\\0한a'.split(''), '😀', '\ud800');
const text = fc.string({ unit });

const linesOf = (jsonl: string) => jsonl.split('\n').slice(0, -1);

it('gives back every judgement and its case, one per line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
      const entries = texts.map((text, index) => ({
        subject: { id: `case-${index}`, label: text, input: { essay: text } },
        judgement: judgementOf({ caseId: `case-${index}`, detail: text }),
      }));
      const jsonl = await written(judgementsJsonlChunks(runOf(entries)));
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

it('leaves out prompts where that is chosen, and nothing else', async () => {
  const judgement = judgementOf({ prompt: { shared: 'the rubric', own: 'the case' } });
  const run = runOf([{ subject: { id: 'a', input: {} }, judgement }]);
  const [line = ''] = linesOf(await written(judgementsJsonlChunks(run, { prompts: false })));
  expect(judgementLineSchema.parse(JSON.parse(line)).judgement).toEqual({ ...judgement, prompt: null });
});

it('tells what is upheld from what the judge claims, and gives neither of what is outdated', async () => {
  const subject = { id: 'a', input: {} };
  const headline = {
    value: { kind: 'range' as const, min: 0, max: 35 },
    verdict: { kind: 'undecided' as const },
    statedValue: 60,
    statedVerdict: 'PASS',
  };
  const open = judgementOf({ status: 'partial', headline });
  const jsonl = await written(
    judgementsJsonlChunks(runOf([{ subject }, { subject, judgement: open }, { subject, outdated: true }])),
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
