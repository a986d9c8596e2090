import type {
  AddressFault,
  ConnectionReport,
  ListedPrice,
  ModelList,
  ServerAddress,
  Structured,
} from '../../../judgement/connection';
import type { ModelJudge, RunJudge } from '../../../judgement/judge';
import type { DatedPrice, Price, RunBudget } from '../../../judgement/spending';
import type { JudgeForm } from '../../judge-form';
import type { ApiSettings } from '../api-judge';
import { connectionsTo, readAddress, readTarget } from '../http/address';
import { baseUrlOf, providerById, providers, type Provider } from '../providers';
import { mostAtOnce, type ApiSettingsStore, type KeptPrice, type ProviderFields } from './api-settings';
import { TrustedOrigins } from './destination.svelte';
import { KeyRing } from './key-ring.svelte';
import type { KeyVault } from './key-vault.browser';
import { ConnectionTest, ListedModels } from './server-requests.svelte';

/** What is missing or wrong before a server can be asked. */
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
  /** The words for a run that cannot start. */
  explain(fault: FormFault): string;
  /** Asks the person whether cases may be sent to a server that they neither typed nor picked. */
  askToSend(destination: { origin: string; host: string }): Promise<boolean>;
  vault: KeyVault;
  store: ApiSettingsStore;
  now: () => Date;
}

/** Prices of models that were not used for long are dropped first. */
const mostPrices = 100;

/** The form of a judge behind a server. Each provider has its own fields: choosing it again brings them back. */
export class ApiJudgeForm implements JudgeForm {
  readonly kind = 'model' as const;
  readonly id = 'api';
  readonly keys: KeyRing;
  readonly models = new ListedModels();
  readonly test = new ConnectionTest();
  readonly #tools: ApiJudgeFormTools;
  readonly #trusted: TrustedOrigins;
  #provider = $state.raw<Provider>(providerById('compatible'));
  #forms = $state.raw<Readonly<Record<string, ProviderFields>>>({});
  #prices = $state.raw<readonly KeptPrice[]>([]);
  #protocols = $state.raw<Readonly<Record<string, string>>>({});
  #budget = $state.raw<RunBudget>({});
  /** Set where a run found that the model takes no schema. */
  #weaker = $state.raw<Structured | null>(null);
  #remembers = $state(true);
  /** The address as the person last typed or picked it. An address on the way to it is not trusted. */
  #typed: string | null = null;

