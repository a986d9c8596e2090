/** Of a row in a large table, in pixels. */
export const rowHeight = 36;

/** How high rows are, and the header that covers the first of them. */
export interface RowSizes {
  row: number;
  head: number;
}
const usual: RowSizes = { row: rowHeight, head: rowHeight };

/** Scrolls no further than it takes. */
export function bringRowIntoView(
  scroller: HTMLElement,
  index: number,
  { row, head }: RowSizes = usual,
): void {
  const top = index * row;
  const room = scroller.clientHeight - head;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + row > scroller.scrollTop + room) scroller.scrollTop = top + row - room;
}

/** How far a page key goes: the header and one row stay in sight. */
export function rowsOnPage(scroller: HTMLElement, { row }: RowSizes = usual): number {
  return Math.max(1, Math.floor(scroller.clientHeight / row) - 2);
}
