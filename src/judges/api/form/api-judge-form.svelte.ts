import type {
  AddressFault,
  ConnectionReport,
  ListedModel,
  ModelList,
  ServerAddress,
  Structured,
} from '../../../judgement/connection';
import type { ModelJudge, RunJudge } from '../../../judgement/judge';
import { datedPriceSchema, type DatedPrice, type Price, type RunBudget } from '../../../judgement/spending';
import type { StoredSettings } from '../../../kit/storage/stored-settings';
import { z } from '../../../kit/zod';
import type { JudgeForm } from '../../judge-form';
import type { ApiSettings } from '../api-judge';
import { readAddress, readTarget } from '../http/address';
import { baseUrlOf, providerById, providers, type Provider } from '../providers';
import { KeyRing } from './key-ring.svelte';
import type { KeyVault } from './key-vault.browser';

export const mostAtOnce = 256;

const fieldsSchema = z.strictObject({
  baseUrl: z.string(),
  model: z.string(),
  atOnce: z.int().min(1).max(mostAtOnce),
  temperature: z.number().min(0).max(2).nullable(),
});
type ProviderFields = z.infer<typeof fieldsSchema>;
const keptPriceSchema = z.strictObject({ origin: z.string(), model: z.string(), ...datedPriceSchema.shape });
type KeptPrice = z.infer<typeof keptPriceSchema>;

/** How the form was left. Keys have no place here. */
export const apiSettingsSchema = z.strictObject({
  provider: z.string(),
  forms: z.record(z.string(), fieldsSchema),
  prices: z.array(keptPriceSchema),
  /** Origins that cases may be sent to without a question. */
  trusted: z.array(z.string()).default([]),
  /** Origins that were sent a key last time: one of them may need it where its provider does not say so. */
  keyed: z.array(z.string()).default([]),
});
export type ApiSettingsKept = z.infer<typeof apiSettingsSchema>;

export type FormFault = AddressFault | 'no-model' | 'key' | 'no-key' | 'budget' | 'not-sent';

export interface ApiJudgeFormTools {
  makeJudge(
    provider: Provider,
    settings: ApiSettings,
    onWeaker: (structured: Structured) => void,
  ): ModelJudge;
  testConnection(provider: Provider, settings: ApiSettings, signal: AbortSignal): Promise<ConnectionReport>;
  listModels(
    provider: Provider,
    settings: Pick<ApiSettings, 'baseUrl' | 'key'>,
    signal: AbortSignal,
  ): Promise<ModelList>;
  explain(fault: FormFault): string;
  askToSend(destination: { origin: string; host: string }): Promise<boolean>;
  vault: KeyVault;
  store: StoredSettings<ApiSettingsKept>;
  now: () => Date;
}

const newFields = { model: '', atOnce: 4, temperature: null };
/** Prices of models that were not used for long are dropped first. */
const mostPrices = 100;

/** A request to the server. Starting another, or cancelling, drops what the earlier one finds. */
class ServerRequest<Result, Fault extends string> {
  state = $state.raw<
    | { kind: 'idle' }
    | { kind: 'running' }
    | { kind: 'done'; result: Result; host: string }
    | { kind: 'incomplete'; fault: Fault }
  >({ kind: 'idle' });
  #controller: AbortController | null = null;

