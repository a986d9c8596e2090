const WORD = /^[A-Za-z0-9]{8,}$/;
const MOST_DRAWS = 100;

/**
 * Draws the word that fences the case text of one call, until one occurs in none of the texts. Upper and lower case count as
 * equal, since a model may not tell them apart either.
 */
export function drawBoundary(texts: readonly string[], random: () => string): string {
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const word = random();
    assertBoundaryWord(word);
    if (!texts.some((text) => holdsBoundary(text, word))) return word;
  }
  throw new Error(
    `Expected a boundary that occurs in no text; ${MOST_DRAWS} draws gave none: random() does not vary`,
  );
}

export function holdsBoundary(text: string, boundary: string): boolean {
  return text.toLowerCase().includes(boundary.toLowerCase());
}

export function assertBoundaryWord(word: string): void {
  if (WORD.test(word)) return;
  throw new Error(`Expected a boundary of at least 8 letters and digits, got ${JSON.stringify(word)}`);
}
