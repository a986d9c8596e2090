import { describe, expect, it } from 'vitest';
import { en } from '../../../src/i18n/en/en';
import { ko } from '../../../src/i18n/ko/ko';
import { Preferences } from '../../../src/i18n/preferences.svelte';
import type { Settings, SettingsStore } from '../../../src/kit/storage/stored-settings';

function storeWith(saved: Settings | null): SettingsStore & { saved: Settings[] } {
  const list: Settings[] = [];
  return {
    saved: list,
    load: () => Promise.resolve(saved),
    save: (settings) => {
      list.push(settings);
      return Promise.resolve(true);
    },
    forget: () => Promise.resolve(),
  };
}
const refusing: SettingsStore = {
  load: () => Promise.resolve('unavailable'),
  save: () => Promise.resolve(false),
  forget: () => Promise.resolve(),
};

describe('preferences', () => {
  it.each([
    ['ko-KR', 'ko', ko],
    ['en-GB', 'en', en],
    ['fr', 'en', en],
  ])('follow a browser in %s on the first visit: %s', async (browser, language, words) => {
    const preferences = new Preferences(storeWith(null));
    await preferences.load(browser);
    expect([preferences.language, preferences.t, preferences.stored]).toEqual([language, words, true]);
  });

  it('are what was stored, whatever the browser speaks', async () => {
    const preferences = new Preferences(storeWith({ theme: 'dark', language: 'en', split: 55 }));
    await preferences.load('ko');
    expect([preferences.theme, preferences.language, preferences.split]).toEqual(['dark', 'en', 55]);
  });

  it('hold in a browser that refuses to store them, which is said', async () => {
    const preferences = new Preferences(refusing);
    await preferences.load('ko');
    expect([preferences.stored, preferences.language]).toEqual([false, 'ko']);
    preferences.setTheme('dark');
    await expect.poll(() => preferences.theme).toBe('dark');
    expect(preferences.stored).toBe(false);
  });

  it('notice that the browser begins to refuse', async () => {
    const preferences = new Preferences({ ...refusing, load: () => Promise.resolve(null) });
    await preferences.load('en');
    expect(preferences.stored).toBe(true);
    preferences.setTheme('light');
    await expect.poll(() => preferences.stored).toBe(false);
  });

  it.each([
    [10, 30],
    [50.4, 50],
    [95, 70],
  ])('a split of %d is kept as %d', async (asked, kept) => {
    const store = storeWith(null);
    const preferences = new Preferences(store);
    preferences.setSplit(asked);
    await expect.poll(() => store.saved.at(-1)?.split).toBe(kept);
    expect(preferences.split).toBe(kept);
  });
});
