import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { en } from '../../../../src/i18n/en/en';
import { ko } from '../../../../src/i18n/ko/ko';
import { runScreenWords } from '../../../../src/i18n/compare-words';
import { mostDifferent } from '../../../../src/compare/compare-runs';
import { criteriaPicture, scorePicture, verdictPicture } from '../../../../src/compare/view/pictures';
import { resultInWords, type Telling } from '../../../../src/compare/view/sentence';
import type { Digest } from '../../../../src/judgement/digest';
import { round } from '../../../../src/kit/charts/picture';
import { compared, digestOf, is, mark, outlineOf, runOf, unscored } from '../run-fixture';

const names = { a: 'Qwen3 4B', b: 'gpt-5-mini' };
const english: Telling = { names, t: runScreenWords({ t: en, language: 'en' }), language: 'en' };
const korean: Telling = { names, t: runScreenWords({ t: ko, language: 'ko' }), language: 'ko' };
const person = outlineOf({ judge: { id: 'person', kind: 'person', model: 'Qwen3 4B', parameters: {} } });

function sideBySide(
  pairs: readonly (readonly [Digest | undefined, Digest | undefined])[],
  first = outlineOf(),
) {
  const rows = (side: 0 | 1) =>
    pairs.map((pair, row) => [mark(`case-${row}`), pair[side]] satisfies [unknown, unknown]);
  const [a, b] = [runOf(rows(0), first), runOf(rows(1), outlineOf({ id: 'run-2' }))];
  return { ...compared(a, b), a, b };
}

type Pair = readonly [Digest | undefined, Digest | undefined];
const times = (count: number, pair: Pair) => Array.from({ length: count }, () => pair);
const scored = (score: number, verdict = 'PASS') => digestOf({ score: is(score), verdict: is(verdict) });
const rose: Pair = [scored(45), scored(50)];
const fell: Pair = [scored(50), scored(44, 'FAIL')];
const same: Pair = [scored(45), scored(45)];
const open = digestOf({
  status: 'partial',
  score: { kind: 'range', min: 10, max: 50 },
  verdict: { kind: 'undecided' },
});

describe('the result in a sentence', () => {
  it.each<[string, readonly Pair[], english: string, korean: string]>([
    [
      'says which is higher and which verdicts change',
      [...times(12, rose), ...times(2, fell), ...times(6, same)],
      'gpt-5-mini scored 12 of 20 cases higher and 2 lower than Qwen3 4B. The average is 2.4 higher. 2 verdicts change, from Pass to Fail.',
      'Qwen3 4B 대비 gpt-5-mini의 점수가 20건 중 12건에서 더 높고 2건에서 더 낮습니다. 평균은 2.4점 더 높습니다. 판정 2건이 바뀝니다: 합격 → 불합격.',
    ],
    [
      'is silent on an average of a few, and on zeroes',
      [rose, same, same],
      'gpt-5-mini scored 1 of 3 cases higher than Qwen3 4B. All 3 verdicts are the same.',
      'Qwen3 4B 대비 gpt-5-mini의 점수가 3건 중 1건에서 더 높습니다. 판정 3건이 모두 같습니다.',
    ],
    [
      'says what both give where not all is given',
      [same, [open, scored(45)], [unscored(), scored(40)]],
      'The one score that both give is the same. The one verdict that both give is the same.',
      '둘 다 점수가 있는 1건의 점수가 모두 같습니다. 둘 다 내린 판정 1건이 모두 같습니다.',
    ],
    [
      'tells a single change without a count',
      [fell],
      'gpt-5-mini scored 1 of 1 case lower than Qwen3 4B. 1 verdict changes, from Pass to Fail.',
      'Qwen3 4B 대비 gpt-5-mini의 점수가 1건 중 1건에서 더 낮습니다. 판정 1건이 바뀝니다: 합격 → 불합격.',
    ],
    [
      'goes by criteria where no score can be compared',
      [[digestOf({ ...open, criteria: [is(35), { kind: 'undecided' }] }), digestOf()]],
      'Both decide 1 of 2 criterion ratings and agree on 1 of 1.',
      '기준별 값 2건 중 1건을 둘 다 정했고, 1건 중 1건 일치합니다.',
    ],
    [
      'admits that there is nothing to compare',
      [[unscored(), digestOf()]],
      'Neither run decides a verdict, score or criterion that the other decides too.',
      '두 실행이 함께 정한 판정, 점수, 기준이 없습니다.',
    ],
  ])('%s', (_, pairs, inEnglish, inKorean) => {
    const result = sideBySide(pairs);
    expect([resultInWords(result, english), resultInWords(result, korean)]).toEqual([inEnglish, inKorean]);
  });

  it('says how much rules decide, and makes it no verdict on the judge', () => {
    const ruled = (style: number) => digestOf({ ...open, criteria: [is(style), { kind: 'undecided' }] });
    const result = sideBySide(
      [
        [ruled(30), digestOf({ upheld: [is(30), null] })],
        [ruled(35), digestOf()],
        [digestOf({ ...open, criteria: [{ kind: 'range', min: 0, max: 9 }, null] }), digestOf()],
        [unscored(), digestOf()],
      ],
      outlineOf({ judge: { id: 'rules', kind: 'program', model: 'none', parameters: {} } }),
    );
    expect([resultInWords(result, english), resultInWords(result, korean)]).toEqual([
      'Rules alone decide 2 of 6 criterion ratings.',
      '규칙만으로 정해진 기준별 값은 6건 중 2건입니다.',
    ]);
  });

  it('tells three changes of verdict at most', () => {
    const changes = ['B', 'B', 'B', 'C', 'C', 'D', 'E'].map((to): Pair => [scored(45, 'A'), scored(45, to)]);
    expect(resultInWords(sideBySide(changes), english)).toContain(
      '7 verdicts change: 3 from A to B, 2 from A to C, 2 in other ways.',
    );
  });

  it('leads with agreement where a judge is held against a person', () => {
    const labelled = (verdict: string) =>
      digestOf({ mode: 'person', status: 'partial', verdict: is(verdict) });
    const pairs: Pair[] = [...times(19, [labelled('PASS'), digestOf()]), [labelled('FAIL'), digestOf()]];
    const result = sideBySide(pairs, person);
    expect(resultInWords(result, english)).toBe(
      'gpt-5-mini agreed with Qwen3 4B on 95% of 20 verdicts and on 100% of 40 criterion ratings.',
    );
    expect(resultInWords(result, korean)).toBe(
      'gpt-5-mini의 판정이 Qwen3 4B의 판정과 20건 중 95% 일치합니다(기준별 값은 40건 중 100% 일치).',
    );
  });
});

