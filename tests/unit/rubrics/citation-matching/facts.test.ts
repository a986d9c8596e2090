import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFacts } from '../../../../rubrics/citation-matching/facts';
import { isJsonObject, type Json } from '../../../../src/kit/json';
import type { Fact } from '../../../../src/rubric/facts';
import { ruleFor } from '../../../contracts/support/rubric-cases';
import { citedCase, cite, factAt, factOf, matched } from './support/cited-case';

const NO_MATCH = { matches: [], no_match_reason: 'nothing fits' };
const brussels = { court: 'Tribunal du travail de Bruxelles', ecli: 'ECLI:BE:TTBRL:2020:JUD.1' };
const antwerp = { court: 'Arbeidsrechtbank Antwerpen', ecli: 'ECLI:BE:ARANT:2020:JUD.2' };
const liege = { court: 'Tribunal du travail de Liège', ecli: 'ECLI:BE:TTLIE:2020:JUD.3' };
const cassation = { court: 'Hof van Cassatie', ecli: 'ECLI:BE:CASS:2020:ARR.4' };
const cassation2 = { court: 'Cour de cassation', ecli: 'ECLI:BE:CASS:2020:ARR.5' };
const specific = { citedCourtName: 'Tribunal du travail de Bruxelles', citedCaseNumber: '' };
const generic = { citedCourtName: 'Tribunal du travail', citedCaseNumber: '' };
const numbered = { ...cassation, rol_number: 'C.17.0234.F' };
const numbered2 = { ...cassation2, rol_number: 'C.17.0234.F' };
const onSubject = { ...cassation, summary: 'Faute ; dommage.' };
const national = { citedCourtName: 'Cass.', citedCaseNumber: '' };

describe('the cited court', () => {
  it.each([
    ['Cass.', 'NATIONAL', 'cassation'],
    ['Grondwettelijk Hof', 'NATIONAL', 'constitutional'],
    ["Conseil d'État", 'NATIONAL', 'council-of-state'],
    ['Arbrb. Antwerpen', 'SPECIFIC', 'labour-tribunal'],
    ["Cour d'appel", 'GENERIC', 'appeal'],
  ])('%s is %s', (citedCourtName, classification, type) => {
    const input = citedCase({ citedCourtName });
    expect(factAt(input, 'cited_court.classification')).toBe(classification);
    expect(factAt(input, 'cited_court.type')).toBe(type);
  });

  it('is undecided where no table knows it, and so is all that rests on it', () => {
    const input = citedCase({ citedCourtName: 'Tribunal des songes', groundTruth: '1' });
    expect(findFacts(input).problems).toMatchObject([{ input: 'citedCourtName' }]);
    for (const name of ['cited_court', 'ceiling', 'expected_range', 'calibration', 'alignment']) {
      expect(factAt(input, name)).toBeNull();
    }
    expect(factAt(input, 'correctness.value')).toBe('CORRECT');
  });
});

