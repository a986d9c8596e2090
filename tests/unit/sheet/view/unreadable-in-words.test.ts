import { expect, it } from 'vitest';
import { storageFaultSchema } from '../../../../src/sheet/run-record';
import { en } from '../../../../src/i18n/en/en';
import { ko } from '../../../../src/i18n/ko/ko';
import { unreadableInWords } from '../../../../src/sheet/view/run-words';

const detail = 'Judgement 3 of run a cannot be read as it is stored: no list';

it.each(storageFaultSchema.options)('a judgement that cannot be read (%s) is told in words', (kind) => {
  const english = unreadableInWords({ kind, detail }, en.run);
  expect(english).toMatch(/^This judgement cannot be read\. \p{Lu}.*\.$/u);
  expect(english).not.toContain(detail);
  const korean = unreadableInWords({ kind, detail }, ko.run);
  expect(korean.replaceAll('Assay', '')).not.toMatch(/[a-z]/i);
});

it('one that is damaged does not speak ill of its whole run', () => {
  const words = unreadableInWords({ kind: 'damaged', detail }, en.run);
  expect(words).toContain('the other cases are unharmed');
});

it('what nobody foresaw is told as it is', () => {
  expect(unreadableInWords({ kind: null, detail: 'x is undefined' }, ko.run)).toBe(
    '이 심사 결과를 읽을 수 없습니다. x is undefined',
  );
});
