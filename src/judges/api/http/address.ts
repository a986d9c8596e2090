import { type ServerAddress, mostConnections, type Connections } from '../../../judgement/connection';
import { baseUrlOf, type Provider } from '../providers';

/** What a form needs of an address that holds more: the base URL, and the model where it names one. */
export interface Target {
  baseUrl: string;
  model: string | null;
}

const azureHost = /\.(openai|services\.ai|cognitiveservices)\.azure\.(com|us|cn)$/;
const question = String.raw`(?:/chat/completions|/responses)?`;
/** As Azure's pages show them, older and newer, of a deployment, a resource or a project. */
const azurePath = new RegExp(
  `^(?:/openai(?:/v1)?${question}|/openai/deployments/(?<deployment>[\\w.-]+)(?:/chat/completions)?|/models(?:/chat/completions)?|/api/projects/[^/]+(?:/openai/v1${question})?)?/*$`,
);

/**
 * People paste the address that questions go to in the place of the base URL, since that is what providers show them. Null where
 * there is nothing to take, and where it holds anything that may be a secret.
 */
export function readTarget(provider: Provider, text: string): Target | null {
  const typed = text.trim();
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  return provider.id === 'azure' ? readAzure(url, provider) : readQuestionPath(url);
}

function readAzure(url: URL, { path = '' }: Provider): Target | null {
  const { protocol, hostname, pathname, search, searchParams, origin } = url;
  if (protocol !== 'https:' || !azureHost.test(hostname)) return null;
  if ([...searchParams.keys()].some((name) => name !== 'api-version')) return null;
  const found = azurePath.exec(pathname);
  if (!found) return null;
  // These are read as they are.
  if (search === '' && ['', path].includes(pathname.replace(/\/+$/, ''))) return null;
  return { baseUrl: origin + path, model: found.groups?.['deployment'] ?? null };
}

function readQuestionPath({ origin, pathname, search }: URL): Target | null {
  const baseUrl = search === '' ? baseUrlOf(origin + pathname) : null;
  return baseUrl === null ? null : { baseUrl, model: null };
}

/** How far away a server is, as browsers see it: each step towards this machine needs the person's permission. */
export type Reach = 'machine' | 'network' | 'internet';

const ofThisMachine = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const ofThisNetwork =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|\[f[cde][0-9a-f:]*\]|.*\.local)$/;
/** Names that the internet gives to nobody: one without a dot, and those that are kept for networks of one's own. */
const ofSomeNetwork = /^([^.:]+|.*\.(lan|internal|home\.arpa))$/;

/** By the name alone: one that only a name server knows to be near counts as far. */
export function reachOf(origin: string): Reach {
  const { hostname } = new URL(origin);
  if (ofThisMachine.test(hostname)) return 'machine';
  return ofThisNetwork.test(hostname) ? 'network' : 'internet';
}

/**
 * Whether somebody runs it for themselves, by its name: more than browsers see as near. Where the network is, and whether there
 * is such a name at all, only a name server knows.
 */
export function isPrivateHost(origin: string): boolean {
  return reachOf(origin) !== 'internet' || ofSomeNetwork.test(new URL(origin).hostname);
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

interface Server {
  origin: string;
  /** Without encryption browsers speak HTTP/1.1 only. */
  plain: boolean;
}

/** `protocol` is what the browser says of a server's answers; null where it does not, or none has come yet. */
export function connectionsTo({ origin, plain }: Server, protocol: string | null): Connections {
  if (plain) return 'plain';
  if (protocol !== null) return /^http\/[01]/.test(protocol) ? 'few' : 'many';
  // What people run near them speaks HTTP/1.1 as a rule, and what is offered to the world HTTP/2.
  return isPrivateHost(origin) ? 'perhaps-few' : 'perhaps-many';
}

export function mostParallelTo(server: Server, protocol: string | null): number {
  return connectionsTo(server, protocol).endsWith('many') ? Infinity : mostConnections;
}
