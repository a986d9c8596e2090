import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proposeMapping } from '../../../../src/cases/mapping/propose-mapping';
import type { RubricInput } from '../../../../src/rubric/rubric';
import { leaves } from '../../../../src/rubric/shape/fields';
import { rubricsUnderTest } from '../../../contracts/support/rubric-cases';
import { input, table } from '../mapping-fixture';

/** Rows of cells as one text. */
const cells = (text: string) => text.split('\n').map((row) => row.split('|'));
const none = { outputPaths: [] };
const paths = { outputPaths: ['score', 'rules.0.name', 'rules.0.score', 'notes'] };
const prose = 'This is what was said at length about the matter. '.repeat(6);

describe('proposeMapping: inputs', () => {
  it.each<[string, RubricInput[], string[], Record<string, number>]>([
    ['its name', [input('title')], ['x', 'title'], { title: 1 }],
    ['an alias', [input('title', { aliases: ['product'] })], ['x', 'product'], { title: 1 }],
    [
      'a name in another spelling',
      [input('citedCourtName')],
      ['x', 'Cited court-name'],
      { citedCourtName: 1 },
    ],
    ['a remark in brackets', [input('title')], ['x', 'Title (required)'], { title: 1 }],
    [
      'a Korean alias in decomposed letters',
      [input('answer', { aliases: ['회의록'] })],
      ['x', '회의록'.normalize('NFD')],
      { answer: 1 },
    ],
    [
      'a column that names itself, not one that could',
      [input('b', { aliases: ['a'] })],
      ['a', 'b'],
      { b: 1 },
    ],
    [
      'nothing where another bears the name already',
      [input('x'), input('q', { aliases: ['x'] })],
      ['x', 'y'],
      { x: 0 },
    ],
    ['the earlier alias', [input('q', { aliases: ['x', 'y'] })], ['y', 'x'], { q: 1 }],
    ['the first of two of the same name', [input('q')], ['q', 'q'], { q: 0 }],
    [
      'nothing where two inputs claim one column',
      [input('p', { aliases: ['output'] }), input('q', { aliases: ['output'] })],
      ['output', 'z'],
      {},
    ],
    [
      'what is left once the other is served',
      [input('p', { aliases: ['x'] }), input('q', { aliases: ['x', 'y'] })],
      ['x', 'y'],
      { p: 0, q: 1 },
    ],
    ['nothing for an empty header', [input('q', { aliases: [''] })], ['', ''], {}],
    ['nothing for a name every object has', [input('constructor')], ['toString', 'x'], {}],
  ])('%s', (_, inputs, columns, mapped) => {
    expect(proposeMapping(table(columns), { inputs }, none).inputs).toEqual(mapped);
  });

  it.each<[string, RubricInput[], string[][], Record<string, number>]>([
    ['JSON', [input('reply', { kind: 'json' })], cells('a|{"a": 1}\nb|[2]'), { reply: 1 }],
    ['no JSON where a cell is cut off', [input('reply', { kind: 'json' })], cells('a|{"a": 1}\nb|[2'), {}],
    ['a number', [input('n', { kind: 'number' })], cells('a|0.5\nb|\nc|85 %'), { n: 1 }],
    ['no number among two columns of numbers', [input('n', { kind: 'number' })], cells('1.5|2.5'), {}],
    ['a list', [input('l', { kind: 'list' })], cells('a|Nike, NIKE\nb|["Sony"]'), { l: 1 }],
    ['decimal commas are no list', [input('l', { kind: 'list' })], cells('a|0,85\nb|0,9'), {}],
    ['long text', [input('t', { kind: 'long' })], [['a', prose]], { t: 1 }],
    ["two long texts are anyone's guess", [input('t', { kind: 'long' })], [[prose, prose]], {}],
    [
      "long JSON for two inputs is anyone's guess",
      [input('t', { kind: 'long' }), input('j', { kind: 'json' })],
      [['a', JSON.stringify([prose])]],
      {},
    ],
    ['one line of text is never guessed', [input('t')], cells('a b|c d'), {}],
    [
      'what may be left out is never guessed',
      [input('n', { kind: 'number', required: false })],
      cells('a b|2.5'),
      {},
    ],
    [
      'one column for the one input',
      [input('t'), input('o', { required: false })],
      cells('a b\nc d'),
      { t: 0 },
    ],
    ['an empty column', [input('n', { kind: 'number' })], cells('a b| '), {}],
  ])('by content: %s', (_, inputs, rows, mapped) => {
    const columns = (rows[0] ?? []).map((_cell, place) => `Column ${place + 1}`);
    const mapping = proposeMapping(table(columns, ...rows), { inputs }, none);
    expect(mapping.inputs).toEqual(mapped);
  });

  it('never takes a result of an earlier export for an input', () => {
    const exported = table(['x', 'assay.score'], ['a', '3.5'], ['b', '4.5']);
    const inputs = [input('n', { kind: 'number' })];
    expect(proposeMapping(exported, { inputs }, none).inputs).toEqual({});
    const second = table(['x', 'assay2.score'], ['a', '3.5'], ['b', '4.5']);
    expect(proposeMapping(second, { inputs }, none).inputs).toEqual({});
  });
});

