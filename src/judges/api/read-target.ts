import { baseUrlOf, type Provider } from './providers';

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
