const screens = ['workbench', 'history', 'rubrics', 'settings'] as const;
/** In the place of a rubric's id: the way to one that does not exist yet. */
export const newRubric = 'new';
export type Screen = (typeof screens)[number];

/** Hash routes, so that the built page works from any folder of a static host. */
export class Router {
  #route = $state.raw(readHash(location.hash));
  readonly screen = $derived(this.#route.screen);
  readonly detail = $derived(this.#route.detail);

  watch(): () => void {
    const read = () => (this.#route = readHash(location.hash));
    window.addEventListener('hashchange', read);
    // It may have changed while the storage was being opened.
    read();
    return () => window.removeEventListener('hashchange', read);
  }

  go(screen: Screen, detail = ''): void {
    location.hash = hrefOf(screen, detail);
  }
}

export function hrefOf(screen: Screen, detail = ''): string {
  return detail === '' ? `#/${screen}` : `#/${screen}/${encodeURIComponent(detail)}`;
}

function readHash(hash: string): { screen: Screen; detail: string } {
  const [name = '', detail = ''] = hash.replace(/^#\/?/, '').split('/');
  const screen = screens.find((known) => known === name) ?? 'workbench';
  return { screen, detail: safeDecode(detail) };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
