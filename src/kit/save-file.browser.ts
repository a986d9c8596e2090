/** Hands a file to the person's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken its own hold of the data by the next turn.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
