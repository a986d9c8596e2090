import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eclisEqual, normaliseEcli, parseEcli } from '../../../../../rubrics/citation-matching/belgium/ecli';

/** The identifier, the court it names (or null), its year, and the date in its ordinal (or null). */
const KNOWN: readonly (readonly [ecli: string, court: string | null, year: number, date: string | null])[] = [
  ['ECLI:BE:CASS:2018:ARR.20180315.1', 'cassation -', 2018, '2018-03-15'],
  ['ECLI:BE:CASS:2021:ARR.20210302.2N.22', 'cassation -', 2021, '2021-03-02'],
  ['ECLI:BE:CASS:2026:ARR.20260804.VAC.4', 'cassation -', 2026, '2026-08-04'],
  ['ECLI:BE:CASS:2018:ARR.001', 'cassation -', 2018, null],
  ['ECLI:BE:GHCC:2020:ARR.081', 'constitutional -', 2020, null],
  ['ECLI:BE:RVSCE:2024:ARR.259.259', 'council-of-state -', 2024, null],
  ['ECLI:BE:RVSCDE:2020:ARR.247123', 'council-of-state -', 2020, null],
  ['ECLI:BE:RSCE:2019:ORD.13509', 'council-of-state -', 2019, null],
  ['ECLI:BE:CABRL:2020:ARR.20200110.5', 'appeal brussel', 2020, '2020-01-10'],
  ['ECLI:BE:HBANT:2005:ARR.20051109.5', 'appeal antwerpen', 2005, '2005-11-09'],
  ['ECLI:BE:CTBRL:2020:ARR.20200505.7', 'labour-court brussel', 2020, '2020-05-05'],
  ['ECLI:BE:CTLIE:2017:ARR.20170718.3', 'labour-court liege', 2017, '2017-07-18'],
  ['ECLI:BE:AHANT:2011:ARR.20110118.7', 'labour-court antwerpen', 2011, '2011-01-18'],
  ['ECLI:BE:PIBRL:2019:JUG.20190507.1', 'first-instance brussel', 2019, '2019-05-07'],
  ['ECLI:BE:EABRL:2019:VON.20190507.1', 'first-instance brussel', 2019, '2019-05-07'],
  ['ECLI:BE:EAWVL:2016:DEC.20160212.1', 'first-instance west-vlaanderen', 2016, '2016-02-12'],
  ['ECLI:BE:PIHAI:2018:DEC.20181120.3', 'first-instance hainaut', 2018, '2018-11-20'],
  ['ECLI:BE:PIEUP:2018:DEC.20181120.3', 'first-instance eupen', 2018, '2018-11-20'],
  ['ECLI:BE:TTBRL:2019:JUD.001', 'labour-tribunal brussel', 2019, null],
  ['ECLI:BE:TTBRW:2019:DEC.20190612.1', 'labour-tribunal brabant-wallon', 2019, '2019-06-12'],
  ['ECLI:BE:ARGNT:2010:DEC.20100428.6', 'labour-tribunal gent', 2010, '2010-04-28'],
  ['ECLI:BE:TREUP:2020:DEC.20200203.1', 'labour-tribunal eupen', 2020, '2020-02-03'],
  ['ECLI:BE:ORANT:2026:JUG.20260129.1', 'enterprise-tribunal antwerpen', 2026, '2026-01-29'],
  ['ECLI:BE:TELIE:2021:DEC.20210304.1', 'enterprise-tribunal liege', 2021, '2021-03-04'],
  ['ECLI:BE:PRVIL:2021:DEC.20210304.1', 'police-tribunal vilvoorde', 2021, '2021-03-04'],
  ['ECLI:BE:JPLUX:2021:DEC.20210304.1', 'justice-of-the-peace luxembourg', 2021, '2021-03-04'],
  ['ECLI:BE:COPRIV:2012:ARR.20120513.1', 'data-protection-authority -', 2012, '2012-05-13'],
  ['ECLI:BE:NTRCND:2006:ARR.20060306.9', null, 2006, '2006-03-06'],
  ['ECLI:BE:CANAM:2006:ARR.20060306.9', null, 2006, '2006-03-06'],
  ['ECLI:BE:EAGNT:2006:ARR.20060306.9', null, 2006, '2006-03-06'],
  ['ECLI:BE:CASS:2018:ARR.20180231.1', 'cassation -', 2018, null],
  ['ECLI:EU:C:1979:42', 'eu-court-of-justice -', 1979, null],
  ['ECLI:EU:T:2019:324', 'eu-general-court -', 2019, null],
  ['ECLI:CE:ECHR:2023:0718JUD004925522', 'human-rights-court -', 2023, null],
  ['ECLI:NL:HR:2009:384425', null, 2009, null],
  ['ECLI:FR:CASS:2018:C100123', null, 2018, null],
];

