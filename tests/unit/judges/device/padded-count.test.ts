import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChatMessage } from '../../../../src/judges/device/messages';
import { TokenCounter } from '../../../../src/judges/device/session';

/** As many tokens of one text as a runtime can hand over in a call. */
const mostOfOneText = 60_000;
const inTurns: Record<ChatMessage['role'], readonly ChatMessage['role'][]> = {
  system: ['user'],
  user: ['assistant'],
  assistant: ['user'],
};

/** A runtime that says the count of what it refuses: a word is a token, and so are six around each text. */
function runtimeOf(context: number) {
  return (messages: ChatMessage[]): Promise<number> => {
    let tokens = 3;
    for (const [index, { role, content }] of messages.entries()) {
      const words = content.match(/\S+/g)?.length ?? 0;
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
const question = fc
  .tuple(text, text, fc.option(fc.tuple(text, text)))
  .map(([rubric, own, again]): ChatMessage[] => [
    { role: 'system', content: rubric },
    { role: 'user', content: own },
    ...(again
      ? [
          { role: 'assistant' as const, content: again[0] },
          { role: 'user' as const, content: again[1] },
        ]
      : []),
  ]);

it('counts prompts of any length for any context, without work and without a text that is too long', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(512, 4096, 32_768, 65_536, 131_072, 1_000_000),
      fc.array(question, { minLength: 1, maxLength: 3 }),
      async (context, questions) => {
        const count = new TokenCounter(runtimeOf(context));
        for (const messages of questions) {
          const right = messages.reduce(
            (sum, { content }) => sum + (content.match(/\S+/g) ?? []).length + 6,
            3,
          );
          expect(await count.count(messages, context)).toBe(right);
        }
      },
    ),
    { numRuns: 10 },
  );
});
