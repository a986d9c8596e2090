import { describe, expect, it } from 'vitest';
import { explain, reasonGround } from '../../../src/compare/explain';
import type { Digest } from '../../../src/judgement/digest';
import { compared, digestOf, groundOf, is, mark, outlineOf, runOf } from './run-fixture';

const open = { kind: 'undecided' as const };
const person = outlineOf({ judge: { id: 'person', kind: 'person', model: 'Mina', parameters: {} } });

function labelled(changes: Partial<Digest>): Digest {
  const { score: _, ...rest } = digestOf({ status: 'partial', mode: 'person', criteria: [open, open] });
  return { ...rest, verdict: open, ...changes };
}

function againstLabels(labels: readonly Digest[], judged: readonly Digest[]) {
  const rows = (digests: readonly Digest[]) =>
    digests.map((digest, row): [ReturnType<typeof mark>, Digest] => [mark(`case-${row}`), digest]);
  return compared(runOf(rows(labels), person), runOf(rows(judged), outlineOf()));
}

describe('a judge held against people', () => {
  it('is rated by every label there is, though not all fields are labelled', () => {
    const labels = ['PASS', 'PASS', 'FAIL', 'FAIL', 'PASS', 'FAIL'].map((word) =>
      labelled({ verdict: is(word) }),
    );
    const judged = ['PASS', 'FAIL', 'FAIL', 'FAIL', 'PASS', 'FAIL'].map((word) =>
      digestOf({ verdict: is(word) }),
    );
    const { counts, agreement, pairs } = againstLabels(labels, judged);
    expect(counts).toMatchObject({ scored: 6, verdictChanged: 1, different: 1, statusChanged: 0 });
    expect(agreement.verdict).toMatchObject({ count: 6, exact: { met: 5 } });
    expect(agreement.score?.count).toBe(0);
    expect(agreement.criteria.map(({ count }) => count)).toEqual([0, 0]);
    expect(pairs.map(({ different }) => different)).toEqual([false, true, false, false, false, false]);
  });

  it('differs where their values differ, and not in what checks or modes say', () => {
    const labels = [labelled({ criteria: [is(35), open], failedChecks: ['one'] })];
    const { pairs } = againstLabels(labels, [
      digestOf({ criteria: [is(35), is('GOOD')], failedChecks: ['two'] }),
    ]);
    expect(pairs).toMatchObject([{ different: false }]);
    const other = againstLabels([labelled({ criteria: [is(20), open] })], [digestOf()]);
    expect(other.pairs).toMatchObject([{ different: true }]);
  });

  it('has reasons that speak of values only: a person was not asked anything', () => {
    const judge = outlineOf();
    const ground = reasonGround(person, judge, groundOf(person, judge));
    const reasons = explain(
      ground,
      { digest: labelled({ criteria: [is(20), open] }) },
      { digest: digestOf() },
      true,
    );
    expect(reasons.map(({ kind }) => kind)).toEqual(['criterion']);
  });
});
