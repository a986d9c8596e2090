import { describe, expect, it } from 'vitest';
import { barOfWhole, barRows, histogram, type Part } from '../../../src/kit/charts/bars';
import { dotsOverBands } from '../../../src/kit/charts/dots';
import { crossTable, heatLegend, heatMap, type HeatLegend } from '../../../src/kit/charts/grids';
import { cutText, textWidth, wrapText, type Mark, type Picture } from '../../../src/kit/charts/picture';
import { svgText } from '../../../src/kit/charts/svg-text';

const part = (label: string, count: number, hatched = false): Part => ({
  ...{ label, count, text: String(count), name: `${label}: ${count}`, ink: 'good', hatched },
});
const given = { width: 300, title: 'T', of: 10, heads: ['What', 'Cases'] } as const;

function rects({ marks }: Picture, point: number): Extract<Mark, { kind: 'rect' }>[] {
  return marks.flatMap((mark) => (mark.kind === 'rect' && mark.point === point ? [mark] : []));
}

describe('parts are drawn against the whole', () => {
  it.each([
    ['bar of a whole', barOfWhole({ ...given, parts: [part('a', 5)] }), 150, 2],
    ['a part that is all of it', barOfWhole({ ...given, parts: [part('a', 10)] }), 300, 0],
    ['a row of bars', barRows({ ...given, rows: [part('aaaa', 10), part('b', 5)] }), null, 0],
  ])('%s', (_, picture, wanted, about) => {
    const [first, second] = rects(picture, 0).map(({ width }) => width);
    // Of rows of bars, the first is the track.
    const whole = wanted ?? first ?? 0;
    const drawn = wanted === null ? (second ?? 0) : (first ?? 0);
    expect(Math.abs(drawn - whole)).toBeLessThanOrEqual(about);
  });

  it('a bar of a histogram', () => {
    const bin = { ...part('0–5', 5), doubtful: 0, open: 0, openText: '0', from: 0, to: 1 };
    const [track, bar] = rects(histogram({ ...given, bins: [bin], ticks: [] }), 0);
    expect(bar?.height).toBe((track?.height ?? 0) / 2);
  });
});

it('every picture has a point and a row of its table for each part', () => {
  const picture = barOfWhole({ ...given, parts: [part('a', 5), part('b', 0), part('c', 3, true)] });
  expect(picture.points.map(({ name }) => name)).toEqual(['a: 5', 'b: 0', 'c: 3']);
  expect(picture.table).toEqual([
    ['What', 'Cases'],
    ['a', '5'],
    ['b', '0'],
    ['c', '3'],
  ]);
});

