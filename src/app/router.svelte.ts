const screens = ['workbench', 'history', 'rubrics', 'settings'] as const;
export type Screen = (typeof screens)[number];

interface Route {
  screen: Screen;
  /** What the screen shows, e.g. a rubric's id. */
  detail: string;
}

/** Hash routes, so that the built page works from any folder of a static host. */
export class Router {
  #route = $state.raw<Route>(readHash(location.hash));

  get screen(): Screen {
    return this.#route.screen;
  }
  get detail(): string {
    return this.#route.detail;
  }

  watch(): () => void {
    const read = () => (this.#route = readHash(location.hash));
    window.addEventListener('hashchange', read);
    // It may have changed while the storage was being opened.
    read();
    return () => {
      window.removeEventListener('hashchange', read);
    };
  }

  go(screen: Screen, detail = ''): void {
    location.hash = hrefOf(screen, detail);
  }
}

export function hrefOf(screen: Screen, detail = ''): string {
  return detail === '' ? `#/${screen}` : `#/${screen}/${encodeURIComponent(detail)}`;
}

function readHash(hash: string): Route {
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
