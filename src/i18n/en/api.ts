import type { AddressFault, ConnectionFault, Structured } from '../../judgement/connection';

const cases = (count: number) => (count === 1 ? '1 case' : `${count.toLocaleString('en')} cases`);

const keyFault = {
  short: 'The passphrase must have at least 8 characters.',
  passphrase:
    'The passphrase is not the one this key was stored with. Try again, or forget the key and enter it anew.',
  missing: 'No key is stored for this server any more. Enter it above.',
  damaged: 'The stored key can no longer be read. Forget it and enter it anew.',
  storage: 'The browser refuses to store or read it. The key stays in this tab’s memory.',
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
  key: 'Enter the API key for this server again. It is sent only to the server it was entered for, and has only letters, digits and signs.',
  'no-key': 'Enter your API key for this provider.',
  budget: 'The budget for a run must be a number above 0. Correct it, or leave it empty for no limit.',
  'not-sent': 'You chose not to send cases to this server. Nothing was sent.',
};

/** `page` is the origin of this page. */
const fault: Record<ConnectionFault, (host: string, page: string) => string> = {
  unreachable: (host) => `Nothing answers at ${host}. Start the server or correct the base URL.`,
  cors: (host) =>
    `A server answers at ${host} but does not allow this page to use it (CORS). Allow this page’s address in the server’s settings. A provider that allows no pages can be reached through OpenRouter or a server of your own.`,
  'ollama-origins': (host, page) =>
    `Ollama answers at ${host} but does not allow this page. Set OLLAMA_ORIGINS to ${page} and start Ollama again.`,
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
    'This model takes neither a JSON Schema nor JSON mode. The prompt describes the shape in words; more replies may not fit.',
};

/** How many questions can be on their way at once, said where it may be fewer than are asked for. */
const atOnceHint = {
  plain: (most: number) =>
    `Over http a browser opens ${most} connections to a server, so at most ${most} questions are asked at once.`,
  encrypted: (host: string, most: number) =>
    `If ${host} speaks HTTP/1.1 only, the browser opens ${most} connections to it: further questions wait in the browser, and their time per case runs.`,
};

const raiseOllama = 'OLLAMA_CONTEXT_LENGTH, or num_ctx in a Modelfile, gives it more.';

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
  atOnce: 'Parallel requests',
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
  presets: 'Servers on this machine',
  goesTo: (host: string) => `Each case you judge is sent to ${host} and nowhere else.`,
  goesOn: (host: string) =>
    `Each case you judge is sent to ${host}, which passes it on to the company that runs the model.`,
  staysHere: (host: string) => `${host} is on this machine: your cases do not leave it.`,
  azureHint:
    'The address of your own resource, or its target URI. As the model, enter the name of your deployment.',
  taken: (baseUrl: string, deployment: string | null) =>
    deployment === null
      ? `Taken from this address: the base URL ${baseUrl}. The rest is not needed.`
      : `Taken from this address: the base URL ${baseUrl}, and the deployment “${deployment}” as the model. The rest is not needed.`,
  notRemembered: 'The browser refuses to store settings: this form is empty again after a reload.',

  keyNeeded: 'Kept in this tab’s memory until it closes, and sent only to this server.',
  keyOptional:
    'Kept in this tab’s memory until it closes, sent only to this server. Leave it empty if the server wants none.',
  remember: 'Remember on this device',
  rememberHint:
    'Stored in this browser, encrypted under a passphrase. The passphrase itself is kept nowhere: without it the key has to be entered again.',
  remembered: (host: string) => `The key for ${host} is stored on this device, encrypted.`,
  replaces: 'Another key for this server is stored here. It is replaced.',
  locked: (host: string) => `A key for ${host} is stored on this device, encrypted. Unlock it to use it.`,
  passphrase: 'Passphrase',
  keepKey: 'Store key',
  unlock: 'Unlock',
  working: 'A moment…',
  keyFault,

  listModels: 'List models',
  listing: 'Asking for the list…',
  stopListing: 'Stop listing',
  listed: (count: number) =>
    count === 0
      ? 'The server lists no models. Type the name.'
      : count === 1
        ? '1 model listed. Choose it, or type another name.'
        : `${count} models listed. Choose one, or type a name.`,
  notListed: 'The list did not come. A name can be typed all the same.',
  context: (tokens: string) => `${tokens} tokens fit`,

  more: 'Temperature and price',
  temperature: 'Temperature',
  temperatureWrong: (stands: number | null) =>
    `Enter a number from 0 to 2, or leave it empty. Until then, ${stands ?? 'the model’s own'} counts.`,
  temperatureHint: 'Leave it empty for the model’s own. Some models take none.',
  price: 'Price for a million tokens',
  pricePrompt: 'Sent',
  priceCached: 'Sent, cached',
  priceWritten: 'Sent, put in cache',
  priceWrittenHint:
    'What it puts into its cache may cost more; without a price of its own it is counted as any other.',
  priceReply: 'Received',
  currency: 'Currency',
  priceUnknown: 'Not known. Enter what your provider charges to see what a run costs.',
  priceWrong: (most: number) =>
    `This is no price: “Sent” and “Received” each need an amount from 0 to ${most.toLocaleString('en')}, the others one or none.`,
  priceStands: 'Until then the price from before counts.',
  priceOfWhat: 'Enter the base URL and the model first: a price belongs to a model.',
  priceTyped: (date: string) => `As you entered it on ${date}.`,
  pricePublished: (date: string) => `As the provider’s own list said on ${date}.`,
  priceCachedHint: 'Cached is what the provider had at hand from an earlier question. Empty: as any other.',
  forgetPrice: 'Forget price',

  estimate: 'Estimate',
  estimating: (done: number, total: number) => `Composing prompts: ${done} of ${total}`,
  cancelEstimate: 'Stop estimating',
  estimateTitle: 'What judging all cases would take',
  estimateCases: (count: number, notAsked: number) =>
    notAsked === 0 ? cases(count) : `${cases(count)}, ${notAsked} of them need no model`,
  estimateRequests: (count: number) => (count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`),
  estimateSent: (tokens: string) => `about ${tokens} tokens sent`,
  estimateReceived: (low: string, high: string) => `${low} to ${high} tokens received`,
  estimateCost: (low: string, high: string) => (low === high ? `about ${low}` : `${low} to ${high}`),
  estimateWrites: 'Cache writes are counted as any other: their price is not known.',
  estimateNoPrice: 'Cost: the price of this model is not known.',
  estimateHint:
    'Nothing was sent. Tokens are estimated, replies guessed; one that cannot be used is asked for again, at most twice.',

  budget: 'Budget for a run',
  budgetTokens: 'Most tokens',
  budgetMoney: (currency: string) => `Most money (${currency})`,
  budgetHint: 'A run that has used it up pauses and can be resumed. Empty: no limit.',
  budgetTokensWrong: 'Enter a whole number above 0, or leave it empty for no limit.',
  budgetMoneyWrong: 'Enter an amount above 0, or leave it empty for no limit.',
  budgetOtherCurrency: (budget: string, price: string) =>
    `The budget is in ${budget} and the price in ${price}: enter the budget again, else the run pauses after its first reply.`,
  budgetNoPrice:
    'Money can be counted only where the provider names the cost or a price is entered; else the run pauses after its first reply.',
};
