import { tick } from 'svelte';

const mostFrames = 30;

/** An element by its id, once it is there: a part of the page that was just loaded is drawn a moment later. */
export async function waitForElement(id: string): Promise<HTMLElement | null> {
  for (let frame = 0; frame < mostFrames; frame += 1) {
    await tick();
    const found = document.getElementById(id);
    if (found) return found;
    await new Promise(requestAnimationFrame);
  }
  return null;
}