  async run(host: string, request: (signal: AbortSignal) => Promise<Result>): Promise<void> {
    this.cancel();
    const { signal } = (this.#controller = new AbortController());
    this.state = { kind: 'running' };
    try {
      const result = await request(signal);
      if (!signal.aborted) this.state = { kind: 'done', result, host };
    } catch (error) {
      if (signal.aborted) return;
      // A bug must not leave the form waiting.
      this.cancel();
      throw error;
    }
  }
  refuse(fault: Fault): void {
    this.cancel();
    this.state = { kind: 'incomplete', fault };
  }
  cancel(): void {
    this.#controller?.abort();
    this.state = { kind: 'idle' };
  }
}

/** The form of a judge behind a server. Each provider has its own fields: choosing it again brings them back. */
export class ApiJudgeForm implements JudgeForm {
  readonly kind = 'model' as const;
  readonly id = 'api';
  readonly keys: KeyRing;
  readonly listing = new ServerRequest<ModelList, FormFault>();
  readonly test = new ServerRequest<ConnectionReport, FormFault>();
  readonly #tools: ApiJudgeFormTools;
  /** Origins that the person typed or picked in this browser, or agreed to. Any other is asked about before cases go there. */
  #trusted = new Set<string>();
  #keyed = $state.raw<readonly string[]>([]);
  provider = $state.raw<Provider>(providerById('compatible'));
  #forms = $state.raw<Readonly<Record<string, ProviderFields>>>({});
  #prices = $state.raw<readonly KeptPrice[]>([]);
  limits = $state.raw<RunBudget>({});
  /** Set where a run found that the model takes no schema. */
  #weaker = $state.raw<Structured | null>(null);
  /** Why the form as it stands made no judge for a run. Gone with the next change, and with the next success. */
  fault = $state.raw<FormFault | null>(null);
  remembers = $state(true);
  /** The address as the person last typed or picked it. An address on the way to it is not trusted. */
  #typed: string | null = null;

