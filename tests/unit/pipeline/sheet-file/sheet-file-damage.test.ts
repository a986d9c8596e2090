import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sheetFileLimits, type SheetFileProblem } from '../../../../src/pipeline/sheet-file-format';
import { openSheetFile } from '../../../../src/pipeline/sheet-file-open';
import { readSheetFile } from '../../../../src/pipeline/sheet-file-read';
import { memorySheetStore } from '../../../../src/sheet/store/memory-sheet-store';
import {
  changedLine,
  collect,
  linesOf,
  membersOf,
  opening,
  packed,
  plainSheet,
  sheetCase,
  streamOf,
  versions,
} from './stored-sheet';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function problemIn(
  content: string | Uint8Array,
  limits: Partial<typeof sheetFileLimits> = {},
): Promise<SheetFileProblem | null> {
  const store = memorySheetStore();
  const options = opening({ limits: { ...sheetFileLimits, ...limits } });
  const outcome = await openSheetFile(store, streamOf(content), options);
  const { sheets } = await store.list();
  expect(sheets.length, 'nothing is stored of a file that is not sound').toBe(outcome.ok ? 1 : 0);
  return outcome.ok ? null : outcome.problem;
}

/*
 * Lines of a plain file: 1 start, 2 rubric, 3 to 5 cases, 6 run, 7 text, 8 to 10 results, 11 end.
 */
