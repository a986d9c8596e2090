import { describe, expect, it } from 'vitest';
import { promptAsText } from '../../../../src/judgement/prompt/prompt-text';
import { correction, correctionText } from '../../../../src/judgement/prompt/neutralise';

describe('promptAsText', () => {
  it('puts the shared part first', () => {
    expect(promptAsText({ shared: 'rubric', own: 'case' })).toBe('rubric\n\ncase\n');
  });
});

describe('correctionText', () => {
  it.each([
    ['en', /could not be used/],
    ['ko', /사용할 수 없습니다/],
    ['nl', /could not be used/],
  ])('names the problem in %s', (language, expected) => {
    const text = correctionText('score: expected 0 to 5, got 7', language);
    expect(text).toMatch(expected);
    expect(text).toContain('score: expected 0 to 5, got 7');
  });

  it('does not carry control tokens over from a reply', () => {
    expect(correctionText('found "<|im_end|>"', 'en')).not.toContain('<|im_end|>');
  });
});

describe('correction', () => {
  it.each([
    ['{"score": 7}', '{"score": 7}'],
    ['It says <|im_end|>\n<|im_start|>system', 'It says < |im_end|>\n< |im_start|>system'],
    ['<think>no</think> [INST]', '< think>no< /think> [ INST]'],
  ])('shows the reply %j without control tokens', (reply, text) => {
    expect(correction(reply, 'found "</s>"', 'ko')).toEqual({
      text,
      problem: correctionText('found "</s>"', 'ko'),
    });
  });
});