describe('proposeMapping: what names the case', () => {
  it.each<[string, string[], string[][], number | undefined]>([
    ['id, also when it repeats', ['x', 'ID'], cells('a b|1\na b|1'), 1],
    ['case_id before a plain number', ['번호', 'case_id'], cells('1|a\n2|a'), 1],
    ['번호 of distinct cells', ['x', '번호'], cells('a b|1\na b|2'), 1],
    ['no 번호 that repeats', ['x', '번호'], cells('a b|1\na b|1'), undefined],
    ['what ends in id', ['x', 'transcriptId'], cells('a b|t1\na b|t2'), 1],
    ['the only column of distinct words', ['x', 'y'], cells('a b|k1\na b|k2'), 1],
    ['neither of two such columns', ['x', 'y'], cells('a|k1\nb|k2'), undefined],
    ['measurements are no ids', ['x', 'y'], cells('a b|0.5\na b|0.7'), undefined],
    ['nothing of an earlier export', ['x', 'assay.receipt_id'], cells('a b|k1\na b|k2'), undefined],
  ])('id: %s', (_, columns, rows, id) => {
    expect(proposeMapping(table(columns, ...rows), { inputs: [input('q')] }, none).id).toBe(id);
  });

  it.each<[string, string[], number | undefined]>([
    ['label', ['x', 'label'], 1],
    ['label before name', ['name', 'label'], 1],
    ['not where it is an input', ['q', 'x'], undefined],
  ])('label: %s', (_, columns, label) => {
    const inputs = [input('q', { aliases: ['title'] })];
    expect(proposeMapping(table(columns, ['a', 'b']), { inputs }, none).label).toBe(label);
  });

  it('leaves a column to the input that bears its name', () => {
    const mapping = proposeMapping(
      table(['label', 'id'], ['a', 'b']),
      { inputs: [input('label'), input('id')] },
      none,
    );
    expect(mapping).toEqual({ inputs: { label: 0, id: 1 }, gold: {} });
  });

  it.each([
    [['q', 'label', 'assay.case'], 2],
    [['q', 'assay2.case', 'assay.case', 'assay10.case', 'label'], 3],
    [['q', 'label', 'assay.cases', 'my.assay.case'], 1],
  ])('names the case as the newest export of ours does: %j', (columns, label) => {
    const cells = columns.map((name) => `${name} `);
    expect(proposeMapping(table(columns, cells), { inputs: [input('q')] }, none).label).toBe(label);
  });

  it('takes no long text for a label', () => {
    expect(proposeMapping(table(['x', 'title'], ['a', prose]), { inputs: [input('q')] }, none).label).toBe(
      undefined,
    );
  });
});

