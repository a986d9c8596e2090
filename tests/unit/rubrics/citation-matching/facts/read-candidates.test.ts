import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate, CandidateField } from '../../../../../rubrics/citation-matching/facts/candidate';
import { readCandidates } from '../../../../../rubrics/citation-matching/facts/read-candidates';
import { english } from '../../../../../rubrics/citation-matching/facts/words';

function candidatesOf(source: string): Candidate[] {
  const result = readCandidates(source);
  if (!result.ok) throw new Error(result.problem(english));
  return result.value;
}

/** The fields as plain text, without those that are null. */
function plain({ number, ...fields }: Candidate): Record<string, string | number> {
  const texts: Record<string, string> = {};
  for (const [name, field] of Object.entries<Candidate[CandidateField]>(fields)) {
    if (field !== null) texts[name] = field.text;
  }
  return { number, ...texts };
}

describe('a JSON array', () => {
  it('gives each field and leaves out what is missing, null or empty', () => {
    const source = JSON.stringify([
      {
        ecli: 'ECLI:BE:CASS:2018:ARR.1',
        court: 'Cour de cassation',
        date: '2018-03-15',
        rol_number: 'C.17.0234.F',
        summary: 'Dol.',
      },
      { court: 'Arbeidshof Gent', rol_number: null, summary: '', rank: 3 },
      { id: 77, rol_number: 6789 },
      {},
    ]);
    expect(candidatesOf(source).map(plain)).toEqual([
      {
        number: 1,
        ecli: 'ECLI:BE:CASS:2018:ARR.1',
        court: 'Cour de cassation',
        date: '2018-03-15',
        rolNumber: 'C.17.0234.F',
        summary: 'Dol.',
      },
      { number: 2, court: 'Arbeidshof Gent' },
      { number: 3, id: '77', rolNumber: '6789' },
      { number: 4 },
    ]);
  });

  it('may be empty', () => {
    expect(candidatesOf('[]')).toEqual([]);
  });

  it('tells where each value stands, also when candidates repeat each other', () => {
    const source = JSON.stringify([{ court: 'Cour', summary: 'Cour' }, { court: 'Cour' }], null, 2);
    const starts = candidatesOf(source).flatMap((c) => [c.court?.at?.start, c.summary?.at?.start]);
    const found = [...source.matchAll(/(?<=: ")Cour/g)].map((match) => match.index);
    expect(starts).toEqual([...found, undefined]);
  });

  it('gives no place to a value that is written with escapes', () => {
    const [candidate] = candidatesOf('[{"court": "Cour d\\u0027appel"}]');
    expect(candidate?.court).toEqual({ text: "Cour d'appel", at: null });
  });
});

/** Below each list of one candidate its fields. `⏎` stands for a line end. In a summary a day is what the case is about. */
const numbered = `
1. Cour de cassation - dol
  court: Cour de cassation | summary: dol
1. Cour de cassation
  court: Cour de cassation
1) Arbeidshof Gent – rol_number: 2019/AG/88
  court: Arbeidshof Gent | rolNumber: 2019/AG/88
1. Cour de cassation - rol_number: C.18.0512.N, le dol, la faute
  court: Cour de cassation | rolNumber: C.18.0512.N | summary: le dol, la faute
1. Tribunal du travail de Liège - rol_number: null
  court: Tribunal du travail de Liège
Candidate 1: rol_number: C.17.0234.F, Court: Cour de cassation
  court: Cour de cassation | rolNumber: C.17.0234.F
1. Tribunal de l'entreprise du Hainaut, division Charleroi - faillite
  court: Tribunal de l'entreprise du Hainaut, division Charleroi | summary: faillite
1. Hof van beroep te Gent⏎   ecli: ECLI:BE:HBGNT:2021:ARR.1⏎   date: 18 mei 2021⏎   summary: Koop, prijs; levering
  court: Hof van beroep te Gent | ecli: ECLI:BE:HBGNT:2021:ARR.1 | date: 18 mei 2021 | summary: Koop, prijs; levering
1. Cour de cassation - ECLI:BE:CASS:2018:ARR.7, rol_number: C.17.0234.F.
  court: Cour de cassation | ecli: ECLI:BE:CASS:2018:ARR.7 | rolNumber: C.17.0234.F.
1. Cour de cassation, 15 mars 2018, C.17.0234.F - faute et dommage
  court: Cour de cassation | date: 15 mars 2018 | rolNumber: C.17.0234.F | summary: faute et dommage
1. Cass. 15 mars 2018, C.17.0234.F
  court: Cass. | date: 15 mars 2018 | rolNumber: C.17.0234.F
1. Raad van State (20 februari 2020), 247.123, vergunning, motivering
  court: Raad van State | date: 20 februari 2020 | rolNumber: 247.123 | summary: vergunning, motivering
1. Arbeidshof Gent - ontslag, dringende reden, 2019/AG/88
  court: Arbeidshof Gent | rolNumber: 2019/AG/88 | summary: ontslag, dringende reden
1. Cass. - congé, 3 mai 2010, préavis
  court: Cass. | summary: congé, 3 mai 2010, préavis
1. GwH, nr. 45/2019 - date: 14 maart 2019, gelijkheid
  court: GwH | date: 14 maart 2019 | rolNumber: nr. 45/2019 | summary: gelijkheid
`;

describe('numbered lines', () => {
  it.each(Array.from(numbered.matchAll(/^(\S.*)\n {2}(.*)$/gm), ([, ...row]) => row))(
    '%s',
    (source = '', fields = '') => {
      const expected = fields.split(' | ').map((field) => field.split(/: (.*)/).slice(0, 2));
      const candidates = candidatesOf(source.replaceAll('⏎', '\n')).map(plain);
      expect(candidates).toEqual([{ number: 1, ...Object.fromEntries(expected) }]);
    },
  );

  it('places every value', () => {
    const source =
      '1. Arbeidshof Gent - rol_number: 2019/AG/88, ontslag\n2. Cour du travail de Mons - congé\n3. Cass. (15 mars 2018), C.17.0234.F - dol';
    for (const { court, date, rolNumber, summary } of candidatesOf(source)) {
      for (const field of [court, date, rolNumber, summary]) {
        if (field?.at) expect(source.slice(field.at.start, field.at.end)).toBe(field.text);
      }
    }
    expect(candidatesOf(source)[1]?.summary?.at?.start).toBe(source.indexOf('congé'));
  });
});

it.each([
  ['', 'got nothing'],
  ['Cour de cassation', 'Expected a JSON array'],
  ['{"court": "Cass."}', 'another JSON value'],
  ['["Cass."]', 'Candidate 1: expected an object'],
  ['[{"court": 5}]', 'Candidate 1: expected court to be text or null, got 5'],
  ['1. Cass.\n3. Cass.', 'expected 2, got 3'],
  ['1. GwH, 6789 - gelijkheid', 'Write “rol_number: 6789”'],
  ['1. Cass., 15 mars 2018, 16 mars 2018 - faute', 'may be its date'],
  ['Voici la liste :\n1. Cass.', 'Expected a JSON array'],
  [
    '[{"ecli": "ECLI:BE:CASS:2018:ARR.1"}, {"ecli": "ecli:be:cass:2018:arr.1"}]',
    'Candidates 1 and 2 have the same ECLI',
  ],
])('refuses %j', (source, problem) => {
  const result = readCandidates(source);
  expect(result.ok ? '' : result.problem(english)).toContain(problem);
});

it('never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (source) => {
      expect(() => readCandidates(source)).not.toThrow();
    }),
  );
});
