import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChatMessage } from '../../../../src/judges/device/messages';
import { numberChoice, tokenCounter } from '../../../../src/judges/device/session';

it.each([
  ['a number', ['{"a":', '4', '}'], [5]],
  ['one with a space before it', ['{"a":', ' 4', '}'], [6]],
  ['the beginning of a longer one alone', ['[', '3', '5', ',', '12', ']'], [1, 4]],
  ['a negative one', ['[', '-1', ']'], [1]],
  ['none that comes with other signs', ['{"a":4', ',"b":', '"x"}'], []],
])('of a reply in tokens, notes %s', (_, tokens, places) => {
  let soFar = '';
  const found = tokens.flatMap((token) => {
    soFar += token;
    return numberChoice(token, soFar, [{ text: token, logprob: 0 }])?.at ?? [];
  });
  expect(found).toEqual(places);
});

it('a number’s other choices are numbers too; a token that is not in the text yet cannot be placed', () => {
  const options = ['4', ' 3', 'true', '"', '5,'].map((text) => ({ text, logprob: -1 }));
  expect(numberChoice('4', '{"a":4', options)?.options.map(({ text }) => text)).toEqual(['4', ' 3']);
  expect(numberChoice('4', '{"a":', options)).toBeNull();
});

it.each([
  // What was said may be less likely than all that are listed.
  [[-9, -1, -2, -3], -3],
  [[-1, -1, -2, -Infinity], -Infinity],
  // Nothing is listed: anything may have been as likely.
  [[-1], 0],
])('of %j nothing else is likelier than %d', (logprobs, untold) => {
  const options = logprobs.map((logprob, place) => ({ text: `${4 + place}`, logprob }));
  expect(numberChoice('4', '{"a":4', options)?.untold).toBe(untold);
});

/** As many tokens of one text as a runtime can hand over in a call. */
const mostOfOneText = 60_000;
const inTurns: Record<ChatMessage['role'], readonly ChatMessage['role'][]> = {
  system: ['user'],
  user: ['assistant'],
  assistant: ['user'],
};
const wordsIn = (text: string) => text.match(/\S+/g)?.length ?? 0;

/** A runtime that says the count of what it refuses: a word is a token, and so are six around each text. */
function runtimeOf(context: number) {
  return (messages: ChatMessage[]): Promise<number> => {
    let tokens = 3;
    for (const [index, { role, content }] of messages.entries()) {
      const words = wordsIn(content);
      if (words > mostOfOneText) throw new RangeError('Maximum call stack size exceeded');
      const next = messages[index + 1];
      if (next) expect(inTurns[role], 'they speak by turns').toContain(next.role);
      tokens += words + 6;
    }
    expect(messages.at(-1)?.role).toBe('user');
    expect(tokens, 'no work is done').toBeGreaterThan(context);
    return Promise.resolve(tokens);
  };
}

const text = fc.integer({ min: 1, max: 50_000 }).map((words) => 'word '.repeat(words));
const question = fc.tuple(text, text).map(([rubric, own]): ChatMessage[] => [
  { role: 'system', content: rubric },
  { role: 'user', content: own },
]);

it('counts prompts of any length for any context, without work and without a text that is too long', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(512, 4096, 32_768, 65_536, 131_072, 1_000_000),
      fc.array(question, { minLength: 1, maxLength: 3 }),
      async (context, questions) => {
        const count = tokenCounter(runtimeOf(context));
        for (const messages of questions) {
          const right = messages.reduce((sum, { content }) => sum + wordsIn(content) + 6, 3);
          expect(await count(messages, context)).toBe(right);
        }
      },
    ),
    { numRuns: 10 },
  );
});
