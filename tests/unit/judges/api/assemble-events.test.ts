import { expect, it } from 'vitest';
import { eventAssembly, readMessage } from '../../../../src/judges/api/protocols/anthropic';

it.each([
  ['told anew at its end', { input_tokens: 12, cache_read_input_tokens: 9, output_tokens: 5 }, 12 + 9],
  ['not told again', { output_tokens: 5 }, 10 + 8],
  [
    'left open at its end, as the format allows',
    {
      input_tokens: null,
      cache_read_input_tokens: null,
      cache_creation_input_tokens: null,
      output_tokens: 5,
    },
    10 + 8,
  ],
])('what was sent is counted in a streamed message, %s', (_, usage, promptTokens) => {
  const assembly = eventAssembly();
  const begun = { input_tokens: 10, cache_read_input_tokens: 8, output_tokens: 1 };
  assembly.take({ type: 'message_start', message: { model: 'm', usage: begun } });
  assembly.take({ type: 'content_block_delta', delta: { type: 'text_delta', text: '{}' } });
  assembly.take({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage });
  assembly.take({ type: 'message_stop' });
  expect(assembly.soFar().usage).toMatchObject({ promptTokens, replyTokens: 5 });
  expect(readMessage(assembly.whole())).toMatchObject({ usage: { promptTokens, replyTokens: 5 } });
});