describe('the right decision', () => {
  it.each([
    [
      'ground truth before all',
      cite(national, [cassation, cassation2], { groundTruth: '2' }),
      2,
      'ground truth',
    ],
    [
      'cited ECLI',
      cite(national, [cassation, cassation2], { citedEcli: 'ecli:be:cass:2020:arr.5' }),
      2,
      'cited ECLI',
    ],
    ['case number at the aligned court', cite({}, [cassation, numbered2]), 2, 'case number'],
    [
      'of two with the number, the one of the cited day',
      cite(
        {},
        [
          { ...cassation, rol_number: 'C.17.0234.F', date: '2019-01-01' },
          { ...cassation2, rol_number: 'C.17.0234.F', date: '2020-03-03' },
        ],
        { citedDate: '3 mars 2020' },
      ),
      2,
      'case number',
    ],
    [
      'nearly the number',
      cite({}, [
        { ...cassation, rol_number: 'C.17.0234' },
        { ...cassation2, rol_number: 'C.16.0001.F' },
      ]),
      1,
      'fuzzy case number',
    ],
    [
      'the only aligned one, on the subject of the snippet',
      cite(specific, [antwerp, { ...brussels, summary: 'Faute ; dommage.' }, cassation]),
      2,
      'only candidate left',
    ],
    [
      'the only aligned one, with the cited day in its ECLI',
      cite(national, [{ ecli: 'ECLI:BE:CASS:2020:ARR.20200220.1' }], { citedDate: '20 février 2020' }),
      1,
      'only candidate left',
    ],
    [
      'the only one of the cited day',
      cite(
        generic,
        [
          { ...brussels, date: '2020-05-05' },
          { ...liege, date: '2019-05-05' },
        ],
        { citedDate: '5 mei 2020' },
      ),
      1,
      'only candidate left',
    ],
  ])('%s', (_, parts, candidate, method) => {
    expect(factAt(citedCase(parts), 'truth')).toMatchObject({ kind: 'candidate', candidate, method });
  });

  it.each([
    ['several of the court and nothing to tell them apart', cite(national, [cassation, cassation2])],
    [
      'a lone candidate of another day',
      cite(national, [{ ...cassation, date: '2 mei 2020' }], { citedDate: '1 mei 2020' }),
    ],
    [
      'a lone candidate with another ECLI',
      cite(national, [cassation], { citedEcli: 'ECLI:BE:CASS:2020:ARR.9' }),
    ],
    [
      'a lone candidate with another number and no day',
      cite({}, [{ ...cassation, rol_number: 'C.19.0001.F' }]),
    ],
    ['two with the number', cite({}, [numbered, numbered2])],
    [
      'the number elsewhere, the place without it',
      cite(specific, [{ ...antwerp, rol_number: '20/123/A' }, brussels], { citedCaseNumber: '20/123/A' }),
    ],
    ['a candidate of an unknown court beside', cite(national, [cassation, { court: 'Tribunal des songes' }])],
    ['a lone candidate that nothing else speaks for', cite(national, [cassation])],
    ['one word in common', cite(national, [{ ...cassation, summary: 'La faute.' }])],
    ['a snippet found by the court alone', cite(national, [onSubject], { snippetMatchType: 'COURT_ONLY' })],
    [
      'a lone candidate whose ECLI is of another year',
      cite(national, [onSubject], { citedDate: '1 mei 2019' }),
    ],
    [
      'a lone candidate whose ECLI is of another day than its date',
      cite(national, [{ ...cassation, date: '2020-05-01', ecli: 'ECLI:BE:CASS:2020:ARR.20200502.1' }], {
        citedDate: '1 mei 2020',
      }),
    ],
    [
      'a lone candidate with the ECLI of another court',
      cite(national, [{ ...cassation, date: '2020-02-20', ecli: 'ECLI:BE:CALIE:2020:ARR.20200220.1' }], {
        citedDate: '20 février 2020',
      }),
    ],
    [
      'a decision of another country',
      cite(
        national,
        [{ court: 'Cour de cassation', date: '2013-02-01', ecli: 'ECLI:FR:CCASS:2013:C100123' }],
        { citedDate: '1er février 2013' },
      ),
    ],
    [
      'a decision of another country with the cited number',
      cite({}, [{ ...cassation, rol_number: 'C.17.0234.F', ecli: 'ECLI:FR:CCASS:2020:C100123' }]),
    ],
    [
      'the other tribunal of Brussels, by its ECLI',
      cite(specific, [{ ...brussels, date: '2020-05-05', ecli: 'ECLI:BE:ARBRL:2020:JUD.20200505.1' }], {
        citedCourtName: 'Tribunal du travail francophone de Bruxelles',
        citedDate: '5 mai 2020',
      }),
    ],
    ['a list that is not complete', cite(national, [cassation], { candidateCount: '3' })],
    ['a ground truth that cannot be read', { groundTruth: 'the second, I think' }],
  ])('is left open: %s', (_, parts) => {
    expect(factAt(citedCase(parts), 'truth')).toBeNull();
    expect(factAt(citedCase(parts), 'correctness')).toBeNull();
  });
});

