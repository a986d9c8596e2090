import { tick } from 'svelte';

/** Whether a key pressed here belongs to the control under it, so that page-wide keys must leave it alone. */
export function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, dialog, pre, [role="separator"]') !== null
  );
}

const mostFrames = 30;

/** Focuses an element by its id as soon as it is drawn: a part of the page that was just loaded is drawn a moment later. */
export function focusWhenDrawn(id: string): Promise<void> {
  return focusFirst(`#${id}`);
}
/** As above, the first that a selector finds; of several selectors, the first that finds any. */
export async function focusFirst(...selectors: readonly string[]): Promise<void> {
  for (let frame = 0; frame < mostFrames; frame += 1) {
    await tick();
    const found = selectors
      .map((selector) => document.querySelector<HTMLElement>(selector))
      .find((element) => element !== null);
    if (found) {
      found.focus();
      return;
    }
    await new Promise(requestAnimationFrame);
  }
}
