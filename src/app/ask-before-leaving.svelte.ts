/** The part of a window that is needed, so that tests can stand in for it. */
type LeftPage = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Makes the browser ask before the page is closed or reloaded, while something would be lost. It listens only then: a page
 * that always listens is not kept in the back/forward cache.
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
