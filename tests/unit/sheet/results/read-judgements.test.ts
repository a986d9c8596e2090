import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readJudgements } from '../../../../src/sheet/results/judged-case';
import { sampleResult } from '../store/sample-sheet';

it('any number of judgements come in the order asked for, a few with each read and neighbours together', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(400), { maxLength: 300 }), async (places) => {
      const reads: number[][] = [];
      const judgements = (_: string, some: readonly number[]) => {
        reads.push([...some]);
        return Promise.resolve(some.map((place) => sampleResult(place).judgement));
      };
      const found = await readJudgements({ judgements }, 'run', places);
      expect(found.map((judgement) => judgement?.caseId)).toEqual(places.map((place) => `case-${place}`));
      expect(Math.max(0, ...reads.map(({ length }) => length))).toBeLessThanOrEqual(10);
      expect(reads.flat()).toEqual([...new Set(places)].sort((a, b) => a - b));
    }),
  );
});

it('the page has its turn while judgements are read that need no wait', async () => {
  let turns = 0;
  let reading = true;
  const count = () => {
    turns += 1;
    if (reading) setImmediate(count);
  };
  setImmediate(count);
  const judgements = (_: string, some: readonly number[]) => {
    const ends = performance.now() + 2;
    while (performance.now() < ends);
    return Promise.resolve(some.map((place) => sampleResult(place).judgement));
  };
  const places = Array.from({ length: 500 }, (_, place) => place);
  await readJudgements({ judgements }, 'run', places);
  reading = false;
  // Fifty reads of 2 ms each, of which at most five fit into a slice.
  expect(turns).toBeGreaterThanOrEqual(9);
});
