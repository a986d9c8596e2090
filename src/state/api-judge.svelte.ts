import type {
  Connections,
  ConnectionReport,
  ModelList,
  ServerAddress,
  Structured,
} from '../core/model/connection';
import type { DatedPrice, Price, RunBudget } from '../core/model/price';
import type { RunJudge } from '../core/model/run';
import type { ApiSettings } from '../judges/api/api-judge';
import type { Provider } from '../judges/api/providers';
import type { Target } from '../judges/api/read-target';
import type { ModelJudge } from '../judges/judge';
import type { ApiForm, ApiSettingsStore } from '../storage/api-settings';
import type { KeyVault } from '../storage/key-vault';
import { ApiFields, mostAtOnce } from './api-fields.svelte';
import { ConnectionTest } from './connection-test.svelte';
import { KeyRing } from './key-ring.svelte';
import { ListedModels } from './listed-models.svelte';
import type { JudgeForm } from './offered-judge';
import { PriceList, priceListed } from './price-list.svelte';
import { TrustedOrigins } from './trusted-origins';

/** What is missing or wrong before anyone can be asked. */
export type FormFault =
  Extract<ServerAddress, { ok: false }>['fault'] | 'no-model' | 'key' | 'no-key' | 'budget' | 'not-sent';

export interface ApiJudgeTools {
  providers: readonly Provider[];
  readAddress(text: string): ServerAddress;
  /** What a form needs of an address that holds more than a base URL. */
  readTarget(provider: Provider, text: string): Target | null;
  /** As far as it is known by now. */
  connectionsTo(address: Extract<ServerAddress, { ok: true }>): Connections;
  /** The base URL in the address that questions went to. */
  baseUrlOf(endpoint: string): string | null;
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
  /** What a run that cannot start says. */
  explain(fault: FormFault): string;
  /** Asks the person whether cases may be sent to a server that they neither typed nor picked. */
  askToSend(destination: { origin: string; host: string }): Promise<boolean>;
  vault: KeyVault;
  store: ApiSettingsStore;
  now: () => Date;
}

