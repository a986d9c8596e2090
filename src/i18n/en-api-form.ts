const cases = (count: number) => (count === 1 ? '1 case' : `${count.toLocaleString('en')} cases`);

/** Why a key is not kept, or not unlocked. */
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

/** Words of the form for judges behind a server. */
export const apiFormWords = {
  presets: 'Servers on this machine',
  goesTo: (host: string) => `Each case you judge is sent to ${host}, and to nobody else.`,
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
  budgetHint: 'A run that has used it up stops, and can be gone on with. Empty: no limit.',
  budgetTokensWrong: 'Enter a whole number above 0, or leave it empty for no limit.',
  budgetMoneyWrong: 'Enter an amount above 0, or leave it empty for no limit.',
  budgetOtherCurrency: (budget: string, price: string) =>
    `The budget is in ${budget} and the price in ${price}: enter the budget again, else the run pauses after its first reply.`,
  budgetNoPrice:
    'Money can be counted only where the provider names the cost or a price is entered; else the run pauses after its first reply.',
};
