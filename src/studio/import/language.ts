const COMMON_WORDS: Readonly<Record<string, string>> = {
  en: 'the and is of to you are with for that',
  fr: 'le la les de des et vous tu un une est dans pour avec du ou au sur en que si ne',
  nl: 'het een van en is je niet voor met zijn de',
  de: 'der die das und ist nicht sie ein eine mit für den',
  es: 'el la los las lo una uno un que con para por del de en es y se su si eres no',
  it: 'il gli una che con per della è sono di',
  pt: 'os uma que com para não do da em é',
  sv: 'och att det som är inte för med av den en',
};
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
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const ranked = Object.entries(COMMON_WORDS).map(([language, list]) => {
    const common = new Set(list.split(' '));
    return { language, count: words.filter((word) => common.has(word)).length };
  });
  return ranked.toSorted((a, b) => b.count - a.count)[0]?.language ?? 'en';
}
