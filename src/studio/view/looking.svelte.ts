import { whenDrawn } from '../../kit/controls/focus.browser';

/** Which piece is looked at, in the proposal and in the prompt's text. */
export class Looking {
  /** Its words are lit in the text. */
  lit = $state<string | null>(null);
  /** The text scrolls to its words. A pointer that only passes does not move the text. */
  followed = $state<string | null>(null);
  /** What can be done about it is shown. */
  open = $state<string | null>(null);
  /** Counts how often a person asked for the words themselves. */
  asked = $state(0);

  light(key: string): void {
    this.lit = key;
  }
  look(key: string): void {
    this.lit = key;
    this.followed = key;
  }
  /** Leads to its words, wherever they stand on the page. */
  show(key: string): void {
    this.look(key);
    this.asked += 1;
  }
  /** Leads from words to the piece that was read off them. */
  async goTo(key: string): Promise<void> {
    this.look(key);
    const piece = await whenDrawn(`[data-piece="${CSS.escape(key)}"]`);
    piece?.scrollIntoView({ block: 'center' });
    piece?.querySelector<HTMLElement>(':scope > button')?.focus({ preventScroll: true });
  }
}
