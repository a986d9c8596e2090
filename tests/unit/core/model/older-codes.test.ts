import { describe, expect, it } from 'vitest';
import { readAnyAge } from '../../../../src/core/model/older-codes';
import { judgementSchema } from '../../../../src/core/model/judgement';
import { runHeadSchema } from '../../../../src/core/model/run';
import { sampleHead, sampleResult } from '../../storage/runs/sample-run';

const { judgement } = sampleResult(0);
const older = [
  ['no-choice', { code: 'no-answer-in-reply' }],
  ['content-filter', { code: 'filtered', by: '' }],
] as const;

describe('codes of the first version', () => {
  it.each(older)('%s is read as what it is called today', (code, today) => {
    const reply = { text: '', stop: 'unknown', model: 'm', parameters: {} } as const;
    const stored = {
      ...judgement,
      causes: [{ code: 'length-limit' }, { code }],
      attempts: [{ reply, causes: [{ code }] }],
    };
    expect(judgementSchema.safeParse(stored).success).toBe(false);
    expect(readAnyAge(judgementSchema, stored)).toEqual({
      success: true,
      data: {
        ...judgement,
        causes: [{ code: 'length-limit' }, today],
        attempts: [{ reply, causes: [today] }],
      },
    });
    const pause = { because: 'judge', detail: 'It says nothing.' } as const;
    const head = sampleHead('a', { state: 'paused', pause });
    expect(readAnyAge(runHeadSchema, { ...head, pause: { ...pause, causes: [{ code }] } })).toEqual({
      success: true,
      data: { ...head, pause: { ...pause, causes: [today] } },
    });
  });

  it('are left alone where a judge or a rubric says the same words', () => {
    const output = { causes: [{ code: 'no-choice' }] };
    const stored = { ...judgement, output, causes: [{ code: 'no-choice' }] };
    expect(readAnyAge(judgementSchema, stored)).toMatchObject({ success: true, data: { output } });
  });

  it('that nobody ever wrote are refused, and told as they stand', () => {
    const read = readAnyAge(judgementSchema, { ...judgement, causes: [{ code: 'no-such-code' }] });
    expect(read.success).toBe(false);
    expect(read.error?.issues[0]?.path).toEqual(['causes', 0, 'code']);
  });
});
