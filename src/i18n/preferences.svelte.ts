import { createContext } from 'svelte';
import { en, type Messages } from './en/en';
import type { Language, Settings, SettingsStore, TextSize, Theme } from '../kit/storage/stored-settings';

export type { Language, Theme };

const loadMessages: Record<Language, () => Promise<Messages>> = {
  en: () => Promise.resolve(en),
  ko: () => import('./ko/ko').then((module) => module.ko),
};

/** What the person chose about the page itself. Kept in this browser; a browser that refuses keeps it until the tab closes. */
export class Preferences {
  readonly #store: SettingsStore;
  #settings = $state.raw<Settings>({ theme: 'system', language: 'en', split: 58 });
  t = $state.raw<Messages>(en);
  /** False where the browser refuses to store anything. */
  stored = $state(true);

  constructor(store: SettingsStore) {
    this.#store = store;
  }

  get theme(): Theme {
    return this.#settings.theme;
  }
  get language(): Language {
    return this.#settings.language;
  }
  get textSize(): TextSize {
    return this.#settings.textSize ?? 100;
  }
  /** Share of the work area that the judgement takes, in percent. */
  get split(): number {
    return this.#settings.split;
  }
  /** What a new sheet begins with. Undefined: a rubric in the page's language. */
  get rubric(): string | undefined {
    return this.#settings.rubric;
  }
  get judge(): string {
    return this.#settings.judge ?? 'rules';
  }
  /** Whether the person wants to be told when a run ends, as far as the browser lets the page. */
  get notify(): boolean {
    return this.#settings.notify ?? false;
  }
  get exports(): Settings['exports'] {
    return this.#settings.exports;
  }
  get awake(): boolean {
    return this.#settings.awake ?? true;
  }

  async load(browserLanguage: string): Promise<void> {
    const fallback: Language = browserLanguage.toLowerCase().startsWith('ko') ? 'ko' : 'en';
    const saved = await this.#store.load();
    if (saved === 'unavailable') this.stored = false;
    const known = saved === 'unavailable' ? null : saved;
    await this.#apply(known ?? { ...this.#settings, language: fallback });
  }

  setTheme(theme: Theme): void {
    void this.#change({ theme });
  }
  setLanguage(language: Language): void {
    void this.#change({ language });
  }
  setTextSize(textSize: TextSize): void {
    void this.#change({ textSize });
  }
  setSplit(split: number): void {
    void this.#change({ split: Math.min(70, Math.max(30, Math.round(split))) });
  }
  /** Empty: none in particular. */
  setRubric(rubric: string): void {
    void this.#change({ rubric: rubric === '' ? undefined : rubric });
  }
  setJudge(judge: string): void {
    void this.#change({ judge });
  }
  setNotify(notify: boolean): void {
    void this.#change({ notify });
  }
  setExports(exports: Settings['exports']): void {
    void this.#change({ exports });
  }
  setAwake(awake: boolean): void {
    void this.#change({ awake });
  }
  async forget(): Promise<void> {
    await this.#store.forget();
  }

  async #change(change: Partial<Settings>): Promise<void> {
    await this.#apply({ ...this.#settings, ...change });
    this.stored = await this.#store.save(this.#settings);
  }

  async #apply(settings: Settings): Promise<void> {
    if (settings.language !== this.#settings.language) {
      this.t = await loadMessages[settings.language]();
    }
    this.#settings = settings;
  }
}

export const [usePreferences, providePreferences] = createContext<Preferences>();
