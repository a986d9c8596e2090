import { describe, expect, it } from 'vitest';
import { recogniseCourt } from '../../../../../rubrics/citation-matching/belgium/recognise-court';
import { sameCourt } from '../../../../../rubrics/citation-matching/belgium/same-court';
import type { CourtComparison } from '../../../../../rubrics/citation-matching/belgium/same-court';
import { HIGHER, NATIONAL, TRIBUNALS } from './court-names.table';

function compare(cited: string, candidate: string): CourtComparison | null {
  const [a, b] = [recogniseCourt(cited), recogniseCourt(candidate)];
  return a === null || b === null ? null : sameCourt(a, b);
}

const PAIRS: readonly (readonly [cited: string, candidate: string, expected: CourtComparison])[] = [
  ['Cass.', 'Hof van Cassatie', 'same'],
  ['Arbitragehof', 'Cour constitutionnelle', 'same'],
  ['RvS', "Conseil d'État", 'same'],
  ['Cour de cassation', 'Tribunal du travail de Bruxelles', 'different-type'],
  ['C.C.', 'C.C.E.', 'different-type'],
  ['Cass.', 'CJUE', 'different-type'],
  ["Cour d'appel", "Cour d'appel de Bruxelles", 'same'],
  ["Cour d'appel", 'Gent 3 mei 2018', 'same'],
  ["Cour d'appel de Bruxelles", 'Hof van beroep te Brussel', 'same'],
  ["Cour d'appel de Bruxelles", "Cour d'appel de Liège", 'different-place'],
  ["Cour d'appel de Bruxelles", 'Marktenhof', 'same'],
  ["Cour d'appel de Bruxelles", "Cour d'appel", 'same-type-unknown-place'],
  ["Cour d'appel de Bruxelles", 'Cour du travail de Bruxelles', 'different-type'],
  ['Tribunal du travail de Bruxelles', 'Arbeidsrechtbank Antwerpen', 'different-place'],
  ['Tribunal du travail de Bruxelles', 'Nederlandstalige arbeidsrechtbank Brussel', 'same'],
  [
    'Tribunal du travail francophone de Bruxelles',
    'Nederlandstalige arbeidsrechtbank Brussel',
    'same-type-unknown-place',
  ],
  ['Trib. trav. fr. Bruxelles', 'Tribunal du travail francophone de Bruxelles', 'same'],
  ['Cour du travail francophone de Bruxelles', 'Arbeidshof Brussel (nl.)', 'same'],
  ["Cour d'appel de Liège, division Namur", "Cour d'appel de Liège", 'same'],
  ['Tribunal du travail', 'Cour du travail de Mons', 'different-type'],
  ['Trib. trav. Liège', 'Tribunal du travail de Liège, division Namur', 'same'],
  ['Trib. trav. Namur', 'Tribunal du travail de Liège, division Namur', 'same'],
  ['Trib. trav. Liège, div. Liège', 'Tribunal du travail de Liège, division Namur', 'different-place'],
  ['Arbrb. Gent', 'Arbeidsrechtbank Brugge', 'same-type-unknown-place'],
  ['Arbrb. Brugge', 'Arbeidsrechtbank Gent', 'same-type-unknown-place'],
  ['Arbrb. Gent', 'Arbeidsrechtbank Gent, afdeling Brugge', 'same'],
  ['Arbrb. Brugge', 'Arbeidsrechtbank Gent, afdeling Brugge', 'same'],
  ['Rb. Mechelen', 'Rechtbank van eerste aanleg Antwerpen', 'same-type-unknown-place'],
  ['Rb. Mechelen', 'Rechtbank van eerste aanleg Antwerpen, afdeling Antwerpen', 'different-place'],
  ['C. trav. Namur', 'Cour du travail de Liège', 'same'],
  ['Pol. Halle', 'Politierechtbank Brussel', 'different-place'],
  ['Pol. Halle', 'Politierechtbank Halle-Vilvoorde', 'same'],
  ['Pol. Brussel', 'Politierechtbank Halle-Vilvoorde', 'different-place'],
  ['Trib. trav. Liège, division Trifouillis', 'Trib. trav. Liège, div. Namur', 'same-type-unknown-place'],
  ['Arbrb. Antwerpen', 'Arbeidsrechtbank Antwerpen, afdeling Hasselt', 'same'],
  ['Rb. Antwerpen', 'Rechtbank van eerste aanleg Limburg, afdeling Hasselt', 'different-place'],
  ['Rb. Gent', 'Rechtbank van eerste aanleg West-Vlaanderen, afdeling Brugge', 'different-place'],
  ['Rb. Gent', 'Tribunal de première instance de Flandre orientale', 'same'],
  ['Civ. Charleroi', 'Tribunal de première instance du Hainaut, division Charleroi', 'same'],
  ['Tribunal de première instance du Hainaut', 'Civ. Charleroi', 'same'],
  ['Civ. Mons', 'Tribunal de première instance du Hainaut, division Charleroi', 'different-place'],
  ['Corr. Namur', 'Tribunal de la famille de Namur, division Dinant', 'same'],
  ['Civ. Dinant', 'Civ. Namur, div. Namur', 'different-place'],
  ['Civ. Bruxelles', 'Rb. Leuven', 'different-place'],
  ['Corr. Bruxelles', 'Tribunal de première instance francophone de Bruxelles', 'same'],
  ['Comm. Liège', "Tribunal de l'entreprise de Liège, division Huy", 'same'],
  ['Kh. Kortrijk', 'Ondernemingsrechtbank Gent, afdeling Kortrijk', 'same'],
  ['Kh. Kortrijk', 'Rb. Kortrijk', 'different-type'],
  ['C. trav. Liège', 'Cour du travail de Liège, division Neufchâteau', 'same'],
  ['C. trav. Mons', 'Arbeidshof te Bergen', 'same'],
  ['Arbh. Antwerpen', 'Arbh. Gent', 'different-place'],
  ['Ass. Mons', "Cour d'assises de la province du Hainaut", 'same'],
  ['J.P. Liège', 'Justice de paix du 3e canton de Liège', 'same'],
  ['J.P. Liège, 2e canton', 'Justice de paix du 3e canton de Liège', 'different-place'],
  ['J.P. Ixelles', 'Vredegerecht Elsene', 'same'],
  ['J.P. Trifouillis', 'Justice de paix du canton de Trifouillis', 'same'],
  ['J.P. Trifouillis', 'Justice de paix de Wavre', 'same-type-unknown-place'],
  ['J.P. Wavre', 'J.P. Trifouillis', 'same-type-unknown-place'],
  ['Trib. trav. Mons et Charleroi', 'Trib. trav. Hainaut', 'same-type-unknown-place'],
];

describe('sameCourt', () => {
  it.each(PAIRS)('%s and %s: %s', (cited, candidate, expected) => {
    expect(compare(cited, candidate)).toBe(expected);
  });

  const names = [...NATIONAL, ...HIGHER, ...TRIBUNALS].map(([name]) => name);

  it('finds every court to be the same as itself', () => {
    for (const name of names) expect([name, compare(name, name)]).toEqual([name, 'same']);
  });

  it('sees a difference from both sides', () => {
    const courts = names.map((name) => recogniseCourt(name)).filter((court) => court !== null);
    const apart = courts.flatMap((a) =>
      courts.filter((b) => sameCourt(a, b).startsWith('different')).map((b) => [a, b] as const),
    );
    expect(apart.length).toBeGreaterThan(courts.length);
    expect(apart.filter(([a, b]) => sameCourt(a, b) !== sameCourt(b, a))).toEqual([]);
  });
});
