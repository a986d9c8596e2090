import { z } from 'zod';
import { answerSchema } from './loopback-judge/answer-schema';
import type { Choice, Dialect } from './loopback-judge/dialect';
import { dialectOf } from './loopback-judge/loopback-judge';

const openAiRequest = z.strictObject({
  custom_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  method: z.literal('POST'),
  url: z.literal('/v1/chat/completions'),
  body: z.record(z.string(), z.unknown()),
});
const anthropicFile = z.strictObject({
  requests: z.array(
    z.strictObject({
      custom_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
      params: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** A request of a batch file, and ways to answer it. */
export interface BatchRequest {
  id: string;
  /** Everything it says, in one text. */
  text: string;
  /** The engine's line for a good reply, or for the words that are given. */
  answered(words?: string): string;
  expired(): string;
  /** As `answered`, without the wrapper that some versions of vLLM leave out. */
  unwrapped(): string;
}

/** Reads a batch file as strictly as the engine does. */
export function readBatchFile(engine: 'openai' | 'anthropic', text: string): BatchRequest[] {
  const dialect = dialectOf(engine);
  if (engine === 'openai')
    return text
      .trimEnd()
      .split('\n')
      .map((line, index) => {
        const { custom_id: id, body } = openAiRequest.parse(JSON.parse(line));
        const { said, reply } = read(dialect, body, index + 1);
        const result = (response: unknown, error: unknown = null) =>
          JSON.stringify({ id: `batch_req_${index}`, custom_id: id, response, error });
        return {
          id,
          text: said,
          answered: (words) => result({ status_code: 200, request_id: `r${index}`, body: reply(words) }),
          unwrapped: () => result(reply()),
          expired: () => result(null, { code: 'batch_expired', message: 'This request was too late.' }),
        };
      });
  return anthropicFile.parse(JSON.parse(text)).requests.map(({ custom_id: id, params }, index) => {
    const { said, reply } = read(dialect, params, index + 1);
    const result = (value: unknown) => JSON.stringify({ custom_id: id, result: value });
    const answered = (words?: string) => result({ type: 'succeeded', message: reply(words) });
    return { id, text: said, answered, unwrapped: answered, expired: () => result({ type: 'expired' }) };
  });
}

function read(dialect: Dialect, body: unknown, number: number) {
  const asked = dialect.read(JSON.stringify(body), { kind: 'question' });
  if (!asked.ok) throw new Error(`The engine refuses request ${number}: ${asked.refusal.message}`);
  const { question } = asked;
  const reply = (words = JSON.stringify(answerSchema(question.schema))) => {
    const choice: Choice = { content: words, end: 'complete' };
    return dialect.reply(question, number, choice);
  };
  return { said: question.text, reply };
}

/** In an order that has nothing to do with the first, and is the same each time. */
export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item, place) => ({ item, key: (place * 7_919 + 13) % 101 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
