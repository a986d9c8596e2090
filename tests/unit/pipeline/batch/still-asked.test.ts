import { describe, expect, it } from 'vitest';
import { waitingHead } from '../../../../src/pipeline/batch-export';
import type { EarlierResult } from '../../../../src/pipeline/run-ledger';
import { answered, BatchBench, casesOf, expired } from './batch-bench';

/** A run of which the first three cases have failed, asked again until the third failed once more. */
function askedAgain() {
  const bench = new BatchBench({ cases: casesOf(4) });
  const { lines } = bench.requests();
  const failing = bench.importing();
  for (const [index, line] of lines.slice(0, 3).entries())
    failing.take(expired(line), { file: 'f', line: index });
  const failed: EarlierResult[] = failing.collected();
  const log = [...failed, ...failed.slice(2)];
  const again = { before: 3, left: 3 };
  return { bench, lines, log, head: { ...bench.run.head, again } };
}

describe('a run that asks failed cases again', () => {
  it('knows what is left when results come in from files', () => {
    const { bench, lines, log, head } = askedAgain();
    const importing = bench.importing(log, head);
    // The third has failed again and is not asked a third time; the fourth has no result yet.
    expect(importing.head().again).toEqual({ before: 3, left: 3 });
    importing.take(answered(lines[0] ?? ''), { file: 'f', line: 1 });
    expect(importing.head()).toMatchObject({ state: 'paused', again: { before: 3, left: 2 } });
    importing.take(expired(lines[1] ?? ''), { file: 'f', line: 2 });
    expect(importing.head().again?.left).toBe(2);
    importing.take(expired(lines[3] ?? ''), { file: 'f', line: 3 });
    const done = importing.head();
    expect(done.state).toBe('finished');
    expect(done).not.toHaveProperty('again');
  });

  it('knows it when its questions go out in files', () => {
    const { bench, lines, log, head } = askedAgain();
    expect(waitingHead({ ...bench.run, head }, log, [])).toMatchObject({
      state: 'paused',
      again: { before: 3, left: 3 },
    });
    const importing = bench.importing(log, head);
    importing.take(answered(lines[3] ?? ''), { file: 'f', line: 1 });
    const finished = waitingHead({ ...bench.run, head }, log, importing.collected());
    expect(finished.state).toBe('finished');
    expect(finished).not.toHaveProperty('again');
  });
});
