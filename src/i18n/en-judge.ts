import type { AddressFault, ConnectionFault, Connections, Structured } from '../core/model/connection';
import { pageOrigin } from './page-origin';

const form: Record<AddressFault | 'no-model' | 'key' | 'no-key' | 'budget' | 'not-sent', string> = {
  empty: 'Enter the base URL of the server.',
  malformed: 'The base URL must be a full address, such as https://api.example.com/v1.',
  insecure:
    'Without encryption (http) only localhost and 127.0.0.1 can be used. Use https for other servers.',
  secret: 'The base URL must have no user name, no ? and no #. A key belongs in its own field.',
  'no-model': 'Enter the name of the model.',
  key: 'Enter the API key for this server again. It is sent only to the server it was entered for, and has only letters, digits and signs.',
  'no-key': 'Enter your API key for this provider.',
  budget: 'The budget for a run must be a number above 0. Correct it, or leave it empty for no limit.',
  'not-sent': 'You chose not to send cases to this server. Nothing was sent.',
};

const fault: Record<ConnectionFault, (host: string) => string> = {
  unreachable: (host) => `Nothing answers at ${host}. Start the server or correct the base URL.`,
  cors: (host) =>
    `A server answers at ${host} but does not allow this page to use it (CORS). Allow this page’s address in the server’s settings. A provider that allows no pages can be reached through OpenRouter or a server of your own.`,
  'ollama-origins': (host) =>
    `Ollama answers at ${host} but does not allow this page. Set OLLAMA_ORIGINS to ${pageOrigin()} and start Ollama again.`,
  'local-network': (host) =>
    `The browser does not let this page reach ${host} on this machine. Allow access to the local network (apps on this device) for this page in the site settings beside the address, then test again.`,
  'no-answer': (host) =>
    `No answer from ${host} can be read: the server is not running, the base URL is wrong, or the server does not allow this page (CORS).`,
  silent: (host) =>
    `${host} has not answered for a minute. It may still be loading the model or have too much to do: try again, or start the server anew.`,
  'broken-off': (host) => `${host} broke off in the middle of its answer. Try again.`,
  key: (host) => `${host} does not accept the API key. Check it, and what it may be used for.`,
  refused: (host) =>
    `${host} refuses requests from here. That is not about the key: it does not serve this country or network, or a firewall stands before it. Try another network, or ask the provider.`,
  credit: () => 'The key is right, but the account has no credit left.',
  model: () => 'The server answers, but has no such model. Check the name.',
  address: (host) => `${host} answers, but has no chat completions at this path. Most base URLs end in /v1.`,
  busy: () => 'The server takes no more requests for now. Wait a little and try again.',
  server: () => 'The server has a fault of its own. Try again later.',
  format: () => 'Something answers, but not in the format of this provider. Check the base URL.',
  request: () => 'The server does not take the question as Assay puts it.',
  'too-long': () => 'The question does not fit the model.',
};

/** How the shape of replies is asked for, said where it is not the strongest way. */
const structured: Record<Structured, string> = {
  schema: 'The provider holds replies to the shape that is asked for (JSON Schema).',
  json: 'This model takes no JSON Schema. It is asked for JSON, with the shape in words; more replies may not fit.',
  prompt:
    'This model takes neither a JSON Schema nor JSON mode. It is told the shape in words alone; more replies may not fit.',
};

/** How many questions can be on their way at once, said where it may be fewer than are asked for. */
const atOnceHint: Record<Exclude<Connections, 'many'>, (host: string, most: number) => string> = {
  plain: (_, most) =>
    `Over http a browser opens ${most} connections to a server, so at most ${most} questions are asked at once.`,
  few: (host, most) =>
    `${host} speaks HTTP/1.1: a browser opens ${most} connections to it, so at most ${most} questions are asked at once.`,
  'perhaps-few': (host, most) =>
    `The browser does not say whether ${host} speaks HTTP/2. Until it does, at most ${most} questions are asked at once, as over HTTP/1.1. A server that sends the header Timing-Allow-Origin lets the browser say so.`,
  'perhaps-many': (host, most) =>
    `Should ${host} speak HTTP/1.1 only, the browser opens ${most} connections to it: what is asked beyond that waits in the browser, and its time per case runs.`,
};

const raiseOllama = 'OLLAMA_CONTEXT_LENGTH, or num_ctx in a Modelfile, gives it more.';

/** Words for setting up a judge behind a server. */
export const apiWords = {
  provider: 'Provider',
  providers: { compatible: 'OpenAI-compatible server' },
  baseUrl: 'Base URL',
  key: 'API key',
  keyKept: 'Kept in memory',
  keyFor: (host: string) =>
    `The key was entered for ${host} and is not sent elsewhere. Enter one for this server.`,
  forgetKey: 'Forget key',
  model: 'Model',
  atOnce: 'At once',
  atOnceHint,
  local:
    'If this page does not come from this machine, the browser may ask whether it may reach a server here.',
  test: 'Test connection',
  testing: 'Testing…',
  stopTesting: 'Stop testing',
  testHint: 'Sends one short question without any case.',
  works: (host: string, model: string) => `It works: ${model} at ${host} answered.`,
  ollamaContext: (context: number | null) =>
    context === null
      ? `Ollama does not say how much context this model has, and cuts what does not fit without a word. A reply to a question that seems cut is not used. ${raiseOllama}`
      : `Ollama has loaded it with a context of ${context.toLocaleString('en')} tokens. Longer questions are not judged: Ollama would cut them without a word. ${raiseOllama}`,
  said: 'The server says:',
  destination: {
    title: (host: string) => `Send cases to ${host}?`,
    why: (host: string) =>
      `You neither entered ${host} as the base URL nor chose it from the list in this browser. Send your cases there only if you know this server.`,
    send: 'Send',
    refuse: 'Don’t send',
  },
  form,
  fault,
  structured,
};
