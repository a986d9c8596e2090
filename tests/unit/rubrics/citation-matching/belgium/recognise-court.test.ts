import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Court } from '../../../../../rubrics/citation-matching/belgium/court';
import { recogniseCourt } from '../../../../../rubrics/citation-matching/belgium/recognise-court';
import { HIGHER, NATIONAL, TRIBUNALS, UNKNOWN } from './court-names.table';

function told(court: Court | null): string | null {
  if (court === null) return null;
  const division = court.division === null ? '' : `/${court.division.id}`;
  return `${court.type} ${court.place?.id ?? '-'}${division} ${court.classification}`;
}

const KNOWN = [...NATIONAL, ...HIGHER, ...TRIBUNALS];
const ALL = [...KNOWN, ...UNKNOWN.map((name) => [name, null] as const)];

describe('recogniseCourt', () => {
  it.each(KNOWN)('reads %s', (name, expected) => {
    expect(told(recogniseCourt(name))).toBe(expected);
  });

  it.each(UNKNOWN)('never guesses what "%s" is', (name) => {
    expect(recogniseCourt(name)).toBeNull();
  });

  it.each([
    ['Corr. Bruxelles', 'correctional'],
    ['Civ. Bruxelles (réf.)', 'civil'],
    ['Kort ged. Rb. Brussel', 'summary'],
    ['Voorz. Kh. Brussel', 'president'],
    ['Tribunal de première instance de Liège, tribunal de la famille', 'family'],
    ['SURB Gent', 'sentence-enforcement'],
    ['Bruxelles (Cour des marchés)', 'markets'],
    ['Tribunal de première instance de Namur', null],
  ])('section of %s is %s', (name, section) => {
    expect(recogniseCourt(name)?.section).toBe(section);
  });

  it.each([
    ['Cour de cassation', 'fr', false, false],
    ['Kassationshof', 'de', false, false],
    ['Cass.', null, false, true],
    ['Arbitragehof', 'nl', true, false],
    ['Grondwettelijk Hof', 'nl', false, false],
    ['Rechtbank van koophandel Gent', 'nl', true, false],
    ['Kh. Gent', 'nl', true, true],
    ['Gent 3 mei 2018', 'nl', false, true],
  ])('%s: language %s, former %s, abbreviated %s', (name, language, former, abbreviated) => {
    expect(recogniseCourt(name)).toMatchObject({ language, former, abbreviated });
  });

  it.each([
    ['Tribunal de première instance francophone de Bruxelles', 'fr'],
    ['Nederlandstalige rechtbank van eerste aanleg Brussel', 'nl'],
    ['Trib. trav. fr. Bruxelles', 'fr'],
    ['Tribunal du travail de Bruxelles', null],
  ])('bench of %s is %s', (name, bench) => {
    expect(recogniseCourt(name)?.bench).toBe(bench);
  });

  it.each([
    ['Justice de paix du 3e canton de Liège', 3],
    ['Vredegerecht van het tweede kanton Leuven', 2],
    ['J.P. Liège, 1er canton', 1],
    ['Vredegerecht Antwerpen 5', 5],
    ['Rb. Antwerpen 5', null],
    ['J.P. Liège', null],
  ])('canton of %s is %s', (name, canton) => {
    expect(recogniseCourt(name)?.canton).toBe(canton);
  });

  it.each([
    ['CTBRL', 'labour-court brussel SPECIFIC'],
    [' hbant ', 'appeal antwerpen SPECIFIC'],
    ['CASS', 'cassation - NATIONAL'],
    ['RVSCE', 'council-of-state - NATIONAL'],
    ['CAXXX', null],
  ])('reads the court code %s', (code, expected) => {
    expect(told(recogniseCourt(code))).toBe(expected);
  });

  it('keeps the words as they were written', () => {
    expect(recogniseCourt("L'arrêt de la COUR D’APPEL de Liège du 3 mai")?.matched).toBe('COUR D’APPEL');
    expect(recogniseCourt('Bruxelles, 3 mai 2018')?.matched).toBe('Bruxelles');
  });

  it('marks European courts as international and no Belgian court', () => {
    expect(recogniseCourt('CJUE')?.international).toBe(true);
    expect(NATIONAL.filter(([name]) => recogniseCourt(name)?.international).length).toBe(10);
  });

  it('says SPECIFIC exactly when there is a place', () => {
    for (const [name] of ALL) {
      const court = recogniseCourt(name);
      if (court !== null) expect(court.classification === 'SPECIFIC').toBe(court.place !== null);
    }
  });

  const respelt: readonly [string, (name: string) => string][] = [
    ['capitals', (name) => name.toUpperCase()],
    ['lower case', (name) => name.toLowerCase()],
    ['decomposed accents', (name) => name.normalize('NFD')],
    ['no accents', (name) => name.normalize('NFD').replace(/\p{M}/gu, '')],
    ['curly apostrophes', (name) => name.replaceAll("'", '’')],
    ['wide spaces', (name) => `  ${name.replaceAll(' ', ' \u00a0 ')} `],
    ['a comma behind', (name) => `${name},`],
    ['a date behind', (name) => `${name}, 3 mai 2018`],
    ['a space after each abbreviation', (name) => name.replace(/([a-z])\.(?=[a-z])/giu, '$1. ')],
  ];

  it.each(respelt)('is stable under %s', (_, respell) => {
    for (const [name, expected] of ALL) {
      if (name.trim() !== '') expect([name, told(recogniseCourt(respell(name)))]).toEqual([name, expected]);
    }
  });

  it('reads abbreviations without their dots', () => {
    for (const [name, expected] of [...NATIONAL, ...HIGHER, ...TRIBUNALS]) {
      if (/\d/.test(name)) continue;
      expect([name, told(recogniseCourt(name.replaceAll('.', '')))]).toEqual([name, expected]);
    }
  });

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => void recogniseCourt(text)));
    const name = fc.constantFrom(...ALL.map(([known]) => known));
    fc.assert(fc.property(name, fc.string(), (known, junk) => void recogniseCourt(`${junk}${known}${junk}`)));
  });

  it.each(['c', 'c. ', '1e ', 'de '])('comes to an end on many %j', (unit) => {
    expect(recogniseCourt(`Trib. ${unit.repeat(50_000)}`)).toBeNull();
  });
});
