/** Of a row in a large table, in pixels. */
export const rowHeight = 36;

/** Scrolls no further than it takes. The header covers the height of a row. */
export function bringRowIntoView(scroller: HTMLElement, index: number): void {
  const top = index * rowHeight;
  const room = scroller.clientHeight - rowHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room;
}

/** How far a page key goes: the header and one row stay in sight. */
export function rowsOnPage(scroller: HTMLElement): number {
  return Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 2);
}