describe('the cited number', () => {
  const constitutional = { citedCourtName: 'GwH', citedCaseNumber: 'nr. 45/2019' };
  const council = { citedCourtName: 'C.E.', citedCaseNumber: 'n° 247.123' };
  const judgment45 = { court: 'Cour constitutionnelle', ecli: 'ECLI:BE:GHCC:2019:ARR.045' };
  const judgment247123 = { court: 'Raad van State', ecli: 'ECLI:BE:RVSCE:2020:ARR.247.123' };
  it.each([
    [
      'in the ECLI of the Constitutional Court',
      constitutional,
      { ...judgment45, rol_number: '6789' },
      'exact',
    ],
    ['another one there', { ...constitutional, citedCaseNumber: '46/2019' }, judgment45, 'different'],
    [
      'in the ECLI of the Council of State',
      council,
      { ...judgment247123, rol_number: 'A. 231.456/VI-21.234' },
      'exact',
    ],
    [
      'a judgment against a roll number',
      council,
      { court: 'C.E.', rol_number: 'A. 231.456/VI-21.234' },
      'unknown',
    ],
    [
      'listed number and ECLI contradict each other',
      constitutional,
      { ...judgment45, rol_number: '44/2019' },
      'unknown',
    ],
    [
      'a short year',
      { citedCourtName: 'Arbitragehof', citedCaseNumber: 'nr. 34/98' },
      { court: "Cour d'arbitrage", rol_number: '34/1998' },
      'exact',
    ],
    ['zeros lost', { citedCaseNumber: 'C.17.234.F' }, { court: 'Cass.', rol_number: 'C.17.0234.F' }, 'fuzzy'],
    [
      'the day behind it',
      { ...council, citedCaseNumber: 'arrêt n° 247.123 du 20 février 2020' },
      judgment247123,
      'exact',
    ],
    [
      'unreadable',
      { citedCaseNumber: 'see the footnote' },
      { court: 'Cass.', rol_number: 'C.17.0234.F' },
      'unknown',
    ],
  ])('%s (%#)', (_, parts, candidate, match) => {
    expect(factAt(citedCase(cite(parts, [candidate])), 'candidates.0.case_number')).toBe(match);
  });

  it('is shown where it stands', () => {
    const input = citedCase(cite(constitutional, [{ ...judgment45, rol_number: '6789' }]));
    const linked = factOf(input, 'candidates').spans.filter(({ link }) => link === 'case-number');
    expect(linked.map(({ input: name, start, end }) => input[name]?.slice(start, end))).toEqual([
      judgment45.ecli,
      'nr. 45/2019',
    ]);
  });

  it.each([
    ['that cannot be read', cite({}, [cassation], { citedCaseNumber: 'see the footnote' })],
    ['of another kind', cite(council, [{ court: 'C.E.', rol_number: 'A. 231.456/VI-21.234' }])],
  ])('%s settles nothing, even of the right decision', (_, parts) => {
    const input = citedCase({ ...parts, groundTruth: '1', output: matched(1, 0.9) });
    for (const name of ['ceiling', 'expected_range', 'calibration']) expect(factAt(input, name)).toBeNull();
    expect(factAt(input, 'certain_errors')).toEqual([]);
    for (const error of ['CASE_NUMBER_IGNORED', 'CASE_NUMBER_FALSE_MATCH', 'CEILING_VIOLATED'])
      expect(factAt(input, 'impossible_errors')).not.toContain(error);
  });

  it('that cannot be read leaves open whether one was missing', () => {
    const input = citedCase({ citedCaseNumber: 'see the footnote' });
    expect(factAt(input, 'impossible_errors')).not.toContain('MISSING_CASE_NUMBER_PENALIZED');
  });
});

it.each([
  [
    'FR',
    cite({}, [{ court: 'Cour de cassation', ecli: 'ECLI:FR:CCASS:2013:C100123' }], {
      citedCourtName: 'Cass.',
    }),
  ],
])(
  'an ECLI of %s beside a Belgian court is a conflict, and the courts are not compared',
  (country, parts) => {
    const input = citedCase(parts);
    expect(factAt(input, 'candidates.0.alignment')).toBe('unknown');
    expect(factOf(input, 'ecli_conflicts').text).toContain(`country code ${country}`);
    expect(factAt(input, 'certain_errors')).toContain('ECLI_MISMATCH_IGNORED');
    for (const name of ['ceiling', 'expected_range', 'calibration']) expect(factAt(input, name)).toBeNull();
  },
);

