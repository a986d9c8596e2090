import { tick } from 'svelte';

/** Whether a key pressed here belongs to the control under it, so that page-wide keys must leave it alone. */
export function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, dialog, pre, [role="separator"]') !== null
  );
}

const mostFrames = 120;

/** The first element that a selector finds, as soon as it is drawn: a part of the page that was just loaded is drawn a moment later. */
export async function whenDrawn(selector: string): Promise<HTMLElement | null> {
  for (let frame = 0; frame < mostFrames; frame += 1) {
    await tick();
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found;
    await new Promise(requestAnimationFrame);
  }
  return null;
}
export async function focusFirst(selector: string): Promise<void> {
  (await whenDrawn(selector))?.focus();
}
export function focusWhenDrawn(id: string): Promise<void> {
  return focusFirst(`#${id}`);
}
