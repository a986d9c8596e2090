import type { ApiSettings } from './api-judge';
import type { CallFailure } from './call-failure';
import type { Manner } from './manners';
import type { WireError, WireTuning } from './wire-format';

/** What goes along with a question, but for what the model does not take. */
export function tuningIn(
  { structured, without }: Manner,
  { model, temperature }: Pick<ApiSettings, 'model' | 'temperature'>,
  seed?: number,
): WireTuning {
  return {
    model,
    structured,
    ...(temperature !== undefined && !without.has('temperature') && { temperature }),
    ...(seed !== undefined && !without.has('seed') && { seed }),
  };
}

/** Whether a refusal may be about the way a question was put. */
export function isAboutManner(failure: CallFailure): failure is CallFailure & { error: WireError } {
  return failure.fault === 'request' && failure.error !== null;
}