it.each([
  ['the cited court only by name', 'Cour de cassation', 'ECLI:BE:CALIE:2020:ARR.20200220.1', 'unknown'],
  [
    'the cited court only by its ECLI',
    "Cour d'appel de Liège",
    'ECLI:BE:CASS:2020:ARR.20200220.1',
    'unknown',
  ],
  ['another type either way', "Cour d'appel de Liège", 'ECLI:BE:CTLIE:2020:ARR.20200220.1', 'different-type'],
])('a candidate whose name and ECLI disagree: %s', (_, court, ecli, alignment) => {
  const input = citedCase(cite(national, [{ court, ecli }], { output: matched(1, 0.1) }));
  expect(factAt(input, 'candidates.0.alignment')).toBe(alignment);
  expect(factAt(input, 'truth')).toBeNull();
});

it('an ECLI of the Union beside its court is none', () => {
  const candidates = [{ court: 'CJUE', ecli: 'ECLI:EU:C:2019:123' }];
  expect(factAt(citedCase(cite({}, candidates, { citedCourtName: 'CJUE' })), 'ecli_conflicts')).toEqual([]);
});

describe('match correctness', () => {
  const two = { ...national, candidates: [cassation, cassation2] };
  it.each([
    [
      'PARTIALLY_CORRECT',
      { ...two, groundTruth: '2', output: { matches: [{ candidate: 1 }, { candidate: 2 }] } },
      'ECLI:BE:CASS:2020:ARR.5',
    ],
    ['FALSE_POSITIVE', { ...two, groundTruth: 'no_match', output: matched(1, 0.9) }, null],
    // The right decision is known and not on the list.
    [
      'CORRECT_NO_MATCH',
      { ...two, groundTruth: 'ECLI:BE:CASS:1999:ARR.1', output: NO_MATCH },
      'ECLI:BE:CASS:1999:ARR.1',
    ],
    [
      'FALSE_POSITIVE',
      { ...two, groundTruth: 'ECLI:BE:CASS:1999:ARR.1', output: matched(1, 0.9) },
      'ECLI:BE:CASS:1999:ARR.1',
    ],
    // Every candidate is of a different court type.
    ['FALSE_POSITIVE', cite(national, [brussels, antwerp], { output: matched(1, 0.9) }), null],
    // A place is cited and no candidate sits there.
    ['INCORRECT', cite(specific, [antwerp, liege], { output: matched(1, 0.3) }), null],
    ['CORRECT_NO_MATCH', cite(specific, [antwerp, liege], { output: NO_MATCH }), null],
    // A right candidate without an ECLI.
    ['CORRECT', cite(national, [{ court: 'Cass.' }], { groundTruth: '1', output: matched(1, 0.9) }), null],
  ])('%s (%#)', (label, parts, ecli) => {
    const input = citedCase(parts);
    expect(factAt(input, 'correctness.value')).toBe(label);
    expect(factAt(input, 'correct_decision.value')).toBe(ecli);
  });

  it.each([
    [
      'no match, though the cited number stands at another place',
      cite(specific, [{ ...antwerp, rol_number: '20/123/A' }], {
        citedCaseNumber: '20/123/A',
        output: NO_MATCH,
      }),
    ],
    [
      'the right ECLI may be that of a candidate without one',
      cite(national, [{ court: 'Cass.' }], { groundTruth: 'ECLI:BE:CASS:1999:ARR.1' }),
    ],
  ])('is left open: %s', (_, parts) => {
    expect(factAt(citedCase(parts), 'correctness')).toBeNull();
  });
});