const MALFORMED = [
  '',
  'null',
  'C.17.0234.F',
  'BE:CASS:2018:ARR.20180315.1',
  'ECLI:BE:CASS:ARR.20180315.1',
  'ECLI:BE:CASS:18:ARR.20180315.1',
  'ECLI:BEL:CASS:2018:ARR.20180315.1',
  'ECLI:BE:CASSATION:2018:ARR.20180315.1',
  'ECLI:BE::2018:ARR.20180315.1',
  'ECLI:BE:CASS:2018:',
  'ECLI:BE:CASS:2018:ARR-20180315-1',
  'ECLI:BE:CASS:2018:ARR.20180315.1:X',
  'ECLI:BE:CASS:2018:ARR.2018031520180315201803',
  'ECLI:BE:CABRL:2020:...',
  'ECLI;BE;CASS;2018;ARR.20180315.1',
];

describe('parseEcli', () => {
  it.each(KNOWN)('%s: %s, %s, %s', (ecli, court, year, date) => {
    const parsed = parseEcli(ecli);
    const told = !parsed?.court ? null : `${parsed.court.type} ${parsed.court.place?.id ?? '-'}`;
    expect([parsed?.ecli, told, parsed?.year, parsed?.date]).toEqual([ecli, court, year, date]);
  });

  it.each(MALFORMED)('takes "%s" for no ECLI', (text) => {
    expect(parseEcli(text)).toBeNull();
    expect(normaliseEcli(text)).toBeNull();
    expect(eclisEqual(text, text)).toBe(false);
  });

  it('takes the parts apart', () => {
    expect(parseEcli('ecli:be:cass:2010:conc.20100506.5')).toMatchObject({
      country: 'BE',
      courtCode: 'CASS',
      year: 2010,
      ordinal: 'CONC.20100506.5',
      document: 'CONC',
    });
  });

  it('tells the two tribunals of Brussels apart, and keeps its one court of appeal whole', () => {
    expect(parseEcli('ECLI:BE:PIBRL:2019:DEC.20190507.1')?.court?.bench).toBe('fr');
    expect(parseEcli('ECLI:BE:ARBRL:2019:DEC.20190507.1')?.court?.bench).toBe('nl');
    expect(parseEcli('ECLI:BE:CABRL:2019:ARR.20190507.1')?.court?.bench).toBeNull();
  });
});

describe('eclisEqual', () => {
  it.each([
    ['ECLI:BE:CASS:2018:ARR.20180315.1', 'ecli:be:cass:2018:arr.20180315.1', true],
    ['ECLI:BE:CASS:2018:ARR.20180315.1', ' ECLI: BE: CASS: 2018: ARR.20180315.1 ', true],
    ['ECLI:BE:CASS:2018:ARR.20180315.1', '(ECLI:BE:CASS:2018:ARR.20180315.1).', true],
    ['ECLI:BE:CASS:2018:ARR.20180315.1', 'ECLI:BE:CASS:2018:ARR.20180315.2', false],
    ['ECLI:BE:CASS:2018:ARR.20180315.1', 'ECLI:BE:CASS:2018:CONC.20180315.1', false],
    ['ECLI:BE:CASS:2018:ARR.20180315.1', 'ECLI:BE:CASS:2018:ARR.2018.0315.1', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(eclisEqual(a, b)).toBe(expected);
  });

  it('never throws and stays the same when normalised again', () => {
    const junk = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...KNOWN.map(([ecli]) => ecli)));
    fc.assert(
      fc.property(junk, fc.string({ maxLength: 3 }), (text, behind) => {
        const normal = normaliseEcli(`${text}${behind}`);
        if (normal !== null) expect(normaliseEcli(normal)).toBe(normal);
        parseEcli(text);
      }),
    );
  });
});