/** The form of a judge behind a server. */
export class ApiJudge implements JudgeForm {
  readonly kind = 'model' as const;
  readonly id = 'api';
  readonly keys: KeyRing;
  readonly models: ListedModels;
  readonly test = new ConnectionTest();
  readonly #tools: ApiJudgeTools;
  readonly #fields: ApiFields;
  readonly #prices = new PriceList();
  readonly #trusted: TrustedOrigins;
  /** The address as the person typed it or picked it last: half of one on the way to it is not meant. */
  #typed: string | null = null;
  #budget = $state.raw<RunBudget>({});
  /** Set where a run found that the model takes no schema. */
  #weaker = $state.raw<Structured | null>(null);
  #remembers = $state(true);
  /** Replaced when more is known of a server, so that whoever shows it looks again. */
  #connectionsTo = $state.raw<ApiJudgeTools['connectionsTo']>((address) =>
    this.#tools.connectionsTo(address),
  );

  constructor(tools: ApiJudgeTools) {
    this.#tools = tools;
    this.#fields = new ApiFields(tools);
    this.#trusted = new TrustedOrigins((destination) => tools.askToSend(destination));
    this.models = new ListedModels(tools.now);
    this.keys = new KeyRing({
      vault: tools.vault,
      provider: () => this.provider.id,
      origin: () => this.#origin,
    });
  }

  get providers(): readonly Provider[] {
    return this.#fields.providers;
  }
  get provider(): Provider {
    return this.#fields.provider;
  }
  get address(): ServerAddress {
    return this.#fields.address;
  }
  /** What is taken from an address that holds more than a base URL. */
  get target(): Target | null {
    return this.#fields.target;
  }
  get baseUrl(): string {
    return this.#fields.form.baseUrl;
  }
  /** As the person types it or picks it: such a server is trusted. */
  set baseUrl(text: string) {
    this.#typed = text;
    this.#setBaseUrl(text);
  }
  #setBaseUrl(text: string): void {
    const before = this.#origin;
    this.#change({ baseUrl: text });
    const named = this.target?.model ?? null;
    if (named !== null) this.model = named;
    if (this.#origin !== before) this.#pointElsewhere();
  }
  get model(): string {
    return this.#fields.form.model;
  }
  set model(name: string) {
    this.#change({ model: name });
    this.#takeListedPrice();
  }
  get atOnce(): number {
    return this.#fields.form.atOnce;
  }
  set atOnce(count: number) {
    if (Number.isFinite(count))
      this.#fields.change({ atOnce: Math.min(mostAtOnce, Math.max(1, Math.round(count))) });
  }
  /** How many questions can be on their way to the server; null while the address cannot be read. */
  get connections(): Connections | null {
    return this.address.ok ? this.#connectionsTo(this.address) : null;
  }
  /** More is known of a server than before. */
  lookAgain(): void {
    this.#connectionsTo = (address) => this.#tools.connectionsTo(address);
  }
  /** Null: the model's own. Some models take none. */
  get temperature(): number | null {
    return this.#fields.form.temperature;
  }
  set temperature(value: number | null) {
    const usable = value !== null && Number.isFinite(value);
    this.#change({ temperature: usable ? Math.min(2, Math.max(0, value)) : null });
  }
  /** How the shape of replies is asked for; null while nobody was asked. */
  get structured(): Structured | null {
    const { state } = this.test;
    return (
      this.#weaker ?? (state.kind === 'done' && state.report.ok ? (state.report.structured ?? null) : null)
    );
  }
  /** What the chosen model costs, where anyone has said so. */
  get price(): DatedPrice | null {
    return this.address.ok ? this.#prices.of(this.address.origin, this.model.trim()) : null;
  }
  /** As they were typed, be they limits or not. */
  get limits(): RunBudget {
    return this.#budget;
  }
  /** Which of them is no limit: nothing at all may not be spent, and less cannot. */
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
    const own = this.#tools.readAddress(this.provider.baseUrl);
    if (this.provider.id === id && own.ok) this.#trusted.trust(own.origin);
  }
  #setProvider(id: string): void {
    this.#fields.choose(id);
    this.#pointElsewhere();
    this.#forgetTest();
  }
  /** Whether it is known whose price would be typed. */
  get takesPrice(): boolean {
    return this.address.ok && this.model.trim() !== '';
  }
  /** Null: not known. */
  typePrice(price: Price | null): void {
    if (price) this.#keepPrice(price, 'typed');
    else if (this.address.ok) this.#prices.forget(this.address.origin, this.model.trim());
  }
  /** What a run may take at most. */
  limit(budget: RunBudget): void {
    this.#budget = budget;
  }
  budget(): RunBudget | null {
    return this.#budget.tokens === undefined && this.#budget.money === undefined ? null : this.#budget;
  }
  enterKey(text: string): void {
    this.keys.enter(text);
    this.#forgetTest();
  }

  /** Fills the form in as it was left. */
  async load(): Promise<void> {
    const kept = await this.#tools.store.load();
    if (kept) {
      this.#fields.load(kept.provider, kept.forms);
      this.#prices.load(kept.prices);
      this.#trusted.load(kept.trusted);
    }
    await this.keys.look();
  }
  /** Keeps how the form stands, but for keys. */
  async keep(): Promise<void> {
    this.#trustTyped();
    const prices = [...this.#prices.kept];
    const trusted = [...this.#trusted.kept];
    this.#remembers = await this.#tools.store.save({ ...this.#fields.toKeep(), prices, trusted });
  }
  /** What is kept on this device, keys included. Whether the keys are gone. */
  async forgetAll(): Promise<boolean> {
    const [gone] = await Promise.all([this.keys.forgetAll(), this.#tools.store.forget()]);
    return gone;
  }

  /**
   * A judge as the form stands now; of later changes only a price for the same model reaches it. No judge is made for a server that
   * is not trusted, so that whoever starts a run cannot forget to ask.
   */
  async forRun(): Promise<ModelJudge | { problem: string }> {
    const settings = this.#settings();
    if ('fault' in settings) return { problem: this.#tools.explain(settings.fault) };
    const { tokens, money } = this.wrongLimits;
    if (tokens || money) return { problem: this.#tools.explain('budget') };
    const { provider } = this;
    const { model, origin } = settings;
    if (!(await this.#confirm(settings))) return { problem: this.#tools.explain('not-sent') };
    void this.keep();
    const judge = this.#tools.makeJudge(provider, settings, (structured) => (this.#weaker = structured));
    return { ...judge, price: () => this.#prices.of(origin, model)?.price ?? null };
  }
  /** Whether cases may be sent to the server as the form stands: asks where it was neither typed nor picked here. */
  async confirmDestination(): Promise<boolean> {
    return this.address.ok && (await this.#confirm(this.address));
  }
  #confirm({ origin, host }: { origin: string; host: string }): Promise<boolean> {
    this.#trustTyped();
    return this.#trusted.confirm({ origin, host });
  }
  #trustTyped(): void {
    if (this.#typed === this.baseUrl && this.#origin !== null) this.#trusted.trust(this.#origin);
  }

  /** Fills in which server and model an earlier run asked, and how. Its key is not kept with it. */
  restore({ id: judge, model, parameters }: RunJudge, budget?: RunBudget): void {
    this.#trustTyped();
    if (budget) this.#budget = budget;
    const { endpoint, provider, temperature } = parameters;
    // A batch names no server.
    if (judge === 'batch' && this.model.trim() === '') this.model = model;
    const url = typeof endpoint === 'string' ? this.#tools.baseUrlOf(endpoint) : null;
    if (url === null) return;
    const id = typeof provider === 'string' ? provider : 'compatible';
    // Nobody types or picks it now: it stays as trusted as it is.
    if (this.provider.id !== id) this.#setProvider(id);
    if (this.provider.id !== id) return;
    if (!this.address.ok || this.address.url !== url) this.#setBaseUrl(url);
    if (this.model.trim() !== model) this.model = model;
    const warmth = typeof temperature === 'number' ? temperature : null;
    if (this.temperature !== warmth) this.temperature = warmth;
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
    if (this.keys.isFor !== null) return { fault: 'key' };
    const key = this.keys.forServer();
    if (!isHeaderText(key)) return { fault: 'key' };
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
  #takeListedPrice(): void {
    const listed = this.models.find(this.model.trim())?.price;
    // A price that the person typed is theirs to change.
    if (listed && this.price?.source !== 'typed') this.#keepPrice(priceListed(listed), 'published');
  }
  #keepPrice(price: Price, source: DatedPrice['source']): void {
    if (!this.address.ok || !this.takesPrice) return;
    const date = this.#tools.now().toISOString();
    this.#prices.keep(this.address.origin, this.model.trim(), { price, source, date });
  }
  #change(change: Partial<ApiForm>): void {
    this.#fields.change(change);
    this.#forgetTest();
  }
  #pointElsewhere(): void {
    this.models.forget();
    void this.keys.look();
  }
  #forgetTest(): void {
    this.test.forget();
    this.#weaker = null;
  }
}

/** Browsers refuse to send anything else in a header. */
function isHeaderText(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key);
}
