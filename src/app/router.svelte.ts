const screens = ['workbench', 'history', 'rubrics', 'settings'] as const;
/** In the place of a rubric's id: the way to one that does not exist yet. */
export const newRubric = 'new';
export type Screen = (typeof screens)[number];

/** Hash routes, so that the built page works from any folder of a static host. */
export class Router {
  #route = $state.raw(readHash(location.hash));
  readonly screen = $derived(this.#route.screen);
  readonly detail = $derived(this.#route.detail);
  /** What is done with it: `edit`. */
  readonly action = $derived(this.#route.action);

  watch(): () => void {
    const read = () => (this.#route = readHash(location.hash));
    window.addEventListener('hashchange', read);
    // It may have changed while the storage was being opened.
    read();
    return () => window.removeEventListener('hashchange', read);
  }

  go(screen: Screen, detail = '', action = ''): void {
    location.hash = hrefOf(screen, detail, action);
  }
}

export function hrefOf(screen: Screen, ...parts: readonly string[]): string {
  return `#/${[screen, ...parts.filter((part) => part !== '').map(encodeURIComponent)].join('/')}`;
}

function readHash(hash: string): { screen: Screen; detail: string; action: string } {
  const [name = '', detail = '', action = ''] = hash.replace(/^#\/?/, '').split('/');
  const screen = screens.find((known) => known === name) ?? 'workbench';
  return { screen, detail: safeDecode(detail), action };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