describe('ceilings', () => {
  const GENERIC = 'Generic court citation: max 95%';
  const PLACE = 'Specific court, different jurisdiction: max 55%';
  const NO_NUMBER = 'No case number in citation: max 90%';
  const UNMATCHED = 'Case number provided but no match: max 85%';
  it.each([
    [
      'generic, cited number not borne',
      cite(generic, [brussels], { citedCaseNumber: '20/1/A' }),
      [UNMATCHED, GENERIC],
    ],
    [
      'generic, exact number',
      cite(generic, [{ ...brussels, rol_number: '20/1/A' }], { citedCaseNumber: '20/1/A' }),
      [GENERIC],
    ],
    ['other place', cite(specific, [antwerp]), [PLACE, NO_NUMBER]],
    ['national, no number', cite(national, [cassation]), [NO_NUMBER]],
    [
      'national, cited day',
      cite(national, [{ ...cassation, date: '2 januari 2020' }], { citedDate: '2020-01-02' }),
      [],
    ],
    ['exact ECLI, no number', cite(national, [cassation], { citedEcli: cassation.ecli }), []],
    ['another number', cite({}, [{ ...cassation, rol_number: 'C.17.0999.F' }]), [UNMATCHED]],
  ])('%s', (_, parts, texts) => {
    const input = citedCase(parts);
    const all = factAt(input, 'ceilings.all');
    expect(
      Array.isArray(all) ? all.map((_, index) => factAt(input, `ceilings.all.${index}.text`)) : all,
    ).toEqual(texts);
    expect(factAt(input, 'ceiling.value')).toBe(texts[0] ?? null);
  });

  it.each([
    [0.55, false],
    [0.56, true],
  ])('a confidence of %d breaks 55%%: %s', (confidence, isBroken) => {
    const input = citedCase(cite(specific, [antwerp], { output: matched(1, confidence) }));
    expect(factAt(input, 'ceiling_broken')).toBe(isBroken);
  });

  it.each([
    ['the top match', { groundTruth: '3', output: matched(1, 0.5) }, 1],
    ['without a match the right decision', { groundTruth: '3', output: NO_MATCH }, 3],
    ['otherwise the nearest court', { output: NO_MATCH }, 2],
  ])('concern %s', (_, parts, candidate) => {
    const input = citedCase({ ...national, candidates: [antwerp, cassation, cassation2], ...parts });
    expect(factAt(input, 'ceilings.candidate')).toBe(candidate);
  });
});

describe('expected range', () => {
  const snippet = { citationSnippet: 'Le licenciement abusif est sanctionné par une indemnité.' };
  const onTopic = { summary: 'Le licenciement abusif.' };
  const offTopic = { summary: "L'accident sur le chemin." };
  const topical = { ...generic, ...snippet };
  const [brusselsOn, liegeOn] = [
    { ...brussels, ...onTopic },
    { ...liege, ...onTopic },
  ];
  const [brusselsOff, liegeOff] = [
    { ...brussels, ...offTopic },
    { ...liege, ...offTopic },
  ];
  it.each([
    ['exact ECLI', cite(national, [cassation, cassation2], { citedEcli: cassation.ecli }), [95, 100]],
    ['nearly the number', cite({}, [{ ...cassation, rol_number: 'C.17.0234' }]), [90, 95]],
    ['other place', cite(specific, [antwerp]), [40, 55]],
    [
      'another number',
      cite({}, [{ ...cassation, rol_number: 'C.17.0999.F' }], { groundTruth: '1' }),
      [70, 85],
    ],
    ['no number borne', cite({}, [cassation], { groundTruth: '1' }), [75, 85]],
    ['place, no number', cite(specific, [brussels], { groundTruth: '1' }), [80, 90]],
    ['national, day unknown', cite(national, [cassation], { groundTruth: '1' }), [80, 90]],
    [
      'national, cited day',
      cite(national, [{ ...cassation, date: '2020-01-02' }], { citedDate: '2020-01-02' }),
      [75, 95],
    ],
    ['generic, rival on topic', cite(topical, [brusselsOn, liegeOn], { groundTruth: '1' }), [75, 95]],
    ['nothing tells two apart', cite(topical, [brusselsOn, liegeOn]), [40, 60]],
    [
      'court only, nothing shared',
      cite(topical, [brusselsOff, liegeOff], { snippetMatchType: 'COURT_ONLY' }),
      [30, 50],
    ],
  ])('%s', (_, parts, range) => {
    expect(factAt(citedCase(parts), 'expected_range.value')).toEqual(range);
  });

  it.each([
    ['context to weigh', cite(topical, [brusselsOn, liegeOff])],
    [
      'summaries in another language',
      cite(topical, [
        { ...brussels, summary: 'Het ontslag van de arbeider.' },
        { ...liege, summary: 'Het loon van de arbeider.' },
      ]),
    ],
    ['an aligned candidate that is wrong', cite(national, [cassation, cassation2], { groundTruth: '2' })],
    ['right, but the context is silent', cite(topical, [brusselsOff, liegeOff], { groundTruth: '1' })],
    ['another place while the cited place has a candidate', cite(specific, [antwerp, brussels])],
    ['a court without a place', cite(specific, [{ court: 'Tribunal du travail' }], { groundTruth: '1' })],
  ])('is left open: %s', (_, parts) => {
    expect(factAt(citedCase(parts), 'expected_range')).toBeNull();
  });
});

