import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { askBeforeLeaving } from '../../../src/app/ask-before-leaving.svelte';

/** A page that knows how many listen to its end. */
class Page extends EventTarget {
  listening = 0;

  override addEventListener(...all: Parameters<EventTarget['addEventListener']>): void {
    this.listening += 1;
    super.addEventListener(...all);
  }
  override removeEventListener(...all: Parameters<EventTarget['removeEventListener']>): void {
    this.listening -= 1;
    super.removeEventListener(...all);
  }
  /** Whether it asks whoever closes it, and whether anybody listens to that. */
  get end(): [asks: boolean, listening: number] {
    flushSync();
    return [!this.dispatchEvent(new Event('beforeunload', { cancelable: true })), this.listening];
  }
}
const asks = [true, 1];
const asksNothing = [false, 0];

it('whoever leaves the page is asked exactly while something would be lost', () => {
  let results = $state(0);
  const page = new Page();
  askBeforeLeaving(page, () => results > 0);
  const seen = [0, 1, 2, 0, 3].map((count) => {
    results = count;
    return page.end;
  });
  expect(seen).toEqual([asksNothing, asks, asks, asksNothing, asks]);
});
