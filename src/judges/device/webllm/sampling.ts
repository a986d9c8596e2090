import type { TokenOption } from '../../../judgement/judge';
import { errorMessage } from '../../../kit/error-message';
import type { DeviceFault } from '../device';
import type { Templates } from '../messages';
import { tokenOptions } from '../session';

const functionMark = '{function_string}';

/**
 * WebLLM puts texts into their templates by a replacement in which "$&" and the like have a meaning, and then takes one mark out of the
 * result, wherever it stands. What would be taken for either is written so that the model reads it as it was.
 */
export function templateText(text: string, role: keyof Templates, templates: Templates): string {
  if (!templates[role]) return text;
  const kept =
    role === 'system' ? text : text.replace(functionMark, () => `{function_${functionMark}string}`);
  return kept.replaceAll('$', '$$$$');
}

const byName: Record<string, DeviceFault> = {
  WebGPUNotAvailableError: 'no-webgpu',
  WebGPUNotFoundError: 'no-webgpu',
  ShaderF16SupportError: 'no-f16',
  // It is told so while a model is loaded, and then it is nearly always the memory.
  DeviceLostError: 'memory',
  GrammarMatcherInitError: 'grammar',
  IntegrityError: 'corrupt',
};

export function faultOf(error: unknown): DeviceFault {
  const message = errorMessage(error);
  const named = error instanceof Error ? byName[error.name] : undefined;
  if (named) return named;
  if (/compatible GPU/i.test(message)) return 'no-webgpu';
  return /memory|createBuffer|alloc|\boom\b/i.test(message) ? 'memory' : 'crash';
}

/** WebLLM lists no more. */
export const mostListed = 5;
/** So little that only the likeliest token is left to choose from. */
const onlyLikeliest = 0.000_01;

export interface Sampling {
  temperature: number;
  top_p?: number;
}

/**
 * The likeliest token of all is chosen as well by a share of the choice that nothing but it falls into. A temperature of 0 would make
 * all others impossible, and with them what the model held them for.
 */
export function samplingFor(temperature: number): Sampling {
  return temperature === 0 ? { temperature: 1, top_p: onlyLikeliest } : { temperature };
}

/** For the receipt, where what is sent is not what was set. */
export function sentFor(temperature: number): Record<string, number> {
  const { temperature: sent, top_p: share } = samplingFor(temperature);
  return share === undefined ? {} : { sent_temperature: sent, top_p: share };
}

/**
 * What might have been said in a place. The library tells it after grammar and temperature, which only scales: taken back, it is
 * what the model held likely among all that the grammar allows there.
 */
export function optionsOf(
  said: Parameters<typeof tokenOptions>[0],
  { temperature }: Sampling,
): TokenOption[] {
  return tokenOptions(said).map(({ text, logprob }) => ({ text, logprob: logprob * temperature }));
}