describe('a file that is not sound', () => {
  it('a line cut short is refused, with the line', async () => {
    const lines = await linesOf(await plainSheet());
    await fc.assert(
      fc.asyncProperty(
        fc.nat(lines.length - 1),
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        async (at, share) => {
          const line = lines[at] ?? '';
          const cut = line.slice(0, Math.floor((line.length - 1) * share));
          const problem = await problemIn(`${lines.with(at, cut).join('\n')}\n`);
          if (at === 0 && cut.length < 30) expect(problem?.kind).toBe('not-a-sheet-file');
          else expect(problem).toMatchObject({ kind: 'damaged-line', line: at + 1 });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('cut off anywhere, it says how many lines were whole', async () => {
    const bytes = new TextEncoder().encode(`${(await linesOf(await plainSheet())).join('\n')}\n`);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 40, max: bytes.length - 2 }), async (length) => {
        const left = bytes.slice(0, length);
        // A line of which only the line end is missing is whole all the same.
        const atLineEnd = bytes[length] === 0x0a ? 1 : 0;
        const wholeLines = left.filter((byte) => byte === 0x0a).length + atLineEnd;
        expect(await problemIn(left)).toEqual({ kind: 'cut-off', wholeLines });
      }),
      { numRuns: 60 },
    );
  });

  it('any damage to a packed file is noticed', async () => {
    const bytes = await packed((await linesOf(await plainSheet())).join('\n'));
    for (const length of [20, bytes.length >> 1, bytes.length - 1]) {
      expect((await problemIn(bytes.slice(0, length)))?.kind).toBe('cut-off');
    }
    await fc.assert(
      // Behind the header, whose time and system nobody reads.
      fc.asyncProperty(
        fc.integer({ min: 10, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          expect(await problemIn(bytes.with(at, (bytes[at] ?? 0) ^ flip))).not.toBeNull();
        },
      ),
      { numRuns: 60 },
    );
  });

  // As browsers do it; Node reports both only when the writing ends.
  it.each<[string, SheetFileProblem['kind'], Transformer<Uint8Array, Uint8Array>]>([
    ['refuses what it is given', 'damaged-packing', { transform: refuse }],
    ['refuses that it ends so', 'cut-off', { transform: () => undefined, flush: refuse }],
  ])('while packed, where the browser %s, it is %s', async (_, kind, refusing) => {
    const bytes = await packed((await linesOf(await plainSheet())).join('\n'));
    vi.stubGlobal(
      'DecompressionStream',
      class extends TransformStream<Uint8Array, Uint8Array> {
        constructor() {
          super(refusing);
        }
      },
    );
    expect(await problemIn(bytes)).toEqual({ kind, wholeLines: 0 });
  });

  it.each<[number, object, object]>([
    [
      2,
      { kind: 'damaged-line', line: 5, fault: 'reference' },
      { kind: 'damaged-line', line: 3, fault: 'twice' },
    ],
    [
      3,
      { kind: 'damaged-line', line: 7, fault: 'reference' },
      { kind: 'damaged-line', line: 4, fault: 'twice' },
    ],
    [
      6,
      { kind: 'damaged-line', line: 6, fault: 'reference' },
      { kind: 'damaged-line', line: 7, fault: 'twice' },
    ],
    [
      7,
      { kind: 'damaged-line', line: 7, fault: 'reference' },
      { kind: 'damaged-line', line: 8, fault: 'twice' },
    ],
    [
      8,
      { kind: 'damaged-line', line: 8, fault: 'missing' },
      { kind: 'damaged-line', line: 9, fault: 'twice' },
    ],
    [
      10,
      { kind: 'counts', line: 10, what: 'results', expected: 3, got: 2 },
      { kind: 'damaged-line', line: 11, fault: 'twice' },
    ],
    [11, { kind: 'cut-off', wholeLines: 10 }, { kind: 'damaged-line', line: 12, fault: 'after-end' }],
  ])('with line %i left out or there twice is refused, with the line', async (number, without, twice) => {
    const lines = await linesOf(await plainSheet());
    expect(await problemIn(lines.toSpliced(number - 1, 1).join('\n'))).toMatchObject(without);
    const doubled = lines.toSpliced(number, 0, lines[number - 1] ?? '');
    expect(await problemIn(doubled.join('\n'))).toMatchObject(twice);
  });

  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['a blank line', '\n'],
    ['a table', 'id,text\n1,a\n'],
    ['other JSON Lines', '{"format":"assay-judgement/1"}\n'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0a)],
    ['one byte', Uint8Array.of(0x1f)],
  ])('%s is no sheet file', async (_, content) => {
    expect(await problemIn(content)).toEqual({ kind: 'not-a-sheet-file' });
  });

  it('of a newer format is told apart, whatever else it holds', async () => {
    const content = '{"format":"assay-sheet/2","anything":[1,2\n';
    expect(await problemIn(content)).toEqual({ kind: 'newer-format', format: 'assay-sheet/2' });
  });

  type Change = (value: Record<string, unknown>) => object;
  const inContract =
    (change: object): Change =>
    (value) => ({ ...value, contract: { ...membersOf(versions[0].given.contract), ...change } });
  const inJudgement =
    (change: object): Change =>
    (value) => ({ ...value, judgement: { ...membersOf(value['judgement']), ...change } });
  const damaged = (line: number, fault: string) => ({ kind: 'damaged-line', line, fault });

  it.each<[string, number, Change, object]>([
    ['a rubric that does not parse', 2, inContract({ criteria: [] }), { kind: 'rubric', line: 2 }],
    [
      'a rubric with a mistake in CEL',
      2,
      inContract({ derived: { total: 'output.nothing' } }),
      { kind: 'rubric', line: 2, problems: [{ key: 'derived.total' }] },
    ],
    [
      'a rubric that was changed',
      2,
      (value) => ({ ...value, prompt: 'Judge {{text}} kindly.' }),
      { kind: 'rubric-hash', line: 2, title: 'Small' },
    ],
    ['an unknown key', 3, (value) => ({ ...value, extra: 1 }), damaged(3, 'shape')],
    ['a case without an id', 3, (value) => ({ ...value, case: { input: {} } }), damaged(3, 'shape')],
    [
      'a case under the id of another',
      4,
      (value) => ({ ...value, case: { ...membersOf(value['case']), id: 'case 0' } }),
      damaged(4, 'twice'),
    ],
    [
      'a case from no file',
      3,
      (value) => ({ ...value, original: { source: 1, cells: [] } }),
      damaged(3, 'reference'),
    ],
    ['a case out of order', 3, (value) => ({ ...value, key: 9 }), damaged(4, 'order')],
    [
      'a run of another version than its hash',
      6,
      (value) => ({ ...value, rubric: { ...membersOf(value['rubric']), version: '7.0.0' } }),
      damaged(6, 'foreign'),
    ],
    ['a result for no case', 8, (value) => ({ ...value, caseKey: 3 }), damaged(8, 'reference')],
    ['a result for no run', 8, (value) => ({ ...value, run: 'x' }), damaged(8, 'reference')],
    [
      'a judgement by another rubric',
      9,
      (value) =>
        inJudgement({ receipt: { ...membersOf(membersOf(value['judgement'])['receipt']), rubric: 'f' } })(
          value,
        ),
      damaged(9, 'foreign'),
    ],
    [
      'a shared text that is not there',
      9,
      inJudgement({ prompt: { shared: 4, own: '' } }),
      damaged(9, 'reference'),
    ],
    [
      'fewer cases than it counts',
      11,
      (value) => ({ ...value, cases: 4 }),
      { kind: 'counts', line: 11, what: 'cases', expected: 4, got: 3 },
    ],
    [
      'fewer runs than it counts',
      11,
      (value) => ({ ...value, runs: 2 }),
      { kind: 'counts', line: 11, what: 'runs', expected: 2, got: 1 },
    ],
    [
      'more results than it counts',
      11,
      (value) => ({ ...value, results: 2 }),
      { kind: 'counts', line: 11, what: 'results', expected: 2, got: 3 },
    ],
  ])('%s is refused', async (_, line, change, expected) => {
    const lines = await linesOf(await plainSheet());
    const changed = lines.with(line - 1, changedLine(lines[line - 1] ?? '', change));
    expect(await problemIn(changed.join('\n'))).toMatchObject(expected);
  });

  it.each([
    ['of another kind', '{"note":1}', damaged(4, 'shape')],
    ['that is no object', '7', damaged(4, 'shape')],
    ['that comes too late', '{"rubric":{}}', damaged(4, 'order')],
    ['nested deeper than any', `{"case":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, damaged(4, 'shape')],
  ])('a line %s is refused', async (_, line, expected) => {
    const lines = await linesOf(await plainSheet());
    expect(await problemIn(lines.toSpliced(3, 0, line).join('\n'))).toMatchObject(expected);
  });

  it('bytes that are no text are refused', async () => {
    const bytes = new TextEncoder().encode((await linesOf(await plainSheet())).join('\n'));
    const second = bytes.indexOf(0x0a) + 5;
    expect(await problemIn(bytes.with(second, 0xff))).toMatchObject({
      kind: 'damaged-line',
      line: 2,
      fault: 'not-text',
    });
  });

  it('a file that the disk no longer gives is no damaged file', async () => {
    const gone = new DOMException('gone', 'NotReadableError');
    const failing = (first: Uint8Array<ArrayBuffer>[]) =>
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull(controller) {
          const piece = first.shift();
          if (piece) controller.enqueue(piece);
          else controller.error(gone);
        },
      });
    await expect(collect(readSheetFile(failing([])))).rejects.toBe(gone);
    const start = Uint8Array.from(await packed('{"format":"assay-sheet/1"}\n')).slice(0, 15);
    await expect(collect(readSheetFile(failing([start])))).rejects.toBe(gone);
  });
});

describe('a file that unpacks to too much', () => {
  it('is refused by its ratio, with the line where reading stopped', async () => {
    const [start = ''] = await linesOf(await plainSheet());
    const bomb = await packed(`${start}\n${' '.repeat(20 * 1024 * 1024)}`);
    expect(bomb.length).toBeLessThan(40_000);
    const ratioFrom = 10 * 1024 * 1024;
    expect(await problemIn(bomb, { ratioFrom })).toEqual({ kind: 'too-large', line: 2, limit: 'ratio' });
  });

  it('is opened where it is small and its cases are much alike', async () => {
    const sheet = await plainSheet();
    const cases = Array.from({ length: 300 }, (_, key) => sheetCase(key, 'the same '.repeat(4000)));
    const bytes = await packed((await linesOf({ ...sheet, cases, runs: [] })).join('\n'));
    expect(await problemIn(bytes)).toBeNull();
    expect(await problemIn(bytes, { ratio: 100, ratioFrom: 10 * 1024 * 1024 })).toMatchObject({
      limit: 'ratio',
    });
  });

  it('is refused by its size, packed or not', async () => {
    const text = (await linesOf(await plainSheet())).join('\n');
    const limits = { unpacked: text.length - 10 };
    expect(await problemIn(text, limits)).toMatchObject({ kind: 'too-large', limit: 'unpacked' });
    expect(await problemIn(await packed(text), limits)).toMatchObject({
      kind: 'too-large',
      limit: 'unpacked',
    });
    expect(await problemIn(text, { unpacked: text.length })).toBeNull();
  });

  it('is refused by the length of a line', async () => {
    const lines = await linesOf(await plainSheet());
    const longest = Math.max(...lines.map((line) => new TextEncoder().encode(line).length));
    const at = lines.findIndex((line) => new TextEncoder().encode(line).length === longest);
    const text = lines.join('\n');
    expect(await problemIn(text, { line: longest - 1 })).toEqual({
      kind: 'too-large',
      line: at + 1,
      limit: 'line',
    });
    expect(await problemIn(text, { line: longest })).toBeNull();
  });
});

function refuse(): void {
  throw new TypeError('not valid');
}
