import type { ListedModel, ModelList } from '../../judgement/connection';
import type { ApiSettings } from './api-judge';
import { callFailure, callWithoutAnswer, type CallFailure } from './http/call-failure';
import { KeyMask } from './http/key-mask';
import { readAddress } from './http/address';
import { send } from './http/send';
import type { ModelListing, WireFormat } from './wire-format';

/** Nobody reads a longer list; it also ends one whose pages lead in a circle. */
const mostPages = 20;

/** The models that a provider offers to this key, in its own order. Rejects only when it is cancelled. */
export async function listModels(
  wire: WireFormat,
  { baseUrl, key }: Pick<ApiSettings, 'baseUrl' | 'key'>,
  tools: { fetch: typeof fetch },
  signal: AbortSignal,
): Promise<ModelList> {
  const address = readAddress(baseUrl);
  if (!address.ok) throw new Error(`Expected the address of a server, got one that is ${address.fault}.`);
  // A proxy before several servers may list a model for each of them.
  const models = new Map<string, ListedModel>();
  let next: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await fetchPage(tools.fetch, {
      wire,
      url: address.url + wire.models.path(next),
      key,
      signal,
    });
    if ('fault' in page) return { ok: false, fault: page.fault, said: page.said };
    for (const model of page.models) if (!models.has(model.id)) models.set(model.id, model);
    ({ next } = page);
    if (next === null) break;
  }
  return { ok: true, models: [...models.values()] };
}

async function fetchPage(
  fetcher: typeof fetch,
  { wire, url, key, signal }: { wire: WireFormat; url: string; key: string; signal: AbortSignal },
): Promise<NonNullable<ReturnType<ModelListing['read']>> | CallFailure> {
  const answered = await send(fetcher, { url, headers: wire.headers(key), mask: new KeyMask(key), signal });
  if (answered.kind === 'failed') return callWithoutAnswer(answered);
  const error = wire.readError(answered.json);
  if (!answered.response.ok || error !== null) return callFailure(answered, error, { wire, key });
  return wire.models.read(answered.json) ?? callFailure(answered, null, { wire, key, found: 'format' });
}
