const STOPWORDS: readonly [string, RegExp][] = [
  ['en', /\b(?:the|and|is|of|to|you|are|with|for|that)\b/giu],
  ['fr', /\b(?:le|la|les|des|et|vous|une|est|dans|pour|avec|du)\b/giu],
  ['nl', /\b(?:het|een|van|en|is|je|niet|voor|met|zijn|de)\b/giu],
  ['de', /\b(?:der|die|das|und|ist|nicht|sie|ein|eine|mit|für|den)\b/giu],
  ['es', /\b(?:el|los|las|una|que|con|para|por|del|es|y)\b/giu],
  ['it', /\b(?:il|gli|una|che|con|per|della|è|sono|di)\b/giu],
  ['pt', /\b(?:os|uma|que|com|para|não|do|da|em|é)\b/giu],
];
const COUNTED = 20_000;
/** A script is the text's own from this share of the letters. */
const OWN_SCRIPT = 0.15;

/** The tag of the language most of the text is in. */
export function languageOf(source: string): string {
  const text = source.slice(0, COUNTED);
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const letters = Math.max(1, count(/\p{L}/gu));
  if (count(/\p{Script=Hangul}/gu) / letters > OWN_SCRIPT) return 'ko';
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(/\p{Script=Han}/gu);
  if ((kana + han) / letters > OWN_SCRIPT) return kana * 10 > han ? 'ja' : 'zh';
  const ranked = STOPWORDS.map(([language, words]) => [language, count(words)] as const).toSorted(
    (a, b) => b[1] - a[1],
  );
  return ranked[0]?.[0] ?? 'en';
}