it('says what a judge leaves open where it is held against a person', () => {
  const labelled = digestOf({ mode: 'person', status: 'partial' });
  const ruled = digestOf({ ...open, verdict: is('PASS'), criteria: [is(35), { kind: 'undecided' }] });
  const result = sideBySide([...times(2, [labelled, ruled]), [labelled, unscored()]], person);
  expect([resultInWords(result, english), resultInWords(result, korean)]).toEqual([
    'gpt-5-mini decided 2 of 3 verdicts: all agree with Qwen3 4B. It decided 2 of 6 criterion ratings: all agree.',
    'gpt-5-mini에서 정해진 판정은 3건 중 2건이며, Qwen3 4B의 판정과 모두 일치합니다. 기준별 값은 6건 중 2건이 정해졌고, 모두 일치합니다.',
  ]);
});

describe('the pictures', () => {
  const digest = fc
    .record({
      score: fc.integer({ min: 0, max: 60 }),
      style: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(null)),
      label: fc.constantFrom('GOOD', 'FAIR', 'POOR'),
      kind: fc.constantFrom('scored', 'scored', 'scored', 'open', 'unscored', 'none'),
    })
    .map(({ score, style, label, kind }): Digest | undefined => {
      if (kind === 'none') return undefined;
      if (kind === 'unscored') return unscored();
      const criteria = [style === null ? { kind: 'undecided' as const } : is(style), is(label)];
      if (kind === 'open') return { ...open, criteria };
      return digestOf({ score: is(score), verdict: is(score >= 45 ? 'PASS' : 'FAIL'), criteria });
    });

  it('have the numbers of the comparison', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(digest, digest), { minLength: 1, maxLength: 25 }), (pairs) => {
        const result = sideBySide(pairs);
        const { verdicts, counts, shifts, given, ground } = result;
        if (!verdicts) throw new Error('Expected verdicts.');
        const cross = verdictPicture(700, verdicts, result, '', english);
        const numbers = cross.table.slice(1).flatMap((row) => row.slice(1).map(Number));
        expect(numbers.reduce((sum, count) => sum + count, 0)).toBe(counts.pairs);
        expect(numbers).toEqual(
          verdicts.keys.flatMap((from) => verdicts.keys.map((to) => verdicts.counts.times(from, to))),
        );

        const rows = mostDifferent(result);
        const flips = rows.map(({ verdictChanged }) => verdictChanged);
        expect(flips.indexOf(false)).toBe(
          counts.verdictChanged === flips.length ? -1 : counts.verdictChanged,
        );
        const scores = scorePicture(700, rows, result, '', english)?.table.slice(1) ?? [];
        const deltas = scores.map(([, , , delta = '']) => Number(delta.replace('−', '-')));
        const compares = shifts.higher + shifts.lower + shifts.same > 0;
        expect(scores).toHaveLength(compares || scores.length > 0 ? counts.pairs : 0);
        expect(deltas.filter((delta) => delta > 0)).toHaveLength(shifts.higher);
        expect(deltas.filter((delta) => delta < 0)).toHaveLength(shifts.lower);
        expect(scores.filter((cells) => cells[4] !== '')).toHaveLength(
          scores.length > 0 ? counts.verdictChanged : 0,
        );

        const cells = criteriaPicture(700, rows, result, '', english)
          .table.slice(1)
          .flatMap((row) => row.slice(1));
        expect(cells).toHaveLength(counts.pairs * ground.criteria.length);
        expect(cells.filter((text) => text === 'same')).toHaveLength(given.criteria.met);
        expect(cells.filter((text) => text !== '–')).toHaveLength(given.criteria.of);
        expect(rows.reduce((sum, { criteria }) => sum + criteria, 0)).toBe(
          given.criteria.of - given.criteria.met,
        );
      }),
    );
  });

  it('say how far apart ranges are at least, and keep the pass line out of names on a phone', () => {
    const high = digestOf({ status: 'partial', score: { kind: 'range', min: 30, max: 40 } });
    const result = sideBySide([
      [high, scored(20)],
      [scored(20), high],
    ]);
    const picture = scorePicture(360, result.pairs, result, '', english);
    if (!picture) throw new Error('Expected a picture of scores.');
    const notes = picture.marks.filter((each) => each.kind === 'text' && each.anchor === 'end');
    expect(notes).toMatchObject([{ text: 'at least −10' }, { text: 'at least +10' }]);
    const upright = picture.marks.filter((each) => each.kind === 'line' && each.x1 === each.x2);
    const lines = picture.marks.filter((each) => each.kind === 'text' && each.point !== undefined);
    for (const line of upright)
      for (const word of lines)
        if (line.kind === 'line' && word.kind === 'text')
          expect(line.y1 >= word.y || line.y2 <= word.y - 10).toBe(true);
  });

  it('tint a difference by its size and its direction', () => {
    const styled = (style: number) => digestOf({ criteria: [is(style), is('GOOD')] });
    const inks = [1, 5, 11, 21, -1, -5, -11, -21].map((by) => {
      const result = sideBySide([[styled(20), styled(20 + by)]]);
      const { marks } = criteriaPicture(700, result.pairs, result, '', english);
      return marks.find(({ kind }) => kind === 'path')?.ink;
    });
    expect(new Set(inks)).toHaveLength(8);
  });

  it('mark how far a criterion moved by its scale, and both ends of a score with its run', () => {
    const moved = (style: number, label: string) =>
      digestOf({ score: is(style), criteria: [is(style), is(label)] });
    const result = sideBySide([
      [moved(30, 'GOOD'), moved(31, 'GOOD')],
      [moved(30, 'GOOD'), moved(5, 'POOR')],
      [open, moved(20, 'GOOD')],
    ]);
    const map = criteriaPicture(700, result.pairs, result, '', english);
    const inks = [1, 2, 4, 5].map((point) => {
      const { x, y } = map.points[point] ?? { x: NaN, y: NaN };
      // All fields of one ink are one mark.
      const start = `M${round(x + 4)} ${round(y)}h`;
      return map.marks.find((each) => each.kind === 'path' && each.d.includes(start))?.ink;
    });
    expect(inks).toEqual(['accent-wash', 'sunken', 'bad', 'level-1']);
    // A corner says that facts differ.
    expect(map.marks.filter(({ kind, ink }) => kind === 'path' && ink === 'bad')).toHaveLength(1);
    expect(map.points[4]?.name).toBe('case-1, Style: 30 → 5 (−25)');
    const scores = scorePicture(700, result.pairs, result, '', english);
    const words = scores?.marks.flatMap((each) =>
      each.kind === 'text' && each.point === 2 ? [each.text] : [],
    );
    expect(words).toEqual(['case-2', '10–50 → 20', '']);
    const heights = scores?.marks.flatMap((each) => {
      if (each.point !== 2) return [];
      if (each.kind === 'circle') return [each.y];
      return each.kind === 'rect' ? [each.y + each.height / 2] : [];
    });
    expect(new Set(heights)).toHaveLength(1);
    expect(scores?.points.map(({ name }) => name)).toEqual([
      'case-0: Qwen3 4B 30, gpt-5-mini 31, +1',
      'case-1: Qwen3 4B 30, gpt-5-mini 5, −25',
      'case-2: Qwen3 4B 10–50, gpt-5-mini 20',
    ]);
    const shapes = (point: number) =>
      scores?.marks.flatMap((each) => {
        if (each.point !== point || (each.kind !== 'circle' && each.kind !== 'rect')) return [];
        return [`${each.kind} ${each.ink}${'hollow' in each && each.hollow ? ' hollow' : ''}`];
      });
    expect(shapes(0)).toEqual(['circle accent hollow', 'circle accent']);
    expect(shapes(2)).toEqual(['rect open', 'rect surface', 'circle accent']);
  });
});
