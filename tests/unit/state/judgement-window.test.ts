import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JudgementPlace } from '../../../src/state/judged-case';
import { JudgementWindow } from '../../../src/state/judgement-window';
import { judgementOf } from '../core/export/judgement-fixture';

it('has the judged entries of where it stands, and no others', async () => {
  const windows = fc.record({
    judged: fc.array(fc.boolean(), { maxLength: 30 }),
    moves: fc.array(fc.tuple(fc.nat(32), fc.nat(32)), { minLength: 1, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(windows, async ({ judged, moves }) => {
      const entries = judged.map((is, place) => ({ at: is ? { run: 'a', place } : undefined }));
      const asked: JudgementPlace[] = [];
      const window = new JudgementWindow(entries, {
        readAll: (places) => {
          asked.push(...places);
          return Promise.resolve(places.map(({ place }) => judgementOf({ caseId: `case-${place}` })));
        },
      });
      expect(window.at(0)).toBeUndefined();
      for (const [a, b] of moves) {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        asked.length = 0;
        await window.move({ from, to });
        const inside = (index: number) => judged[index] === true && index >= from && index < to;
        judged.forEach((_, index) => {
          expect(window.at(index)?.caseId).toBe(inside(index) ? `case-${index}` : undefined);
        });
        expect(asked.map(({ place }) => place)).toEqual(
          judged.flatMap((_, index) => (inside(index) ? [index] : [])),
        );
      }
    }),
  );
});

it('reads nothing of what is outdated, and takes what is not stored as it is given', async () => {
  const at = { run: 'a', place: 0 };
  const judgement = judgementOf();
  const asked: JudgementPlace[] = [];
  const window = new JudgementWindow(
    [
      { at, outdated: true },
      { at, judgement },
    ],
    {
      readAll: (places) => {
        asked.push(...places);
        return Promise.resolve([]);
      },
    },
  );
  await window.move({ from: 0, to: 2 });
  expect([window.at(0), window.at(1), asked]).toEqual([undefined, judgement, []]);
});
