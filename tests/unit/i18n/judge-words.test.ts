import { describe, expect, it } from 'vitest';
import { apiWords as en } from '../../../src/i18n/en/api';
import { apiWords as ko } from '../../../src/i18n/ko/api';

describe('what a test of the connection says of an Ollama', () => {
  it.each([
    ['en', en, '4,096', /Longer questions are not judged/],
    ['ko', ko, '4,096', /더 긴 질문은/],
  ] as const)('that tells its context: how long a question may be, in %s', (_, words, context, longer) => {
    expect(words.ollamaContext(4096)).toContain(context);
    expect(words.ollamaContext(4096)).toMatch(longer);
  });

  it.each([
    ['en', en, /a reply to a question that seems cut is not used/i, /longer/i],
    ['ko', ko, /잘린 것으로 보이는 질문의 답변은 쓰지 않습니다/, /더 긴/],
  ] as const)('that does not: what becomes of a cut, and no length, in %s', (_, words, used, longer) => {
    expect(words.ollamaContext(null)).toMatch(used);
    expect(words.ollamaContext(null)).not.toMatch(longer);
    expect(words.ollamaContext(null)).toContain('OLLAMA_CONTEXT_LENGTH');
  });
});