describe('dots', () => {
  const dot = (from: number, to = from, look: 'sound' | 'doubtful' | 'open' = 'sound') => ({
    ...{ name: `${from}`, cells: [`${from}`, ''] as const, from, to, look },
  });
  const scale = {
    width: 300,
    title: 'T',
    heads: ['a', 'b'],
    min: 0,
    max: 10,
    edges: [0, 10],
    ticks: [],
  } as const;
  const circles = (marks: readonly Mark[]) => marks.flatMap((mark) => (mark.kind === 'circle' ? [mark] : []));

  it('do not overlap', () => {
    const { marks } = dotsOverBands({ ...scale, dots: Array.from({ length: 40 }, (_, at) => dot(at % 3)) });
    const drawn = circles(marks);
    expect(drawn).toHaveLength(40);
    for (const [index, one] of drawn.entries())
      for (const other of drawn.slice(index + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.radius);
  });
  it('are hollow where contradicted, and a stretch where open', () => {
    const { marks } = dotsOverBands({ ...scale, dots: [dot(1), dot(5, 5, 'doubtful'), dot(7, 9, 'open')] });
    expect(circles(marks).map(({ hollow = false, point }) => [point, hollow])).toEqual([
      [0, false],
      [1, true],
      [2, false],
      [2, false],
    ]);
    expect(marks.filter(({ kind }) => kind === 'line')).toHaveLength(1);
  });
});

it('a heat map has a cell for each criterion, and a point before them for the case', () => {
  const cell = { text: '3', ink: 'level-2', differs: true, name: 'A. x: 3' } as const;
  const legend = { ends: ['l', 'h'], differs: 'd', open: 'o' } as const;
  const row = {
    label: 'A',
    name: 'A',
    missing: '',
    cells: [cell, { ...cell, ink: null }],
    table: ['A', '3', '3'],
  };
  const picture = heatMap({ width: 400, title: 'T', heads: ['Case', 'x', 'y'], rows: [row, row], legend });
  expect(picture.columns).toBe(3);
  expect(picture.points).toHaveLength(6);
  expect(picture.table).toEqual([['Case', 'x', 'y'], row.table, row.table]);
});

it('a heat map breaks names and cells that have no room into two lines, and cuts none', () => {
  const cell = { text: 'Different court type accepted', ink: 'line', differs: false, name: '' } as const;
  const label = 'Arbeidshof cited, a labour tribunal matched without a reason';
  const row = { label, name: '', missing: '', cells: [cell, cell, cell, cell], table: [] };
  const legend = { ends: ['l', 'h'], differs: 'd', open: 'o' } as const;
  const heads = ['Case', 'a', 'b', 'c', 'd'];
  const words = (names: string) =>
    heatMap({ width: 860, title: 'T', heads, rows: [{ ...row, label: names }], legend }).marks.flatMap(
      (mark) => (mark.kind === 'text' ? [mark] : []),
    );
  expect(words(label).filter(({ text }) => text.endsWith('…'))).toEqual([]);
  // A short name leaves its room to the cells.
  const [first] = words('Case 1').filter(({ anchor }) => anchor === 'middle');
  expect(first?.x).toBeLessThan(860 * 0.25);
});

it('what has no count can be read, and does nothing', () => {
  const { points } = barRows({ ...given, rows: [part('a', 3), part('b', 0)] });
  expect(points.map(({ idle }) => idle)).toEqual([false, true]);
});

it('a heat map on a phone has names above cells, and numbers for heads without room', () => {
  const row = { label: 'A long name of a case', name: 'A', missing: 'Not judged', cells: [], table: [] };
  const heads = ['Case', ...Array.from({ length: 7 }, () => 'Correctness')];
  const legend = { ends: ['l', 'h'], differs: 'd', open: 'o' } as const;
  const { marks, points } = heatMap({ width: 340, title: 'T', heads, rows: [row], legend });
  const words = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  expect(words).toEqual(expect.arrayContaining(['A long name of a case', '7', '7 Correctness']));
  expect(points[1]?.y).toBeGreaterThanOrEqual((points[0]?.y ?? 0) + (points[0]?.height ?? 0));
});

it('words in narrow cells are small, in lines and parted between syllables, and numbers are never cut', () => {
  const said = (text: string) => {
    const cell = { text, ink: 'line', differs: false, name: '' } as const;
    const row = {
      label: 'A',
      name: '',
      missing: '',
      cells: Array.from({ length: 5 }, () => cell),
      table: [],
    };
    const legend = { ends: ['l', 'h'], differs: 'd', open: 'o' } as const;
    const heads = ['Case', 'a', 'b', 'c', 'd', 'e'];
    const { marks } = heatMap({ width: 306, title: 'T', heads, rows: [row], legend });
    return marks.flatMap((mark) => (mark.kind === 'text' && mark.anchor === 'middle' ? [mark.text] : []));
  };
  expect(said('False positive').slice(0, 2)).toEqual(['False', 'positive']);
  expect(said('Overconfident').slice(0, 2)).toEqual(['Overcon-', 'fident']);
  expect(said('Underconfident').slice(0, 2)).toEqual(['Under-', 'confident']);
  expect(said('1234567890.125')).toEqual([]);
});

it('a legend names only what is in its map', () => {
  const words = (legend: HeatLegend) =>
    heatLegend(400, legend).marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  expect(words({ ends: ['low', 'high'], open: 'open' })).toEqual(['low', 'high', 'open']);
  expect(heatLegend(400, {})).toEqual({ marks: [], height: 0 });
});

it('a cross-table breaks answers that have no room into two lines', () => {
  const cells = [[{ count: 1, text: '1', name: '1' }]];
  const given = { width: 300, title: 'T', of: 1, sides: ['A', 'B'] as const, cells };
  const { marks } = crossTable({ ...given, heads: ['Pass'], labels: ['False positive'] });
  const words = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  expect(words).toEqual(expect.arrayContaining(['False', 'positive']));
});

it('a cross-table tells what both say alike from what they do not', () => {
  const cells = [
    [3, 1],
    [0, 6],
  ].map((counts) => counts.map((count) => ({ count, text: `${count}`, name: `${count}` })));
  const labels = ['Pass', 'Fail'];
  const picture = crossTable({
    width: 400,
    title: 'T',
    of: 10,
    sides: ['A', 'B'],
    heads: labels,
    labels,
    cells,
  });
  expect(
    [0, 1, 2, 3].map((point) =>
      rects(picture, point)
        .map(({ ink }) => ink)
        .at(-1),
    ),
  ).toEqual(['accent', 'bad', 'sunken', 'accent']);
});

describe('text', () => {
  it.each([
    ['short', 'short'],
    ['a name that is far too long for it', /^a name.*…$/],
    ['아주 긴 한국어 이름은 잘립니다 정말로', /…$/],
  ])('%s is cut to its room', (text, wanted) => {
    const cut = cutText(text, 120);
    expect(cut).toMatch(wanted);
    expect(textWidth(cut)).toBeLessThanOrEqual(120);
  });
  it('is broken between words', () => {
    expect(wrapText('one two three four five', 70, 2)).toHaveLength(2);
  });
});

it('text from outside cannot leave its place in an SVG', () => {
  const hostile = `<script>"&'\u0000`;
  const picture = barRows({ ...given, title: hostile, rows: [part(hostile, 1)] });
  const text = svgText(picture);
  expect(text).not.toMatch(/<script|""|='/);
  expect(text.match(/<title>/g)).toHaveLength(1);
  expect(text).toContain('&lt;script&gt;&quot;&amp;&#39;\ufffd');
});
