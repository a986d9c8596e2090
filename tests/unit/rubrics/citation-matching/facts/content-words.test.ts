import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  contentWords,
  languageOf,
  sharedWords,
} from '../../../../../rubrics/citation-matching/facts/content-words';

it.each([
  ['le licenciement abusif', 'Licenciements abusifs ; indemnité', ['licenciement', 'abusif']],
  ['la cour a rejeté le pourvoi du 3 mars', 'Cour de cassation, pourvoi, mars', []],
  ['De arbeidsrechtbank over het ontslag', 'Arbeidsrechtbank; ontslag', ['ontslag']],
  ['Détention préventive', 'detention PREVENTIVE', ['Détention', 'préventive']],
  ['dommage, dommage, dommage', 'le dommage', ['dommage']],
  ['', 'dommage', []],
])('"%s" and "%s" share %j', (text, other, words) => {
  expect(sharedWords(text, other).map((word) => word.text)).toEqual(words);
});

it('places every word where it stands', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      for (const word of contentWords(text)) expect(text.slice(word.start, word.end)).toBe(word.text);
    }),
  );
});

it.each([
  ["Le dol de l'administrateur suppose une intention", 'fr'],
  ['Concurrence déloyale ; parasitisme ; cessation', 'fr'],
  ['De aannemer die het gebrek niet meldt', 'nl'],
  ['Thuiswerker; forfaitaire vergoeding; wijziging', 'nl'],
  ['', null],
  ['Test', null],
])('takes "%s" for %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});
