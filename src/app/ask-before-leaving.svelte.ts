/** The part of a window that is needed, so that tests can stand in for it. */
type LeftPage = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Has the browser ask whoever closes or reloads the page, while something would be lost by it. Only then does anybody listen:
 * a page that always does is not kept for the way back to it.
 */
export function askBeforeLeaving(page: LeftPage, wouldLose: () => boolean): void {
  const ask = (event: Event) => event.preventDefault();
  // Whether, not how much: that changes with every result.
  const loses = $derived(wouldLose());
  $effect.root(() => {
    $effect(() => {
      if (!loses) return;
      page.addEventListener('beforeunload', ask);
      return () => page.removeEventListener('beforeunload', ask);
    });
  });
}
