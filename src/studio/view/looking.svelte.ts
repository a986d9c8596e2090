import { whenDrawn } from '../../kit/controls/focus.browser';

/** Which piece is looked at, in the proposal and in the prompt's text. */
export class Looking {
  /** Its words are lit in the text. */
  lit = $state<string | null>(null);
  /** Whose form is open. */
  editing = $state<string | null>(null);
  /** Counts how often a person asked for the words themselves. */
  asked = $state(0);

  light(key: string | null): void {
    this.lit = key;
  }
  /** Leads to its words, wherever they stand on the page. */
  show(key: string): void {
    this.lit = key;
    this.asked += 1;
  }
  edit(key: string | null): void {
    this.editing = key;
  }
  /** Leads from words to the piece that was read off them. */
  async goTo(key: string): Promise<void> {
    this.lit = key;
    const piece = await whenDrawn(pieceSelector(key));
    piece?.scrollIntoView({ block: 'center' });
    piece?.focus({ preventScroll: true });
  }
}

export function pieceSelector(key: string): string {
  return `[data-piece="${CSS.escape(key)}"]`;
}
