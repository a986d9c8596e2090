import { cases, counted } from './count';
import type { AddressFault, ConnectionFault, Structured } from '../../judgement/connection';

const keyFault = {
  short: 'The passphrase must have at least 8 characters.',
  passphrase:
    'The passphrase is not the one this key was stored with. Try again, or forget the key and enter it again.',
  missing: 'No key is stored for this server any more. Enter it above.',
  damaged: 'The stored key can no longer be read. Forget it and enter it again.',
  storage: 'The browser refuses to store or read the key. It stays in this tab’s memory.',
  insecure: 'This page was loaded without encryption (http), so the browser cannot encrypt the key.',
  'not-forgotten':
    'The browser refuses to delete the stored key: it is still on this device, encrypted. Try again, or delete this site’s data in the browser’s settings.',
};

const form: Record<AddressFault | 'no-model' | 'key' | 'no-key' | 'budget' | 'not-sent', string> = {
  empty: 'Enter the base URL of the server.',
  malformed: 'The base URL must be a full address, such as https://api.example.com/v1.',
  insecure:
    'Without encryption (http) only localhost and 127.0.0.1 can be used. Use https for other servers.',
  secret: 'The base URL must have no user name, no ? and no #. A key belongs in its own field.',
  'no-model': 'Enter the name of the model.',
  key: 'Enter the API key for this server again. A key is sent only to the server you entered it for, and may contain only letters, digits and symbols.',
  'no-key': 'Enter your API key for this provider.',
  budget: 'The budget for a run must be a number above 0. Correct it, or leave it empty for no limit.',
  'not-sent': 'You chose not to send cases to this server. Nothing was sent.',
};

/** `page` is the origin of this page. */
const fault: Record<ConnectionFault, (host: string, page: string) => string> = {
  unreachable: (host) => `Nothing answers at ${host}. Start the server or correct the base URL.`,
  cors: (host) =>
    `A server answers at ${host} but does not allow this page to use it (CORS). Allow this page’s address in the server’s settings. If the server redirects to another address, enter the final one. If a provider allows no web pages, use OpenRouter or your own server.`,
  'ollama-origins': (host, page) =>
    `Ollama answers at ${host} but does not allow this page. Set OLLAMA_ORIGINS to ${page} and restart Ollama.`,
  'local-network': (host) =>
    `The browser does not let this page reach ${host} on this device. Allow access to the local network (apps on this device) for this page in the site settings beside the address, then test again.`,
  'no-answer': (host) =>
    `No answer from ${host} can be read: the server is not running, the base URL is wrong, or the server does not allow this page (CORS).`,
  silent: (host) =>
    `${host} has not answered for a minute. It may be loading the model or be overloaded. Try again, or restart the server.`,
  'broken-off': (host) => `${host} stopped in the middle of its answer. Try again.`,
  'reply-too-long': (host) =>
    `${host} sent far more than a short answer, so Assay stopped reading. Check the base URL and the model.`,
  redirect: (host) =>
    `${host} redirects to another address. Assay does not follow, so that the key goes nowhere else. Enter the final address.`,
  key: (host) => `${host} does not accept the API key. Check the key and its permissions.`,
  refused: (host) =>
    `${host} refuses requests from here. The key is not the reason: the server blocks this country or network, or a firewall does. Try another network, or ask the provider.`,
  credit: () => 'The key is right, but the account has no credit left.',
  model: () => 'The server answers but does not have this model. Check the name.',
  address: (host) =>
    `${host} answers but offers no chat completions at this path. Most base URLs end in /v1.`,
  busy: () => 'The server is busy. Wait a little and try again.',
  server: () => 'The server reports an internal error. Try again later.',
  format: () => 'The answer is not in this provider’s format. Check the base URL.',
  request: () => 'The server does not accept the request.',
  'too-long': () => 'The question does not fit the model.',
};

/** How the shape of replies is asked for, said where it is not the strongest way. */
const structured: Record<Structured, string> = {
  schema: 'The provider enforces the reply format (JSON Schema).',
  json: 'This model does not support JSON Schema. Assay asks for JSON and describes the format in words, so more replies may be malformed.',
  prompt:
    'This model supports neither JSON Schema nor JSON mode. The prompt describes the format in words, so more replies may be malformed.',
};

/** How many questions can be on their way at once, said where it may be fewer than are asked for. */
const atOnceHint = {
  plain: (most: number) =>
    `Over http a browser opens ${most} connections to a server, so at most ${most} requests run in parallel.`,
  encrypted: (host: string, most: number) =>
    `If ${host} only speaks HTTP/1.1, the browser opens ${most} connections to it. Further requests wait in the browser, and their time limit keeps running.`,
};

const raiseOllama = 'OLLAMA_CONTEXT_LENGTH, or num_ctx in a Modelfile, gives it more context.';

