import type { Neutralised } from '../model/prompt';

/** Names that some model's template puts between angle brackets. */
const ANGLE_NAMES = [
  's',
  'bos',
  'eos',
  'eod',
  'eot',
  'pad',
  'unk',
  'sep',
  'cls',
  'mask',
  'think',
  'thinking',
  'thought',
  'reasoning',
  'start_of_turn',
  'end_of_turn',
  'start_of_image',
  'end_of_image',
  'start_function_call',
  'end_function_call',
  'image_soft_token',
  'image',
  'audio',
  'video',
  'tool_call',
  'tool_response',
  'tool_calls',
  'tools',
  'endoftext',
  'seed:[a-z_]{1,20}',
  'unused_?\\d{1,6}',
  'reserved_?\\d{1,6}',
  'extra_id_\\d{1,6}',
  'special_\\d{1,6}',
  '0x[0-9a-f]{2}',
].join('|');

/** The same between square brackets. In capitals only: `[sep]` is an ordinary word. */
const SQUARE_NAMES = [
  'INST',
  'THINK',
  'TOOL_CALLS',
  'AVAILABLE_TOOLS',
  'TOOL_RESULTS',
  'TOOL_CONTENT',
  'SYSTEM_PROMPT',
  'MODEL_SETTINGS',
  'ARGS',
  'CALL_ID',
  'IMG',
  'IMG_BREAK',
  'IMG_END',
  'PREFIX',
  'SUFFIX',
  'MIDDLE',
  'BOS',
  'EOS',
  'CLS',
  'SEP',
  'PAD',
  'UNK',
  'MASK',
  'gMASK',
  'sMASK',
].join('|');

/**
 * The first character of each token, the rest only looked at: so overlapping tokens are all found. A bare `<|` is broken up
 * even when no `|>` follows, for templates are inventive. No form contains white space: hence a space breaks every one
 * of them and can never complete another.
 */
const TOKEN_STARTS = [
  /[<＜](?=([|｜](?:[^\s<>＜＞|｜]{0,64}[|｜]?[>＞])?))/g,
  /[<＜](?=([^\s<>＜＞|｜]{1,64}[|｜][>＞]))/g,
  new RegExp(`[<＜](?=(/?(?:${ANGLE_NAMES})[>＞]))`, 'gi'),
  /<(?=(<\/?SYS>>))/gi,
  new RegExp(`\\[(?=(/?(?:${SQUARE_NAMES})\\]))`, 'g'),
  /\](?=(~!?b[[\]]))/g,
  /\[(?=(e~\[))/g,
];

/**
 * Breaks up the control tokens of chat templates with a visible space (`< |im_end|>`), so that no runtime takes the words of
 * a case for the end of a turn. Everything changed is listed.
 */
export function neutralise(text: string, input: string): { text: string; neutralised: Neutralised[] } {
  const counts = new Map<string, number>();
  let result = text;
  for (const pattern of TOKEN_STARTS) {
    result = result.replace(pattern, (first: string, rest: string) => {
      const token = first + rest;
      counts.set(token, (counts.get(token) ?? 0) + 1);
      return `${first} `;
    });
  }
  return { text: result, neutralised: Array.from(counts, ([token, count]) => ({ input, token, count })) };
}
