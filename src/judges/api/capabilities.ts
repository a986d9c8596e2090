import type { Structured } from '../../judgement/connection';
import type { ApiSettings } from './api-judge';
import type { CallFailure } from './http/send';
import type { RequestOptions, WireError, WireFormat, WireRequest } from './protocols/wire-format';

type Optional = 'lengths' | 'temperature' | 'seed' | 'stream' | 'countStream';

export interface Accepted {
  readonly structured: Structured;
  readonly without: ReadonlySet<Optional>;
}

const unsupported =
  /not (supported|permitted|allowed)|unsupported|does(n't| not) support|deprecated|extra inputs|unknown (parameter|field|name|argument)|unrecogni[sz]ed/i;
const parameterNames: readonly [Optional, RegExp][] = [
  ['lengths', /\b(min|max)_?items\b/i],
  ['temperature', /\btemperature\b/i],
  ['seed', /\b(random_)?seed\b/i],
  ['countStream', /\bstream_options\b/i],
  ['stream', /\bstream(ing)?\b/i],
];

/** Learned from refusals: capabilities only ever shrink, so a request is repeated a limited number of times. */
export class Capabilities {
  readonly #wire: WireFormat;
  current: Accepted = { structured: 'schema', without: new Set() };

  constructor(wire: WireFormat) {
    this.#wire = wire;
  }

  downgrade(used: Accepted, { fault, error }: CallFailure, sent: Pick<WireRequest, Optional>): boolean {
    if (fault !== 'request' || error === null) return false;
    // Another request has met the same refusal meanwhile.
    if (used !== this.current) return true;
    const refusesShape = this.#wire.refusesShape(error);
    const parameter = refusedParameter(error, refusesShape, (name) => (sent[name] ?? false) !== false);
    const weaker = this.#wire.means[this.#wire.means.indexOf(used.structured) + 1];
    if (parameter !== undefined) this.current = { ...used, without: new Set([...used.without, parameter]) };
    else if (refusesShape && weaker !== undefined) this.current = { ...used, structured: weaker };
    return used !== this.current;
  }
}

function refusedParameter(
  { about = '', message }: WireError,
  refusesShape: boolean,
  isSent: (name: Optional) => boolean,
): Optional | undefined {
  const text = `${about} ${message}`;
  // A router does not say which parameter no server takes: those that matter least go first.
  if (refusesShape && /no endpoints found/i.test(text))
    return (['seed', 'temperature'] as const).find(isSent);
  const isRefused = (word: RegExp) => word.test(about) || (word.test(text) && unsupported.test(text));
  return parameterNames.find(([name, word]) => isSent(name) && isRefused(word))?.[0];
}

export function acceptedOptions(
  { structured, without }: Accepted,
  { model, temperature }: Pick<ApiSettings, 'model' | 'temperature'>,
  seed?: number,
): RequestOptions {
  return {
    model,
    structured,
    ...(temperature !== undefined && !without.has('temperature') && { temperature }),
    ...(seed !== undefined && !without.has('seed') && { seed }),
  };
}
