/** Of a row in a large table, in pixels. */
export const rowHeight = 36;
