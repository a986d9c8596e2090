import type { Neutralised } from './build-prompt';
import { wordsFor } from './words';

/**
 * Names that some model's template puts between angle brackets. The last is any name joined by underscores
 * (`<start_of_turn>`, `<fim_prefix>`, `<image_soft_token>`): markup hardly has such names, and every new model has more.
 */
const ANGLE_NAMES =
  's|bos|eos|eod|eot|eom|sop|eop|pad|unk|sep|cls|mask|think|thinking|thought|reasoning|img|image|audio|' +
  'video|tools|endoftext|filename|reponame|fim-[a-z]{1,20}|seed:[a-z_]{1,20}|unused\\d{1,6}|' +
  'reserved\\d{1,6}|0x[0-9a-f]{2}|[a-z\\d]{1,20}(?:_[a-z\\d]{1,20}){1,6}';

/** The same between square brackets. Words in capitals only: `[sep]` is an ordinary word. */
const SQUARE_NAMES =
  'INST|THINK|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CONTENT|SYSTEM_PROMPT|MODEL_SETTINGS|ARGS|' +
  'CALL_ID|IMG|IMG_BREAK|IMG_END|PREFIX|SUFFIX|MIDDLE|BOS|EOS|CLS|SEP|PAD|UNK|MASK|gMASK|sMASK|' +
  'unused\\d{1,6}|control_\\d{1,6}';

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
  /◁(?=([^\s◁▷]{1,64}▷))/g,
  /\](?=(~!?b[[\]]))/g,
  /\[(?=(e~\[))/g,
];

/** Breaks up the control tokens of chat templates (`< |im_end|>`), so that no runtime takes words of a case for its own. */
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

/** For another try: the refused reply and what was wrong. Both may quote the case, so they are broken up like the case itself. */
export function correction(
  reply: string,
  problem: string,
  language: string,
): { text: string; problem: string } {
  return {
    text: neutralise(reply, 'reply').text,
    problem: wordsFor(language).correction(neutralise(problem, 'problem').text),
  };
}
