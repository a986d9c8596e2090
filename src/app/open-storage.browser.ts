import type { Preferences } from '../i18n/preferences.svelte';
import { storageSpace } from '../kit/storage/storage-space';
import { StorageState } from '../sheet/storage-state.svelte';
import { runLocks } from '../sheet/run/run-locks';
import { SheetChanges } from '../sheet/sheet-changes';
import { databaseSheetStore } from '../sheet/store/database-sheet-store';
import { openDatabase } from '../sheet/store/open-database.browser';

interface Surroundings {
  preferences: Preferences;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  /** Where the page says that another tab keeps it from its storage. */
  target: HTMLElement;
}

/** Opens the sheets of this browser, or a store that ends with the tab where the browser refuses. */
export async function openStorage({ preferences, now, wait, target }: Surroundings) {
  const database = openDatabase();
  const space = storageSpace('storage' in navigator ? navigator.storage : null);
  const storageState = new StorageState({ database, space });
  // The first paint must already have the person's theme and language.
  const preferred = preferences.load(navigator.language);
  let opening = true;
  database.listen((event) => {
    if (event !== 'blocked') return;
    void preferred.then(() => {
      if (opening) sayBlocked(target, preferences.t.run.blocked, preferences.language);
    });
  });
  const [store] = await Promise.all([
    storageState.open(databaseSheetStore(database, { now }), { wait, now }),
    preferred,
  ]);
  opening = false;
  target.textContent = '';
  // A page without a secure address has no locks.
  const locks = runLocks('locks' in navigator ? navigator.locks : null);
  storageState.exclusive = locks.exclusive;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('assay-sheets');
  return { database, store, space, storageState, locks, changes: new SheetChanges(channel) };
}

function sayBlocked(target: HTMLElement, words: string, language: string): void {
  const main = document.createElement('main');
  const name = document.createElement('h1');
  const note = document.createElement('p');
  main.className = 'storage-blocked';
  name.textContent = 'Assay';
  note.textContent = words;
  note.lang = language;
  note.role = 'alert';
  main.append(name, note);
  target.replaceChildren(main);
}
