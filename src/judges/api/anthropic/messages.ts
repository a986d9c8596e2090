import type { Structured } from '../../../core/model/connection';
import type { Provider } from '../providers';
import { sharedPart } from '../shared-part';
import type { WireFormat, WireQuestion } from '../wire-format';
import { eventAssembly } from './assemble-events';
import { modelListing } from './list-models';
import { faultIn, readError, refusesShape } from './read-error';
import { readMessage } from './read-message';

const means: readonly Structured[] = ['schema', 'prompt'];
const path = () => '/messages';
/** The format wants a limit. Every model of today takes this one, and no judgement is so long. */
const mostTokens = 8192;

/** The format of Anthropic's messages. It has no seed. */
export function messages({ id }: Provider): WireFormat {
  return {
    provider: id,
    means,
    path,
    streamPath: path,
    headers: (key): Record<string, string> => ({
      'anthropic-version': '2023-06-01',
      // Without it the service refuses every page, whoever's key it is.
      'anthropic-dangerous-direct-browser-access': 'true',
      ...(key !== '' && { 'x-api-key': key }),
    }),
    body: (question) => ({
      model: question.model,
      max_tokens: mostTokens,
      ...system(question),
      messages: turns(question),
      ...(question.structured === 'schema' && {
        output_config: { format: { type: 'json_schema', schema: question.shape } },
      }),
      ...(question.temperature !== undefined && { temperature: question.temperature }),
      ...(question.stream && { stream: true }),
    }),
    parameters: ({ model, structured, temperature }) => ({
      model,
      structured,
      max_tokens: mostTokens,
      ...(temperature !== undefined && { temperature }),
    }),
    readReply: readMessage,
    assembly: eventAssembly,
    readError,
    faultIn,
    refusesShape,
    models: modelListing,
  };
}

/** Marked, since the service reuses a shared beginning only where it is told to. */
function system(question: WireQuestion) {
  const text = sharedPart(question);
  // An empty block is refused.
  return text === '' ? {} : { system: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] };
}

function turns({ prompt, previous }: WireQuestion) {
  const asked = { role: 'user', content: prompt.own };
  if (!previous) return [asked];
  const problem = { role: 'user', content: previous.problem };
  // A turn without words is refused.
  return previous.text.trim() === ''
    ? [asked, problem]
    : [asked, { role: 'assistant', content: previous.text }, problem];
}
