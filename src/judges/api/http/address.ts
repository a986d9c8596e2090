import type { ServerAddress } from '../../../judgement/connection';
import { baseUrlOf, type Provider } from '../providers';

interface Target {
  baseUrl: string;
  model: string | null;
}

const azureHost = /\.(openai|services\.ai|cognitiveservices)\.azure\.(com|us|cn)$/;
const question = String.raw`(?:/chat/completions|/responses)?`;
/** As Azure's pages show them, older and newer, of a deployment, a resource or a project. */
const azurePath = new RegExp(
  `^(?:/openai(?:/v1)?${question}|/openai/deployments/(?<deployment>[\\w.-]+)(?:/chat/completions)?|/models(?:/chat/completions)?|/api/projects/[^/]+(?:/openai/v1${question})?)?/*$`,
);

/** The base URL in a pasted address of a question. Null where it is a base URL already, or may hold a secret. */
export function readTarget(provider: Provider, text: string): Target | null {
  const typed = text.trim();
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  if (provider.id === 'azure') return readAzure(url, provider);
  const baseUrl = url.search === '' ? baseUrlOf(url.origin + url.pathname) : null;
  return baseUrl === null ? null : { baseUrl, model: null };
}

function readAzure(url: URL, { path = '' }: Provider): Target | null {
  const { protocol, hostname, pathname, search, searchParams, origin } = url;
  if (protocol !== 'https:' || !azureHost.test(hostname)) return null;
  if ([...searchParams.keys()].some((name) => name !== 'api-version')) return null;
  const found = azurePath.exec(pathname);
  if (!found) return null;
  if (search === '' && ['', path].includes(pathname.replace(/\/+$/, ''))) return null;
  return { baseUrl: origin + path, model: found.groups?.['deployment'] ?? null };
}

/** How far away a server is, as browsers see it: each step towards this machine needs the person's permission. */
export type Reach = 'machine' | 'network' | 'internet';

const ofThisMachine = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const ofThisNetwork =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|\[f[cde][0-9a-f:]*\]|.*\.local)$/;
/** By the name alone: a near server with a public name counts as far. */
export function reachOf(origin: string): Reach {
  const { hostname } = new URL(origin);
  if (ofThisMachine.test(hostname)) return 'machine';
  return ofThisNetwork.test(hostname) ? 'network' : 'internet';
}

/** The page's policy names these; the language of policies has no way to name ::1. */
const ownMachine = new Set(['localhost', '127.0.0.1']);

/** The page's policy lets it reach encrypted servers anywhere, and others on this machine only. */
export function readAddress(text: string): ServerAddress {
  const typed = text.trim();
  if (typed === '') return { ok: false, fault: 'empty' };
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return { ok: false, fault: 'malformed' };
  const url = new URL(typed);
  // An address is shown and kept with each judgement, so it is no place for a secret.
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return { ok: false, fault: 'secret' };
  }
  const plain = url.protocol === 'http:';
  if (plain && !ownMachine.has(url.hostname)) return { ok: false, fault: 'insecure' };
  const { origin, host, pathname } = url;
  return { ok: true, url: origin + pathname.replace(/\/+$/, ''), origin, host, plain };
}

/** Throws on an address that `readAddress` refuses: the form checks it first. */
export function validAddress(text: string): Extract<ServerAddress, { ok: true }> {
  const address = readAddress(text);
  if (!address.ok) throw new Error(`Expected the address of a server, got one that is ${address.fault}.`);
  return address;
}