export const apiWords = {
  provider: 'Provider',
  providers: { compatible: 'OpenAI-compatible server' },
  baseUrl: 'Base URL',
  key: 'API key',
  keyKept: 'Kept in memory',
  keyFor: (host: string) =>
    `This key belongs to ${host} and is not sent elsewhere. Enter one for this server.`,
  forgetKey: 'Forget key',
  atOnce: 'Parallel requests',
  atOnceHint,
  local: 'The browser may ask for permission to reach a server on this device.',
  test: 'Test connection',
  testing: 'Testing…',
  stopTesting: 'Stop testing',
  testHint: 'Sends one short question without any case.',
  works: (host: string, model: string) => `It works: ${model} at ${host} answered.`,
  ollamaContext: (context: number | null) =>
    context === null
      ? `Ollama does not report this model’s context and silently cuts longer prompts. Assay discards a reply if its prompt seems cut. ${raiseOllama}`
      : `Ollama has loaded it with a context of ${context.toLocaleString('en')} tokens. Longer cases are not judged, because Ollama would silently cut them. ${raiseOllama}`,
  said: 'The server says:',
  destination: {
    title: (host: string) => `Send cases to ${host}?`,
    why: (host: string) =>
      `You have not entered or chosen ${host} in this browser before. Send your cases there only if you trust this server.`,
    send: 'Send',
    refuse: 'Don’t send',
  },
  form,
  fault,
  structured,
  presets: 'Servers on this device',
  goesTo: (host: string) => `Each case you judge is sent to ${host} and nowhere else.`,
  goesOn: (host: string) =>
    `Each case you judge is sent to ${host}, which passes it on to the company that runs the model.`,
  staysHere: (host: string) => `${host} is on this device: your cases do not leave it.`,
  azureHint:
    'The address of your own resource, or its target URI. As the model, enter the name of your deployment.',
  taken: (baseUrl: string, deployment: string | null) =>
    deployment === null
      ? `Base URL from this address: ${baseUrl}. The rest is not needed.`
      : `From this address: base URL ${baseUrl}, deployment “${deployment}” as the model. The rest is not needed.`,
  notRemembered: 'The browser refuses to store settings. This form will be empty after a reload.',

  keyNeeded: 'Kept in this tab’s memory until it closes, and sent only to this server.',
  keyOptional:
    'Kept in this tab’s memory until it closes, sent only to this server. Leave it empty if the server needs none.',
  remember: 'Remember on this device',
  rememberHint:
    'Stored in this browser, encrypted with your passphrase. The passphrase is not stored. Without it you have to enter the key again.',
  remembered: (host: string) => `The key for ${host} is stored on this device, encrypted.`,
  replaces: 'This replaces the stored key for this server.',
  locked: (host: string) => `A key for ${host} is stored on this device, encrypted. Unlock it to use it.`,
  passphrase: 'Passphrase',
  keepKey: 'Store key',
  unlock: 'Unlock',
  working: 'A moment…',
  keyFault,

  listModels: 'Show available models',
  listing: 'Asking for the list…',
  stopListing: 'Stop listing',
  listed: (count: number) =>
    count === 0
      ? 'The server lists no models. Type the name.'
      : count === 1
        ? '1 model listed. Choose it, or type another name.'
        : `${count} models listed. Choose one, or type a name.`,
  notListed: 'The list could not be loaded. You can type a name.',
  context: (tokens: string) => `${tokens} tokens fit`,

  more: 'Temperature and price',
  temperatureWrong: (stands: number | null) =>
    `Enter a number from 0 to 2, or leave it empty. Until then, ${stands ?? 'the model’s own'} counts.`,
  temperatureHint: 'Leave it empty for the model’s default. Some models don’t support it.',
  price: 'Price for a million tokens',
  pricePrompt: 'Sent',
  priceCached: 'Sent, cached',
  priceWritten: 'Sent, put in cache',
  priceWrittenHint: 'Writing to the cache may cost more. Without a price, it counts like other input.',
  priceReply: 'Received',
  currency: 'Currency',
  priceUnknown: 'Unknown. Enter your provider’s price to see the cost of a run.',
  priceWrong: (most: number) =>
    `This is not a price: “Sent” and “Received” each need an amount from 0 to ${most.toLocaleString('en')}, the others are optional.`,
  priceStands: 'Until then, the previous price is used.',
  priceOfWhat: 'Enter the base URL and the model first. A price belongs to a model.',
  priceTyped: (date: string) => `As you entered it on ${date}.`,
  pricePublished: (date: string) => `As the provider’s own list said on ${date}.`,
  priceCachedHint: 'Input the provider reused from an earlier request. Empty: same price as other input.',
  forgetPrice: 'Forget price',

  estimate: 'Estimate cost',
  estimating: (done: number, total: number) => `Preparing prompts: ${done} of ${total}`,
  cancelEstimate: 'Stop estimating',
  estimateTitle: 'Estimate for all cases',
  estimateCases: (count: number, notAsked: number) =>
    notAsked === 0 ? cases(count) : `${cases(count)}, ${notAsked} of them need no model`,
  estimateRequests: counted('request'),
  estimateSent: (tokens: string) => `about ${tokens} tokens sent`,
  estimateReceived: (low: string, high: string) => `${low} to ${high} tokens received`,
  estimateCost: (low: string, high: string) => (low === high ? `about ${low}` : `${low} to ${high}`),
  estimateWrites: 'Cache writes count like other input: their price is unknown.',
  estimateNoPrice: 'Cost: this model’s price is unknown.',
  estimateHint:
    'Nothing was sent. Token counts are estimates. A malformed reply is asked for again, at most twice.',

  budget: 'Budget for a run',
  budgetTokens: 'Most tokens',
  budgetMoney: (currency: string) => `Most money (${currency})`,
  budgetHint: 'A run pauses when the budget is used up. You can resume it. Empty: no limit.',
  budgetTokensWrong: 'Enter a whole number above 0, or leave it empty for no limit.',
  budgetMoneyWrong: 'Enter an amount above 0, or leave it empty for no limit.',
  budgetOtherCurrency: (budget: string, price: string) =>
    `The budget is in ${budget} and the price in ${price}: enter the budget again, or the run pauses after its first reply.`,
  budgetNoPrice:
    'A money budget needs a price or a provider that reports the cost. Otherwise the run pauses after its first reply.',
};
