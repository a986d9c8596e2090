import type { Structured } from '../../../core/model/connection';
import type { Provider } from '../providers';
import { sharedPart } from '../shared-part';
import type { WireFormat, WireQuestion, WireTuning } from '../wire-format';
import { chunkAssembly } from './assemble-chunks';
import { modelListing } from './list-models';
import { readCompletion } from './read-completion';
import { faultIn, readError, refusesShape } from './read-error';

const means: readonly Structured[] = ['schema', 'json', 'prompt'];
const path = () => '/chat/completions';

/** The format of OpenAI's chat completions, which most servers speak, each with its quirks. */
export function chatCompletions({ id, quirks }: Provider): WireFormat {
  const sampling = ({ seed, temperature }: Pick<WireTuning, 'seed' | 'temperature'>) => ({
    ...(seed !== undefined && { [quirks.seedName ?? 'seed']: seed }),
    ...(temperature !== undefined && { temperature }),
  });
  const isStrict = (model: string) => model.startsWith(quirks.strictPrefix ?? '');
  const isMarked = (model: string) =>
    quirks.cachedPrefixes?.some((prefix) => model.startsWith(prefix)) === true;
  const responseFormat = ({ structured, shape, model }: WireQuestion) => {
    switch (structured) {
      case 'schema': {
        const schema = { name: 'judgement', strict: isStrict(model), schema: shape };
        return { response_format: { type: 'json_schema', json_schema: schema } };
      }
      case 'json':
        return { response_format: { type: 'json_object' } };
      case 'prompt':
        return {};
    }
  };
  return {
    provider: id,
    means,
    path,
    streamPath: path,
    headers: (key): Record<string, string> => {
      if (key === '') return {};
      return quirks.keyHeader === undefined
        ? { Authorization: `Bearer ${key}` }
        : { [quirks.keyHeader]: key };
    },
    body: (question) => ({
      model: question.model,
      messages: messagesOf(question, isMarked(question.model)),
      ...responseFormat(question),
      ...sampling(question),
      ...(quirks.routes && question.structured !== 'prompt' && { provider: { require_parameters: true } }),
      ...(question.stream && { stream: true }),
      ...(question.stream &&
        question.countStream &&
        !quirks.countsStreams && { stream_options: { include_usage: true } }),
    }),
    parameters: ({ model, structured, ...tuning }) => ({ model, structured, ...sampling(tuning) }),
    readReply: readCompletion,
    assembly: chunkAssembly,
    readError,
    faultIn,
    refusesShape,
    models: modelListing,
  };
}

function messagesOf(question: WireQuestion, marked: boolean) {
  const { prompt, previous } = question;
  const shared = sharedPart(question);
  const block = { type: 'text', text: shared, cache_control: { type: 'ephemeral' } };
  return [
    ...(shared === '' ? [] : [{ role: 'system', content: marked ? [block] : shared }]),
    { role: 'user', content: prompt.own },
    // A turn without words is refused by some.
    ...(previous && previous.text.trim() !== '' ? [{ role: 'assistant', content: previous.text }] : []),
    ...(previous ? [{ role: 'user', content: previous.problem }] : []),
  ];
}
