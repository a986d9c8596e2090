import { describe, expect, it } from 'vitest';
import { apiWords } from '../../../src/i18n/api-words';
import { en } from '../../../src/i18n/en/en';
import { historyWords } from '../../../src/i18n/history-words';
import { importWordsOf } from '../../../src/i18n/import-words';
import { ko } from '../../../src/i18n/ko/ko';
import { screenWords } from '../../../src/i18n/screen-words';
import { runScreenWords } from '../../../src/i18n/compare-words';

/** Every sentence of a language by its key, with functions called so that their text can be compared. */
function sentences(messages: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]: [string, unknown]): [string, string][] => {
      const path = `${prefix}${key}`;
      if (typeof value === 'string') return [[path, value]];
      // They take a cause or a problem, and have tests of their own.
      if (path === 'cause' || path === 'start.rubricProblem') return [];
      if (typeof value === 'function')
        return [[path, String(Reflect.apply(value, undefined, ['1', '2', '3', '4', '5']))]];
      return typeof value === 'object' && value !== null ? [...sentences(value, `${path}.`)] : [];
    }),
  );
}

describe('Korean', () => {
  const english = sentences({
    ...en,
    ...runScreenWords({ t: en, language: 'en' }),
    import: importWordsOf({ t: en, language: 'en' }),
    api: apiWords.en,
    history: historyWords.en,
    screens: screenWords.en,
  });
  const korean = sentences({
    ...ko,
    ...runScreenWords({ t: ko, language: 'ko' }),
    import: importWordsOf({ t: ko, language: 'ko' }),
    api: apiWords.ko,
    history: historyWords.ko,
    screens: screenWords.ko,
  });

  it('has the keys of English, in the same places', () => {
    expect([...korean.keys()]).toEqual([...english.keys()]);
  });

  it('leaves nothing in English', () => {
    // A pattern of figures reads the same in both.
    const figuresOnly = (text: string) => !/[A-Za-z]{2}/.test(text);
    const untranslated = [...korean].filter(([key, text]) => text === english.get(key) && !figuresOnly(text));
    expect(untranslated).toEqual([]);
  });
});
