import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correction, neutralise } from '../../../../src/judgement/prompt/neutralise';

const tokens = `
  <| <｜ <|im_start|> <|im_end|> <|eot_id|> <|start_header_id|> <|endoftext|> <|turn> <turn|>
  <｜begin▁of▁sentence｜> <｜User｜> <s> </s> <bos> <eos> <pad> <unk> <mask> <think> </think>
  <start_of_turn> <end_of_turn> <tool_call> </tool_call> <unused0> <unused_12> <SPECIAL_10>
  <reserved7> <fim_prefix> <fim_middle> <fim_suffix> <fim-prefix> <repo_name> <reponame> <filename>
  <file_sep> <sop> <eop> <eom> <img> <audio_soft_token> <image_soft_token> <start_function_call>
  ＜end_of_turn＞ ◁think▷ ◁/think▷ [unused3] [control_8] <extra_id_0> <0x0A> <<SYS>> <</SYS>> [INST]
  [/INST] [TOOL_CALLS] [gMASK] ]~b] [e~[
`
  .trim()
  .split(/\s+/);

describe('neutralise', () => {
  it.each(tokens)('breaks up %s and counts it', (token) => {
    const result = neutralise(`a ${token} b ${token} `, 'answer');
    const broken = `${token.slice(0, 1)} ${token.slice(1)}`;
    expect(result).toEqual({
      text: `a ${broken} b ${broken} `,
      neutralised: [{ input: 'answer', token, count: 2 }],
    });
  });

  it.each([
    'if a < b | c > d then x |> f',
    '<div class="s">[1] [Sep] [sic] <b>bold</b> <em>',
    'C.17.0234.F [2020/AB/123] <https://example.org>',
    '회의록 [00:12:30] 김민수: 네 <웃음>',
    '{"a": ["<", "|"]}',
    'snake_case < other_name > [some_name] <_> <a_ b>',
    '◁ back | next ▷ <my-element> <h1>',
  ])('leaves %s alone', (text) => {
    expect(neutralise(text, 'answer')).toEqual({ text, neutralised: [] });
  });

  const pieces = tokens.flatMap((token) => [
    token,
    token.slice(0, 2),
    token.slice(1),
    token.slice(0, -1),
    token.slice(-2),
  ]);
  const hostile = fc
    .array(fc.oneof(fc.constantFrom(...pieces, '<', '|', '>', '[', ']', '/', ' ', '\n', '｜'), fc.string()))
    .map((parts) => parts.join(''));

  it('leaves no token, however they are nested, and does so at once', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const once = neutralise(text, 'answer');
        expect(tokens.filter((token) => once.text.includes(token))).toEqual([]);
        expect(neutralise(once.text, 'answer')).toEqual({ text: once.text, neutralised: [] });
      }),
      { numRuns: 2000 },
    );
  });

  it('only adds spaces, one for each token it lists', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { text: result, neutralised } = neutralise(text, 'answer');
        const added = neutralised.reduce((sum, { count }) => sum + count, 0);
        expect(result.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        expect(result.length - text.length).toBe(added);
      }),
      { numRuns: 1000 },
    );
  });

  // In quadratic time a text of a million characters would take hours: the time limit of the test is limit enough.
  it.each(['<', '<a', '<a_', 'a_a', '[INST', '<|', '◁', '◁a', 'a'])('comes to an end on many %s', (unit) => {
    const text = unit.repeat(1_000_000 / unit.length);
    expect(neutralise(text, 'answer').text.length).toBeGreaterThanOrEqual(text.length);
  });
});

describe('correction', () => {
  it.each([
    ['en', /could not be used/],
    ['ko', /사용할 수 없습니다/],
    ['nl', /could not be used/],
  ])('names the problem in %s', (language, expected) => {
    const { problem } = correction('{}', 'score: expected 0 to 5, got 7', language);
    expect(problem).toMatch(expected);
    expect(problem).toContain('score: expected 0 to 5, got 7');
  });

  it('shows the reply and the problem without control tokens', () => {
    const { text, problem } = correction('<think>no</think> <|im_end|> [INST]', 'found "</s>"', 'en');
    expect(text).toBe('< think>no< /think> < |im_end|> [ INST]');
    expect(problem).toContain('found "< /s>"');
  });
});
