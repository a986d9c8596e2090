import type { Structured } from '../../../core/model/connection';
import type { Provider } from '../providers';
import { sharedPart } from '../shared-part';
import type { WireFormat, WireQuestion, WireTuning } from '../wire-format';
import { contentAssembly } from './assemble-contents';
import { modelListing } from './list-models';
import { readContent } from './read-content';
import { faultIn, readError, refusesShape } from './read-error';

const means: readonly Structured[] = ['schema', 'json', 'prompt'];
const pathOf = (model: string) => `/models/${encodeURIComponent(model.replace(/^models\//, ''))}`;

/** The format of Google's generateContent. */
export function generateContent({ id }: Provider): WireFormat {
  return {
    provider: id,
    means,
    path: (model) => `${pathOf(model)}:generateContent`,
    streamPath: (model) => `${pathOf(model)}:streamGenerateContent?alt=sse`,
    headers: (key): Record<string, string> => (key === '' ? {} : { 'x-goog-api-key': key }),
    body: (question) => {
      const text = sharedPart(question);
      const config = {
        ...(question.structured !== 'prompt' && { responseMimeType: 'application/json' }),
        ...(question.structured === 'schema' && { responseJsonSchema: question.shape }),
        ...sampling(question),
      };
      return {
        ...(text !== '' && { systemInstruction: { parts: [{ text }] } }),
        contents: turns(question),
        ...(Object.keys(config).length > 0 && { generationConfig: config }),
      };
    },
    parameters: ({ model, structured, ...tuning }) => ({ model, structured, ...sampling(tuning) }),
    readReply: readContent,
    assembly: contentAssembly,
    readError,
    faultIn,
    refusesShape,
    models: modelListing,
  };
}

function sampling({ seed, temperature }: Pick<WireTuning, 'seed' | 'temperature'>) {
  return {
    ...(seed !== undefined && { seed }),
    ...(temperature !== undefined && { temperature }),
  };
}

function turns({ prompt, previous }: WireQuestion) {
  const turn = (role: 'user' | 'model', text: string) => ({ role, parts: [{ text }] });
  return [
    turn('user', prompt.own),
    // A turn without words is refused.
    ...(previous && previous.text.trim() !== '' ? [turn('model', previous.text)] : []),
    ...(previous ? [turn('user', previous.problem)] : []),
  ];
}