  readonly #fields = $derived(this.#forms[this.#provider.id] ?? firstFields(this.#provider));
  /** The parts of a pasted address that holds more than a base URL; null for an address that is taken as it is. */
  readonly target = $derived(readTarget(this.#provider, this.#fields.baseUrl));
  readonly address: ServerAddress = $derived.by(() => {
    const read = readAddress(this.target?.baseUrl ?? this.#fields.baseUrl);
    const { path } = this.#provider;
    // Azure shows people the address of their resource, and wants requests below it.
    return read.ok && path !== undefined && read.url === read.origin
      ? { ...read, url: read.origin + path }
      : read;
  });
  /** How many requests can be on their way to the server; null while the address cannot be read. */
  readonly connections = $derived(
    this.address.ok ? connectionsTo(this.address, this.#protocols[this.address.origin] ?? null) : null,
  );
  /** What the chosen model costs; null while no price is known. */
  readonly price: DatedPrice | null = $derived(
    this.address.ok ? this.#priceOf(this.address.origin, this.#fields.model.trim()) : null,
  );
  /** Whether it is known which model a typed price would be for. */
  readonly takesPrice = $derived(this.address.ok && this.#fields.model.trim() !== '');

  constructor(tools: ApiJudgeFormTools) {
    this.#tools = tools;
    this.#trusted = new TrustedOrigins((destination) => tools.askToSend(destination));
    this.keys = new KeyRing({
      vault: tools.vault,
      provider: () => this.provider.id,
      origin: () => this.#origin,
    });
  }

  get providers(): readonly Provider[] {
    return providers;
  }
  get provider(): Provider {
    return this.#provider;
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
    if (Number.isFinite(count))
      this.#setFields({ atOnce: Math.min(mostAtOnce, Math.max(1, Math.round(count))) });
  }
  /** Null: the model's own. Some models take none. */
  get temperature(): number | null {
    return this.#fields.temperature;
  }
  set temperature(value: number | null) {
    const usable = value !== null && Number.isFinite(value);
    this.#change({ temperature: usable ? Math.min(2, Math.max(0, value)) : null });
  }
  /** How the shape of replies is asked for; null until a test or a run has found out. */
  get structured(): Structured | null {
    const { state } = this.test;
    const tested = state.kind === 'done' && state.report.ok ? (state.report.structured ?? null) : null;
    return this.#weaker ?? tested;
  }
  /** The limits as typed, valid or not. */
  get limits(): RunBudget {
    return this.#budget;
  }
  get wrongLimits(): { tokens: boolean; money: boolean } {
    const { tokens, money } = this.#budget;
    return {
      tokens: tokens !== undefined && !(Number.isSafeInteger(tokens) && tokens > 0),
      money: money !== undefined && !(Number.isFinite(money.amount) && money.amount > 0),
    };
  }
  /** False where the browser refuses to store anything. */
  get remembers(): boolean {
    return this.#remembers;
  }

  /** As the person picks it from the list: its own server is trusted. */
  chooseProvider(id: string): void {
    this.#trustTyped();
    this.#setProvider(id);
    const own = readAddress(this.provider.baseUrl);
    if (this.provider.id === id && own.ok) this.#trusted.trust(own.origin);
  }
  enterKey(text: string): void {
    this.keys.enter(text);
    this.#forgetTest();
  }
  /** Null: not known. */
  typePrice(price: Price | null): void {
    if (price) this.#keepPrice(price, 'typed');
    else if (this.address.ok) this.#prices = this.#otherPrices(this.address.origin, this.model.trim());
  }
  limit(budget: RunBudget): void {
    this.#budget = budget;
  }
  budget(): RunBudget | null {
    return this.#budget.tokens === undefined && this.#budget.money === undefined ? null : this.#budget;
  }
  /** The browser has found out how a server answers. */
  learnProtocol(origin: string, protocol: string): void {
    this.#protocols = { ...this.#protocols, [origin]: protocol };
  }

  /** Fills the form in as it was left. */
  async load(): Promise<void> {
    const kept = await this.#tools.store.load();
    if (kept !== null && kept !== 'unavailable') {
      this.#forms = kept.forms;
      this.#provider = providers.find(({ id }) => id === kept.provider) ?? this.#provider;
      this.#prices = kept.prices;
      this.#trusted.load(kept.trusted);
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
    this.#remembers = await this.#tools.store.save({
      provider: this.provider.id,
      forms: Object.fromEntries(usable),
      prices: [...this.#prices],
      trusted: this.#trusted.kept,
    });
  }
  /** Deletes what is kept on this device. Whether the keys are gone. */
  async forgetAll(): Promise<boolean> {
    const [gone] = await Promise.all([this.keys.forgetAll(), this.#tools.store.forget()]);
    return gone;
  }

  /**
   * A judge as the form stands now; of later changes only a price for the same model reaches it. No judge is made for a server
   * that is not trusted, so no caller can forget to ask.
   */
  async forRun(): Promise<ModelJudge | { problem: string }> {
    const problem = (fault: FormFault) => ({ problem: this.#tools.explain(fault) });
    const settings = this.#settings();
    if ('fault' in settings) return problem(settings.fault);
    const { tokens, money } = this.wrongLimits;
    if (tokens || money) return problem('budget');
    const { provider } = this;
    const { model, origin } = settings;
    if (!(await this.#confirm(settings))) return problem('not-sent');
    void this.keep();
    const judge = this.#tools.makeJudge(provider, settings, (structured) => (this.#weaker = structured));
    return { ...judge, price: () => this.#priceOf(origin, model)?.price ?? null };
  }
  /** Whether cases may be sent to the server: asks about one that the person neither typed nor picked. */
  async confirmDestination(): Promise<boolean> {
    return this.address.ok && (await this.#confirm(this.address));
  }

  /** Fills in the server, model and temperature of an earlier run. Its key is not kept with it. */
  restore({ id: judge, model, parameters }: RunJudge, budget?: RunBudget): void {
    this.#trustTyped();
    if (budget) this.#budget = budget;
    const { endpoint, provider, temperature } = parameters;
    // A batch names no server.
    if (judge === 'batch' && this.model.trim() === '') this.model = model;
    const url = typeof endpoint === 'string' ? baseUrlOf(endpoint) : null;
    if (url === null) return;
    const id = typeof provider === 'string' ? provider : 'compatible';
    // Neither typed nor picked by the person: it stays as trusted as it is.
    if (this.provider.id !== id) this.#setProvider(id);
    if (this.provider.id !== id) return;
    if (!this.address.ok || this.address.url !== url) this.#setBaseUrl(url);
    if (this.model.trim() !== model) this.model = model;
    const restored = typeof temperature === 'number' ? temperature : null;
    if (this.temperature !== restored) this.temperature = restored;
  }

  async testConnection(): Promise<void> {
    const settings = this.#settings();
    this.#weaker = null;
    if ('fault' in settings) this.test.refuse(settings.fault);
    else
      await this.test.run(settings.host, (signal) =>
        this.#tools.testConnection(this.provider, settings, signal),
      );
  }
  async listModels(): Promise<void> {
    const server = this.#server();
    this.#forgetTest();
    if ('fault' in server) {
      this.test.refuse(server.fault);
      return;
    }
    await this.models.list(server.host, (signal) => this.#tools.listModels(this.provider, server, signal));
    this.#takeListedPrice();
  }

  /** Null while the address cannot be read. */
  get #origin(): string | null {
    return this.address.ok ? this.address.origin : null;
  }
  #server(): { baseUrl: string; origin: string; host: string; key: string } | { fault: FormFault } {
    const { address } = this;
    if (!address.ok) return { fault: address.fault };
    const key = this.keys.forServer();
    if (this.keys.isFor !== null || !isHeaderText(key)) return { fault: 'key' };
    if (key === '' && this.provider.key === 'required') return { fault: 'no-key' };
    return { baseUrl: address.url, origin: address.origin, host: address.host, key };
  }
  #settings(): (ApiSettings & { origin: string; host: string }) | { fault: FormFault } {
    const server = this.#server();
    if ('fault' in server) return server;
    const model = this.model.trim();
    if (model === '') return { fault: 'no-model' };
    const { atOnce, temperature } = this;
    return { ...server, model, atOnce, ...(temperature !== null && { temperature }) };
  }
  #confirm({ origin, host }: { origin: string; host: string }): Promise<boolean> {
    this.#trustTyped();
    return this.#trusted.confirm({ origin, host });
  }
  #trustTyped(): void {
    if (this.#typed === this.baseUrl && this.#origin !== null) this.#trusted.trust(this.#origin);
  }

  #setProvider(id: string): void {
    this.#provider = providers.find((provider) => provider.id === id) ?? this.#provider;
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
    this.models.forget();
    void this.keys.look();
  }
  #forgetTest(): void {
    this.test.forget();
    this.#weaker = null;
  }

  #takeListedPrice(): void {
    const listed = this.models.find(this.model.trim())?.price;
    // A price that the person typed is theirs to change.
    if (listed && this.price?.source !== 'typed') this.#keepPrice(priceListed(listed), 'published');
  }
  #keepPrice(price: Price, source: DatedPrice['source']): void {
    if (!this.address.ok || !this.takesPrice) return;
    const { origin } = this.address;
    const model = this.model.trim();
    const date = this.#tools.now().toISOString();
    const kept = [{ origin, model, price, source, date }, ...this.#otherPrices(origin, model)];
    this.#prices = kept.slice(0, mostPrices);
  }
  #priceOf(origin: string, model: string): DatedPrice | null {
    const found = this.#prices.find((entry) => entry.origin === origin && entry.model === model);
    return found ? { price: found.price, source: found.source, date: found.date } : null;
  }
  #otherPrices(origin: string, model: string): KeptPrice[] {
    return this.#prices.filter((entry) => entry.origin !== origin || entry.model !== model);
  }
}

function firstFields({ baseUrl }: Provider): ProviderFields {
  return { baseUrl, model: '', atOnce: 4, temperature: null };
}

function priceListed({ prompt, reply, cached, written, currency }: ListedPrice): Price {
  return { prompt, reply, cached: cached ?? null, ...(written !== undefined && { written }), currency };
}

/** Browsers refuse to send anything else in a header. */
function isHeaderText(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key);
}
