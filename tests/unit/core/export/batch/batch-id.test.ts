import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchIdOf, readBatchId, writeBatchId } from '../../../../../src/core/export/batch/batch-id';

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);

describe('the id of a request', () => {
  it('is one that every engine takes, and is read back', () => {
    fc.assert(
      fc.property(hash, hash, hash, (run, unit, question) => {
        const text = writeBatchId({ run, unit, question });
        expect(text).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(readBatchId(text)).toEqual(batchIdOf({ run, unit, question }));
      }),
    );
  });

  it.each(['', 'request-1', 'a'.repeat(64), `${'0'.repeat(12)}-${'0'.repeat(34)}-${'0'.repeat(15)}g`])(
    'is not read from %j',
    (text) => {
      expect(readBatchId(text)).toBeNull();
    },
  );
});
