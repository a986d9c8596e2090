/** Whether a column was written by an earlier export of ours: a result is no input to be guessed at. */
export function isOwnColumn(header: string): boolean {
  return /^assay\d*\./.test(header.trim());
}
