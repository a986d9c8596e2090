import type { ServerAddress } from '../core/model/connection';
import type { Provider, ProviderId } from '../judges/api/providers';
import type { Target } from '../judges/api/read-target';
import type { ApiForm } from '../storage/api-settings';

export const mostAtOnce = 256;

interface Tools {
  providers: readonly Provider[];
  readAddress(text: string): ServerAddress;
  readTarget(provider: Provider, text: string): Target | null;
}

/** What a person fills in for each provider. Changing the provider brings back what was filled in for it before. */
export class ApiFields {
  readonly #tools: Tools;
  #provider = $state.raw<Provider>();
  #forms = $state.raw<Readonly<Record<string, ApiForm>>>({});
  readonly #target = $derived.by(() => this.#tools.readTarget(this.provider, this.form.baseUrl));
  readonly #address = $derived.by(() => this.#read());

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  get providers(): readonly Provider[] {
    return this.#tools.providers;
  }
  /** The server of one's own, until another is chosen. */
  get provider(): Provider {
    const provider = this.#provider ?? this.providers.at(-1);
    if (!provider) throw new Error('Expected at least one provider.');
    return provider;
  }
  get form(): ApiForm {
    return this.#forms[this.provider.id] ?? firstForm(this.provider);
  }
  get address(): ServerAddress {
    return this.#address;
  }

  /** What is taken from an address that holds more than a base URL; null where it is taken as it is. */
  get target(): Target | null {
    return this.#target;
  }

  choose(id: string): void {
    const found = this.providers.find((provider) => provider.id === id);
    if (found) this.#provider = found;
  }
  change(change: Partial<ApiForm>): void {
    this.#forms = { ...this.#forms, [this.provider.id]: { ...this.form, ...change } };
  }

  load(provider: string, forms: Readonly<Record<string, ApiForm>>): void {
    this.#forms = forms;
    this.choose(provider);
  }
  /** An address that cannot be used is not kept: it may hold what belongs in another field. */
  toKeep(): { provider: ProviderId; forms: Record<string, ApiForm> } {
    const usable = Object.entries(this.#forms).map(([id, form]): [string, ApiForm] => {
      const provider = this.providers.find((each) => each.id === id);
      const baseUrl = (provider && this.#tools.readTarget(provider, form.baseUrl)?.baseUrl) ?? form.baseUrl;
      return [id, { ...form, baseUrl: this.#tools.readAddress(baseUrl).ok ? baseUrl : '' }];
    });
    return { provider: this.provider.id, forms: Object.fromEntries(usable) };
  }

  #read(): ServerAddress {
    const read = this.#tools.readAddress(this.#target?.baseUrl ?? this.form.baseUrl);
    const { path } = this.provider;
    // Azure shows people the address of their resource, and wants questions below it.
    return read.ok && path !== undefined && read.url === read.origin
      ? { ...read, url: read.origin + path }
      : read;
  }
}

function firstForm({ baseUrl }: Provider): ApiForm {
  return { baseUrl, model: '', atOnce: 4, temperature: null };
}
