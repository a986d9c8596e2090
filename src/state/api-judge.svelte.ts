import type { ConnectionReport, ServerAddress } from '../core/model/connection';
import type { RunJudge } from '../core/model/run';
import type { ApiSettings } from '../judges/api/api-judge';
import type { ModelJudge } from '../judges/judge';

/** What is missing or wrong before anyone can be asked. */
export type FormFault = Extract<ServerAddress, { ok: false }>['fault'] | 'no-model' | 'key';

export type ConnectionTest =
  | { kind: 'idle' }
  | { kind: 'testing' }
  | { kind: 'done'; report: ConnectionReport; host: string }
  | { kind: 'incomplete'; fault: FormFault };

export interface ApiJudgeTools {
  readAddress(text: string): ServerAddress;
  makeJudge(settings: ApiSettings): Promise<ModelJudge>;
  testConnection(settings: ApiSettings, signal: AbortSignal): Promise<ConnectionReport>;
  /** What a run that cannot start says. */
  explain(fault: FormFault): Promise<string>;
}

export const mostAtOnce = 256;
/** What stands behind the base URL in the address that questions go to. */
const questionPath = '/chat/completions';

/** The form of a judge behind a server. The key is kept here alone, and goes to the server it was entered for. */
export class ApiJudge {
  readonly kind = 'model' as const;
  readonly id = 'api';
  readonly #tools: ApiJudgeTools;
  #baseUrl = $state('');
  #model = $state('');
  #atOnce = $state(4);
  /** Not reactive: nothing on the page may show it. */
  #key = '';
  #hasKey = $state(false);
  /** Null until a key meets an address. */
  #keyOrigin = $state<string | null>(null);
  #test = $state.raw<ConnectionTest>({ kind: 'idle' });
  #testing: AbortController | null = null;
  readonly #address = $derived.by(() => this.#tools.readAddress(this.#baseUrl));

  constructor(tools: ApiJudgeTools) {
    this.#tools = tools;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }
  set baseUrl(text: string) {
    this.#baseUrl = text;
    this.#forgetTest();
  }
  get model(): string {
    return this.#model;
  }
  set model(name: string) {
    this.#model = name;
    this.#forgetTest();
  }
  get atOnce(): number {
    return this.#atOnce;
  }
  set atOnce(count: number) {
    if (Number.isFinite(count)) this.#atOnce = Math.min(mostAtOnce, Math.max(1, Math.round(count)));
  }
  get address(): ServerAddress {
    return this.#address;
  }
  get hasKey(): boolean {
    return this.#hasKey;
  }
  /** The host that a key was entered for, where the address now names another: it is not sent there. */
  get keyIsFor(): string | null {
    const bound = this.#keyOrigin;
    if (!this.#hasKey || bound === null || !this.#address.ok || this.#address.origin === bound) return null;
    return new URL(bound).host;
  }
  get test(): ConnectionTest {
    return this.#test;
  }

  setKey(text: string): void {
    this.#key = text.trim();
    this.#hasKey = this.#key !== '';
    this.#keyOrigin = this.#hasKey && this.#address.ok ? this.#address.origin : null;
    this.#forgetTest();
  }
  forgetKey(): void {
    this.setKey('');
  }

  /** A judge as the form stands now; later changes do not reach it. */
  async forRun(): Promise<ModelJudge | { problem: string }> {
    const settings = this.#settings();
    return 'fault' in settings
      ? { problem: await this.#tools.explain(settings.fault) }
      : this.#tools.makeJudge(settings);
  }

  /** Fills in which server and model an earlier run asked. A key is kept nowhere, so it has to be entered again. */
  restore({ id, model, parameters }: RunJudge): void {
    const { endpoint } = parameters;
    // A batch names no server.
    if (id === 'batch' && this.#model.trim() === '') this.model = model;
    if (typeof endpoint !== 'string' || !endpoint.endsWith(questionPath)) return;
    const url = endpoint.slice(0, -questionPath.length);
    if (!this.#address.ok || this.#address.url !== url) this.baseUrl = url;
    if (this.#model.trim() !== model) this.model = model;
  }

  async testConnection(): Promise<void> {
    this.#testing?.abort();
    const settings = this.#settings();
    if ('fault' in settings) {
      this.#test = { kind: 'incomplete', fault: settings.fault };
      return;
    }
    const controller = new AbortController();
    this.#testing = controller;
    this.#test = { kind: 'testing' };
    try {
      const report = await this.#tools.testConnection(settings, controller.signal);
      if (!controller.signal.aborted) this.#test = { kind: 'done', report, host: settings.host };
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
  }

  #settings(): (ApiSettings & { host: string }) | { fault: FormFault } {
    const address = this.#address;
    if (!address.ok) return { fault: address.fault };
    const model = this.#model.trim();
    if (model === '') return { fault: 'no-model' };
    if (this.keyIsFor !== null || !isHeaderText(this.#key)) return { fault: 'key' };
    if (this.#hasKey) this.#keyOrigin = address.origin;
    return { baseUrl: address.url, host: address.host, model, key: this.#key, atOnce: this.#atOnce };
  }

  #forgetTest(): void {
    this.#testing?.abort();
    this.#testing = null;
    this.#test = { kind: 'idle' };
  }
}

/** Browsers refuse to send anything else in a header. */
function isHeaderText(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key);
}