describe('calibration', () => {
  const right = { ...specific, groundTruth: '1' };
  it.each([
    [right, [brussels], 0.8, 'WELL_CALIBRATED'],
    [right, [brussels], 0.79, 'UNDERCONFIDENT'],
    [right, [brussels], 0.91, 'OVERCONFIDENT'],
    // Between the two figures that the rubric gives for this ceiling.
    [national, [antwerp], 0.16, undefined],
    [national, [antwerp], 0.2, undefined],
    [national, [antwerp], 0.21, 'OVERCONFIDENT'],
  ])('%j against %j at %d: %s', (cited, candidates, confidence, label) => {
    expect(
      factAt(citedCase(cite(cited, candidates, { output: matched(1, confidence) })), 'calibration.value'),
    ).toBe(label);
  });

  it('of a wrong match is decided only above its ceiling', () => {
    const wrong = { ...generic, candidates: [brussels, liege], groundTruth: '2' };
    expect(factAt(citedCase({ ...wrong, output: matched(1, 0.96) }), 'calibration.value')).toBe(
      'OVERCONFIDENT',
    );
    expect(factAt(citedCase({ ...wrong, output: matched(1, 0.9) }), 'calibration')).toBeNull();
  });

  it.each([
    ['number', cite({}, [numbered, cassation2])],
    ['ECLI', cite(national, [cassation, cassation2], { citedEcli: cassation.ecli })],
    [
      'day',
      cite(national, [cassation, { ...cassation2, date: '2020-01-03' }], {
        citedDate: '2020-01-02',
        groundTruth: '1',
      }),
    ],
  ])('of a match that the cited %s rules out is decided above 60%%', (_, parts) => {
    expect(factAt(citedCase({ ...parts, output: matched(2, 0.61) }), 'calibration.value')).toBe(
      'OVERCONFIDENT',
    );
    expect(factAt(citedCase({ ...parts, output: matched(2, 0.6) }), 'calibration')).toBeNull();
  });

  it('takes no match for confidence 0', () => {
    const missed = citedCase(cite(right, [brussels], { output: NO_MATCH }));
    expect(factAt(missed, 'model_confidence')).toBe(0);
    expect(factAt(missed, 'calibration.value')).toBe('UNDERCONFIDENT');
    const refused = citedCase(cite(specific, [antwerp], { output: NO_MATCH }));
    expect(factAt(refused, 'calibration.value')).toBe('WELL_CALIBRATED');
  });

  it('stays open where the model states no confidence, and the case says so', () => {
    const input = citedCase(cite(right, [brussels], { output: { matches: [{ candidate: 1 }] } }));
    expect(factAt(input, 'calibration')).toBeNull();
    expect(factAt(input, 'correctness.value')).toBe('CORRECT');
    expect(findFacts(input).problems).toMatchObject([{ input: 'modelOutput' }]);
  });
});