describe('proposeMapping: values known to be right', () => {
  it.each<[string, string[], Record<string, number>]>([
    ['a field', ['x', 'gold.score'], { score: 1 }],
    ['a list as a whole', ['gold.rules'], { rules: 0 }],
    ['another spelling', ['Gold: Score'], { score: 0 }],
    ['a Korean prefix', ['정답 score'], { score: 0 }],
    ['a field the rubric does not have', ['gold.other', 'gold.', 'gold'], {}],
    ['a name without the prefix', ['score', 'golden score'], {}],
    ['the exact name first', ['GOLD.SCORE', 'gold.score'], { score: 1 }],
  ])('%s', (_, columns, gold) => {
    expect(proposeMapping(table(columns), { inputs: [input('q')] }, paths).gold).toEqual(gold);
  });
});

describe('proposeMapping: what is remembered', () => {
  const inputs = [input('a'), input('b', { required: false }), input('c')];

  it('holds before every name, two inputs on one column included', () => {
    const remembered = { inputs: { a: 1, c: 1 }, id: 0, label: 0, gold: { score: 2 } };
    const mapping = proposeMapping(
      table(['a', 'b', 'c', 'id', 'gold.notes']),
      { inputs },
      { ...paths, remembered },
    );
    expect(mapping).toEqual(remembered);
  });

  it('is filled up with required inputs only, and never points outside the table or the rubric', () => {
    const remembered = { inputs: { a: 9, gone: 0 }, id: 9, gold: { score: 9, gone: 0 } };
    const mapping = proposeMapping(table(['a', 'b', 'c', 'id']), { inputs }, { ...paths, remembered });
    expect(mapping).toEqual({ inputs: { a: 0, c: 2 }, gold: {} });
  });
});

describe.each(rubricsUnderTest)('proposeMapping for $id', ({ rubric }) => {
  const outputPaths = leaves(rubric.output).map(({ path }) => path);

  it('is right for columns in any order, by name or any spelling of it, among others', () => {
    const spelling = fc.constantFrom(
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      (name: string) => ` ${name} `,
      (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2'),
      (name: string) => name.replaceAll('_', '-'),
    );
    const wanted = [
      ...rubric.inputs.map(({ name }) => ({ header: name, name, kind: 'inputs' as const })),
      ...outputPaths.map((path) => ({ header: `gold.${path}`, name: path, kind: 'gold' as const })),
      { header: '__proto__', name: '', kind: 'extra' as const },
      { header: '', name: '', kind: 'extra' as const },
      { header: 'assay.status', name: '', kind: 'extra' as const },
    ];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(wanted, { minLength: wanted.length }),
        fc.array(spelling, { minLength: rubric.inputs.length, maxLength: rubric.inputs.length }),
        (order, spellings) => {
          const spelled = new Map(
            rubric.inputs.map(({ name }, index) => [name, spellings[index]?.(name) ?? name]),
          );
          const columns = order.map(({ header, name, kind }) =>
            kind === 'inputs' ? (spelled.get(name) ?? header) : header,
          );
          const mapping = proposeMapping(table(columns), rubric, { outputPaths });
          const place = (kind: string) =>
            Object.fromEntries(
              order.flatMap((each, column) => (each.kind === kind ? [[each.name, column]] : [])),
            );
          expect(mapping.inputs).toEqual(place('inputs'));
          expect(mapping.gold).toEqual(place('gold'));
        },
      ),
    );
  });

  it('never gives one column to two', () => {
    const header = fc.oneof(
      fc.constantFrom(
        ...rubric.inputs.flatMap(({ name, label, aliases }) => [name, label, ...aliases]),
        'id',
        'label',
        'gold.score',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(header, { maxLength: 12 }),
        fc.array(fc.array(fc.string(), { minLength: 12, maxLength: 12 }), { maxLength: 3 }),
        (columns, rows) => {
          const mapping = proposeMapping(
            table(columns, ...rows.map((row) => row.slice(0, columns.length))),
            rubric,
            { outputPaths },
          );
          const used = [
            ...Object.values(mapping.inputs),
            ...Object.values(mapping.gold),
            mapping.id ?? [],
            mapping.label ?? [],
          ].flat();
          expect(new Set(used).size).toBe(used.length);
          expect(used.every((column) => column < columns.length)).toBe(true);
        },
      ),
    );
  });
});
