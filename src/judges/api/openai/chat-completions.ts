import type { WireFormat, WireQuestion } from '../wire-format';
import { faultIn, readError } from './read-error';
import { readCompletion } from './read-completion';

/** The format of OpenAI's chat completions, which most servers speak. */
export const chatCompletions: WireFormat = {
  path: '/chat/completions',
  authorise: (key) => ({ Authorization: `Bearer ${key}` }),
  body: (question) => ({
    model: question.model,
    messages: messagesOf(question),
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'judgement', strict: true, schema: question.shape },
    },
    ...sampling(question),
  }),
  parameters: (question) => ({
    model: question.model,
    response_format: 'json_schema',
    ...sampling(question),
  }),
  readReply: readCompletion,
  readError,
  faultIn,
};

function messagesOf({ prompt, previous }: WireQuestion) {
  return [
    { role: 'system', content: prompt.shared },
    { role: 'user', content: prompt.own },
    ...(previous
      ? [
          { role: 'assistant', content: previous.text },
          { role: 'user', content: previous.problem },
        ]
      : []),
  ];
}

function sampling({ seed, temperature }: Pick<WireQuestion, 'seed' | 'temperature'>) {
  return {
    ...(seed !== undefined && { seed }),
    ...(temperature !== undefined && { temperature }),
  };
}