describe('court alignment', () => {
  const differ = 'Cour de cassation and Hof van Cassatie are different courts';
  it.each([
    ['WRONG_JURISDICTION_UNDERPUNISHED', cite(specific, [antwerp], { output: matched(1, 0.56) })],
    [
      'CORRECT_ALIGNMENT',
      cite(national, [antwerp], { output: { no_match_reason: 'No candidate fits: court type mismatch.' } }),
    ],
    [
      'MISSED_COURT_MATCH',
      cite(national, [cassation], {
        citedCourtName: 'Cour de cassation',
        output: { no_match_reason: differ },
      }),
    ],
  ])('%s', (label, parts) => {
    expect(factAt(citedCase(parts), 'alignment.value')).toBe(label);
  });

  it.each([
    ['a match below the limit', cite(national, [antwerp], { output: matched(1, 0.2) })],
    [
      'a reason that is not about courts',
      cite(national, [antwerp], { output: { no_match_reason: 'another date' } }),
    ],
    ...[
      'Cour de cassation and Hof van Cassatie are not different courts; the subject differs.',
      'The court is the same (Cour de cassation, Hof van Cassatie), but the subject is different.',
      'Cour de cassation and Hof van Cassatie: another date, decided by the court in a different case.',
      'Cour de cassation et Hof van Cassatie ne sont pas des juridictions différentes.',
      'Cour de cassation en Hof van Cassatie zijn geen verschillende hoven.',
      "Cour de cassation and Hof van Cassatie aren't different courts.",
    ].map((no_match_reason): [string, Parameters<typeof citedCase>[0]] => [
      no_match_reason,
      cite(national, [cassation], { citedCourtName: 'Cour de cassation', output: { no_match_reason } }),
    ]),
    [
      'court types that differ, softened',
      cite(national, [antwerp], { output: { no_match_reason: 'Perhaps a different court type.' } }),
    ],
    [
      'one court named in one language',
      cite(national, [cassation2], {
        citedCourtName: 'Cour de cassation',
        output: { no_match_reason: differ },
      }),
    ],
  ])('is for the judge: %s', (_, parts) => {
    expect(factAt(citedCase(parts), 'alignment')).toBeNull();
  });
});

describe('errors', () => {
  it.each([
    [
      'ECLI_MISMATCH_IGNORED',
      cite(national, [cassation], { citedEcli: 'ECLI:BE:CASS:2017:ARR.1', output: matched(1, 0.5) }),
    ],
    [
      'ECLI_MISMATCH_IGNORED',
      cite(specific, [{ ...brussels, ecli: 'ECLI:BE:CASS:2020:ARR.1' }], { output: matched(1, 0.5) }),
    ],
    // A match below the top one counts as well.
    [
      'COURT_TYPE_MISMATCH_IGNORED',
      cite(national, [cassation, antwerp], {
        output: {
          matches: [
            { candidate: 1, confidence: 0.8 },
            { candidate: 2, confidence: 0.4 },
          ],
        },
      }),
    ],
  ])('%s is certain (%#)', (error, parts) => {
    const input = citedCase(parts);
    expect(factAt(input, 'certain_errors')).toContain(error);
    expect(factAt(input, 'impossible_errors')).not.toContain(error);
  });

  it.each([
    ['GENERIC_OVERPUNISHED', cite(specific, [brussels])],
    ['JURISDICTION_MISMATCH_IGNORED', cite(specific, [antwerp], { output: matched(1, 0.55) })],
    ['COURT_TYPE_MISMATCH_IGNORED', cite(national, [antwerp], { output: matched(1, 0.2) })],
    ['CEILING_VIOLATED', cite(specific, [brussels], { output: matched(1, 0.9) })],
    ['CASE_NUMBER_FALSE_MATCH', {}],
    ['CASE_NUMBER_IGNORED', cite({}, [cassation])],
    ['FR_NL_CONFUSION', cite(specific, [brussels, liege])],
    ['ABBREVIATION_MISSED', cite(specific, [brussels, antwerp])],
  ])('%s is ruled out (%#)', (error, parts) => {
    const input = citedCase(parts);
    expect(factAt(input, 'impossible_errors')).toContain(error);
    expect(factAt(input, 'certain_errors')).not.toContain(error);
  });

  it.each([
    ['CEILING_VIOLATED', cite(national, [antwerp], { output: matched(1, 0.18) })],
    [
      'ECLI_MISMATCH_IGNORED',
      cite(national, [cassation], {
        citedEcli: 'ECLI:BE:CASS:2017:ARR.1',
        output: matched(1, 0.5, 'The ECLI is of another year.'),
      }),
    ],
    ['FR_NL_CONFUSION', cite(specific, [antwerp])],
    ['ABBREVIATION_MISSED', {}],
    ['MISSING_CASE_NUMBER_PENALIZED', cite(specific, [brussels])],
    ['COURT_TYPE_MISMATCH_IGNORED', cite(national, [{ court: 'Tribunal des songes' }])],
  ])('%s is for the judge (%#)', (error, parts) => {
    const input = citedCase(parts);
    expect(factAt(input, 'certain_errors')).not.toContain(error);
    expect(factAt(input, 'impossible_errors')).not.toContain(error);
  });
});

