/** Where the page comes from, as the settings of a server want it. Outside a page there is none, and any stands for it. */
export function pageOrigin(): string {
  return typeof location === 'undefined' ? '*' : location.origin;
}