  readonly #fields = $derived(
    this.#forms[this.provider.id] ?? { ...newFields, baseUrl: this.provider.baseUrl },
  );
  /** The parts of a pasted address that holds more than a base URL; null for an address that is taken as it is. */
  readonly target = $derived(readTarget(this.provider, this.#fields.baseUrl));
  readonly address: ServerAddress = $derived.by(() => {
    const read = readAddress(this.target?.baseUrl ?? this.#fields.baseUrl);
    const { path } = this.provider;
    // Azure shows people the address of their resource, and wants requests below it.
    return read.ok && path !== undefined && read.url === read.origin
      ? { ...read, url: read.origin + path }
      : read;
  });
  readonly models: readonly ListedModel[] = $derived.by(() => {
    const { state } = this.listing;
    return state.kind === 'done' && state.result.ok ? state.result.models : [];
  });
  readonly #modelName = $derived(this.#fields.model.trim());
  readonly price: DatedPrice | null = $derived(this.#priceOf(this.#origin, this.#modelName));
  readonly takesPrice = $derived(this.address.ok && this.#modelName !== '');

  constructor(tools: ApiJudgeFormTools) {
    this.#tools = tools;
    this.keys = new KeyRing({
      vault: tools.vault,
      server: () => ({ provider: this.provider.id, origin: this.#origin }),
    });
  }

  get baseUrl(): string {
    return this.#fields.baseUrl;
  }
  /** As the person types or picks it: such a server is trusted. */
  set baseUrl(text: string) {
    this.#typed = text;
    this.#setBaseUrl(text);
  }
  get model(): string {
    return this.#fields.model;
  }
  set model(name: string) {
    this.#change({ model: name });
    this.#takeListedPrice();
  }
  get atOnce(): number {
    return this.#fields.atOnce;
  }
  set atOnce(count: number) {
    this.#setFields({ atOnce: count });
  }
  /** Null: the model's own. Some models take none. */
  get temperature(): number | null {
    return this.#fields.temperature;
  }
  set temperature(value: number | null) {
    this.#change({ temperature: value });
  }
  /** How the shape of replies is asked for; null until a test or a run has found out. */
  get structured(): Structured | null {
    const { state } = this.test;
    const tested = state.kind === 'done' && state.result.ok ? (state.result.structured ?? null) : null;
    return this.#weaker ?? tested;
  }
  get wrongLimits(): { tokens: boolean; money: boolean } {
    const { tokens, money } = this.limits;
    return {
      tokens: tokens !== undefined && !(Number.isSafeInteger(tokens) && tokens > 0),
      money: money !== undefined && !(Number.isFinite(money.amount) && money.amount > 0),
    };
  }
  /** As the person picks it from the list: its own server is trusted. */
  chooseProvider(id: string): void {
    this.#trustTyped();
    this.#setProvider(id);
    const own = readAddress(this.provider.baseUrl);
    if (this.provider.id === id && own.ok) this.#trusted.add(own.origin);
  }
  enterKey(text: string): void {
    this.keys.enter(text);
    this.#forgetTest();
  }
  setPrice(price: Price | null, source: DatedPrice['source'] = 'typed'): void {
    const [origin, model] = [this.#origin, this.#modelName];
    if (origin === null || !this.takesPrice) return;
    const others = this.#prices.filter((entry) => entry.origin !== origin || entry.model !== model);
    const date = this.#tools.now().toISOString();
    this.#prices = price ? [{ origin, model, price, source, date }, ...others].slice(0, mostPrices) : others;
  }
  budget(): RunBudget | null {
    return this.limits.tokens === undefined && this.limits.money === undefined ? null : this.limits;
  }

  async load(): Promise<void> {
    const kept = await this.#tools.store.load();
    if (kept !== null && kept !== 'unavailable') {
      this.#forms = kept.forms;
      this.provider = providers.find(({ id }) => id === kept.provider) ?? this.provider;
      this.#prices = kept.prices;
      this.#trusted = new Set(kept.trusted);
      this.#keyed = kept.keyed;
    }
    await this.keys.look();
  }
  /** Stores the form, but for keys. An unusable address is left out: it may hold what belongs in another field. */
  async keep(): Promise<void> {
    this.#trustTyped();
    const usable = Object.entries(this.#forms).map(([id, fields]): [string, ProviderFields] => {
      const provider = providers.find((each) => each.id === id);
      const baseUrl = (provider && readTarget(provider, fields.baseUrl)?.baseUrl) ?? fields.baseUrl;
      return [id, { ...fields, baseUrl: readAddress(baseUrl).ok ? baseUrl : '' }];
    });
    this.remembers = await this.#tools.store.save({
      provider: this.provider.id,
      forms: Object.fromEntries(usable),
      prices: [...this.#prices],
      trusted: [...this.#trusted],
      keyed: [...this.#keyed],
    });
  }
  /** Deletes what is kept on this device. Whether the keys are gone. */
  async forgetAll(): Promise<boolean> {
    const [gone] = await Promise.all([this.keys.forgetAll(), this.#tools.store.forget()]);
    return gone;
  }

  /** A judge as the form stands now, and only for a trusted server, so that no caller can forget to ask. */
  async forRun(): Promise<ModelJudge | { problem: string }> {
    const problem = (fault: FormFault) => {
      this.fault = fault;
      return { problem: this.#tools.explain(fault) };
    };
    const settings = this.#settings();
    if ('fault' in settings) return problem(settings.fault);
    const { tokens, money } = this.wrongLimits;
    if (tokens || money) return problem('budget');
    const { provider } = this;
    const { model, origin } = settings;
    if (!(await this.#confirm(settings))) return problem('not-sent');
    this.fault = null;
    const others = this.#keyed.filter((one) => one !== origin);
    this.#keyed = settings.key === '' ? others : [...others, origin];
    void this.keep();
    const judge = this.#tools.makeJudge(provider, settings, (structured) => (this.#weaker = structured));
    return { ...judge, price: () => this.#priceOf(origin, model)?.price ?? null };
  }
  async confirmDestination(): Promise<boolean> {
    return this.address.ok && (await this.#confirm(this.address));
  }

  /** Fills in the server, model and temperature of an earlier run. Its key is not kept with it. */
  restore({ id: judge, model, parameters }: RunJudge, budget?: RunBudget): void {
    this.#trustTyped();
    if (budget) this.limits = budget;
    // A batch names no server.
    if (judge === 'batch' && this.#modelName === '') this.model = model;
    const { url, id } = serverOf(parameters);
    if (url === null) return;
    // Neither typed nor picked by the person: it stays as trusted as it is.
    if (this.provider.id !== id) this.#setProvider(id);
    if (this.provider.id !== id) return;
    if (!this.address.ok || this.address.url !== url) this.#setBaseUrl(url);
    if (this.#modelName !== model) this.model = model;
    const restored = fieldsSchema.shape.temperature.safeParse(parameters.temperature).data ?? null;
    if (this.temperature !== restored) this.temperature = restored;
  }
  /** The server of an earlier run that cannot be asked again without a key that is not at hand; null: it can. */
  keyMissingFor({ parameters }: RunJudge): { origin: string; host: string } | null {
    const { url, id } = serverOf(parameters);
    const address = readAddress(url ?? '');
    if (!address.ok) return null;
    const { origin, host } = address;
    const optional = providers.find((provider) => provider.id === id)?.keyOptional === true;
    if (optional && !this.#keyed.includes(origin)) return null;
    return this.keys.holdsFor({ provider: id, origin }) ? null : { origin, host };
  }
  wantsKey(asked: RunJudge): boolean {
    const missing = this.keyMissingFor(asked);
    if (!missing) return false;
    this.restore(asked);
    this.fault = 'no-key';
    // Where a key is optional, the server may need none any more: a second press goes on without.
    this.#keyed = this.#keyed.filter((origin) => origin !== missing.origin);
    return true;
  }

  async testConnection(): Promise<void> {
    const settings = this.#settings();
    this.#weaker = null;
    if ('fault' in settings) {
      this.test.refuse(settings.fault);
      return;
    }
    const { provider } = this;
    await this.test.run(settings.host, (signal) => this.#tools.testConnection(provider, settings, signal));
  }
  async listModels(): Promise<void> {
    const server = this.#server();
    this.#forgetTest();
    if ('fault' in server) {
      this.test.refuse(server.fault);
      return;
    }
    const { provider } = this;
    await this.listing.run(server.host, (signal) => this.#tools.listModels(provider, server, signal));
    this.#takeListedPrice();
  }

  get #origin(): string | null {
    return this.address.ok ? this.address.origin : null;
  }
  #server(): { baseUrl: string; origin: string; host: string; key: string } | { fault: FormFault } {
    const { address } = this;
    if (!address.ok) return { fault: address.fault };
    const key = this.keys.forServer();
    // Browsers refuse to send any other letters in a header.
    if (this.keys.isFor !== null || !/^[\x21-\x7e]*$/.test(key)) return { fault: 'key' };
    if (key === '' && !this.provider.keyOptional) return { fault: 'no-key' };
    return { baseUrl: address.url, origin: address.origin, host: address.host, key };
  }
  #settings(): (ApiSettings & { origin: string; host: string }) | { fault: FormFault } {
    const server = this.#server();
    if ('fault' in server) return server;
    const { atOnce, temperature } = this;
    if (this.#modelName === '') return { fault: 'no-model' };
    return { ...server, model: this.#modelName, atOnce, ...(temperature !== null && { temperature }) };
  }
  async #confirm({ origin, host }: { origin: string; host: string }): Promise<boolean> {
    this.#trustTyped();
    if (this.#trusted.has(origin)) return true;
    if (!(await this.#tools.askToSend({ origin, host }))) return false;
    this.#trusted.add(origin);
    return true;
  }
  #trustTyped(): void {
    if (this.#typed === this.baseUrl && this.#origin !== null) this.#trusted.add(this.#origin);
  }

  #setProvider(id: string): void {
    this.provider = providers.find((provider) => provider.id === id) ?? this.provider;
    this.#forgetServer();
    this.#forgetTest();
  }
  #setBaseUrl(text: string): void {
    const before = this.#origin;
    this.#change({ baseUrl: text });
    const named = this.target?.model ?? null;
    if (named !== null) this.model = named;
    if (this.#origin !== before) this.#forgetServer();
  }
  #setFields(change: Partial<ProviderFields>): void {
    this.#forms = { ...this.#forms, [this.provider.id]: { ...this.#fields, ...change } };
  }
  #change(change: Partial<ProviderFields>): void {
    this.#setFields(change);
    this.#forgetTest();
  }
  #forgetServer(): void {
    this.listing.cancel();
    void this.keys.look();
  }
  #forgetTest(): void {
    this.fault = null;
    this.test.cancel();
    this.#weaker = null;
  }

  #takeListedPrice(): void {
    const listed = this.models.find(({ id }) => id === this.#modelName)?.price;
    // A price that the person typed is theirs to change.
    if (listed && this.price?.source !== 'typed')
      this.setPrice({ ...listed, cached: listed.cached ?? null }, 'published');
  }
  #priceOf(origin: string | null, model: string): DatedPrice | null {
    return this.#prices.find((entry) => entry.origin === origin && entry.model === model) ?? null;
  }
}

function serverOf({ endpoint, provider }: RunJudge['parameters']): { url: string | null; id: string } {
  return {
    url: typeof endpoint === 'string' ? baseUrlOf(endpoint) : null,
    id: typeof provider === 'string' ? provider : 'compatible',
  };
}