describe('reasoning', () => {
  it.each([
    [{ matches: [{ candidate: 1, confidence: 0.9 }] }, 1],
    [{ matches: [{ candidate: 1, confidence: 0.9, reasoning: '  ' }] }, 1],
    [{ matches: [] }, 1],
    [{ matches: [{ candidate: 1, confidence: 0.9 }], reasoning: 'Same number.' }, undefined],
    [{ no_match_reason: 'Other court.' }, undefined],
  ])('%j', (output, level) => {
    expect(factAt(citedCase({ output }), 'reasoning.value')).toBe(level);
  });
});

it.each([
  ['candidatesList', cite({}, 'some decisions')],
  ['modelOutput', { output: 'candidate 1' }],
  ['groundTruth', { groundTruth: 'the other one' }],
  ['candidateCount', { candidateCount: '7' }],
  ['citedDate', { citedDate: 'some day in spring' }],
  ['citedEcli', { citedEcli: 'ECLI-BE-CASS' }],
  ['citedCaseNumber', { citedCaseNumber: 'see the footnote' }],
])('an unreadable %s is a problem of the case', (name, parts) => {
  expect(findFacts(citedCase(parts)).problems.map((problem) => problem.input)).toContain(name);
});

it('places shared words in the snippet and in the summary', () => {
  const input = citedCase(
    cite({}, [{ court: 'Cass.', summary: 'Licenciements et congés' }], {
      citationSnippet: 'Le licenciement abusif.',
    }),
  );
  const found = factOf(input, 'shared_words').spans.map(({ input: name, start, end }) =>
    input[name]?.slice(start, end),
  );
  expect(found).toEqual(['licenciement', 'Licenciements']);
});

it('gives every fact and only spans inside the input, whatever the input', () => {
  const names = findFacts(citedCase()).facts.map((fact) => fact.name);
  const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.json());
  const keys = Object.keys(citedCase());
  fc.assert(
    fc.property(fc.subarray(keys), fc.array(anyText, { minLength: 10, maxLength: 10 }), (changed, texts) => {
      const input = { ...citedCase() };
      for (const [index, key] of changed.entries()) input[key] = texts[index] ?? '';
      const { facts } = findFacts(input);
      expect(facts.map((fact) => fact.name)).toEqual(names);
      for (const span of facts.flatMap((fact) => fact.spans)) {
        expect(span.start).toBeLessThanOrEqual(span.end);
        expect(span.end).toBeLessThanOrEqual(input[span.input]?.length ?? -1);
      }
    }),
  );
});

describe('in Korean', () => {
  const { samples, gold } = ruleFor('citation-matching');
  const cases = [...samples, ...gold].map(({ id, input }) => [id, input] as const);
  /** Prose differs by language; no expression tests it. */
  const withoutProse = ({ name, value }: Fact): Json => {
    if (name === 'ecli_conflicts') return Array.isArray(value) ? value.length : value;
    if (name === 'ceilings') return isJsonObject(value) ? { ...value, all: null } : value;
    if (!isJsonObject(value)) return value;
    return { ...value, because: null, ...(name === 'ceiling' && { value: value['value'] === null }) };
  };

  it.each(cases)('%s: every value that expressions test is the same', (_, input) => {
    const [en, ko] = [findFacts(input, 'en'), findFacts(input, 'ko')];
    expect(ko.facts.map(withoutProse)).toEqual(en.facts.map(withoutProse));
    expect(ko.facts.map(({ spans }) => spans.length)).toEqual(en.facts.map(({ spans }) => spans.length));
  });

  it.each(cases)('%s: every sentence is Korean', (_, input) => {
    const { facts, problems } = findFacts(input, 'ko');
    const [identifiers, prose] = [
      /^(cited_date|cited_case_number|known_eclis|shared_words|.*_errors)$/,
      /[가-힣]/,
    ];
    for (const { name, text } of facts) {
      if (!identifiers.test(name) && !/^\d+%$/.test(text)) expect(text, name).toMatch(prose);
    }
    for (const { message } of problems) expect(message).toMatch(prose);
  });
});
