import type { RunJudge } from '../../core/model/run';
import type { RunMessages } from '../../i18n/run-screen-words';

/** Of what went along with each question, what people ask about: whose server it was, and how freely it might answer. */
export function howAsked(
  { id, parameters }: Pick<RunJudge, 'id' | 'parameters'>,
  { reweigh: t }: Pick<RunMessages, 'reweigh'>,
): { label: string; text: string }[] {
  const { endpoint, temperature } = parameters;
  const host = typeof endpoint === 'string' ? hostOf(endpoint) : null;
  const known = typeof temperature === 'number';
  return [
    ...(host === null ? [] : [{ label: t.server, text: host }]),
    ...(known || id === 'api'
      ? [{ label: t.temperature, text: known ? String(temperature) : t.ownTemperature }]
      : []),
  ];
}

/** The host alone: an address may hold more than is to be shown. */
function hostOf(endpoint: string): string | null {
  return URL.parse(endpoint)?.host ?? null;
}
