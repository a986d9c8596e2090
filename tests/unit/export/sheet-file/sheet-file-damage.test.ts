import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sheetFileLimits, type SheetFileProblem } from '../../../../src/export/sheet-file/sheet-file-format';
import { openSheetFile } from '../../../../src/export/sheet-file/open-sheet-file';
import { SheetFileReader } from '../../../../src/export/sheet-file/read-sheet-file';
import { memorySheetStore } from '../../../../src/sheet/store/memory-database';
import {
  changedLine,
  linesOf,
  membersOf,
  opening,
  packed,
  plainSheet,
  streamOf,
  versions,
} from './stored-sheet';
import { collected } from '../export-fixture';

async function unpacked(bytes: Uint8Array): Promise<string> {
  return new Response(streamOf(bytes, 65_536).pipeThrough(new DecompressionStream('gzip'))).text();
}
const damaged = (line: number) => ({ kind: 'damaged-line', line });

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
    const text = (await linesOf(await plainSheet())).join('\n');
    const bytes = await packed(text);
    for (const length of [20, bytes.length >> 1, bytes.length - 1]) {
      expect((await problemIn(bytes.slice(0, length)))?.kind).toBe('cut-off');
    }
    await fc.assert(
      // Behind the header, whose time and system nobody reads.
      fc.asyncProperty(
        fc.integer({ min: 10, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const changed = bytes.with(at, (bytes[at] ?? 0) ^ flip);
          // Bits that only fill up a byte of the packing say nothing: what is unpacked is the same.
          if ((await problemIn(changed)) === null) expect(await unpacked(changed)).toBe(text);
        },
      ),
      { numRuns: 60, examples: [[bytes.length - 9, 128]] },
    );
  });

  it.each([
    [2, 5, 3],
    [3, 7, 4],
    [6, 6, 7],
    [7, 7, 8],
    [8, 8, 9],
    [10, 10, 11],
  ])('with line %i left out or there twice is refused, with the line', async (number, without, twice) => {
    const lines = await linesOf(await plainSheet());
    expect(await problemIn(lines.toSpliced(number - 1, 1).join('\n'))).toMatchObject(damaged(without));
    const doubled = lines.toSpliced(number, 0, lines[number - 1] ?? '');
    expect(await problemIn(doubled.join('\n'))).toMatchObject(damaged(twice));
  });

  it('with its last line twice is damaged', async () => {
    const lines = await linesOf(await plainSheet());
    expect(await problemIn([...lines, lines.at(-1)].join('\n'))).toMatchObject(damaged(12));
  });

  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['a blank line', '\n'],
    ['a table', 'id,text\n1,a\n'],
    ['other JSON Lines', '{"format":"assay-judgement/1"}\n'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0a)],
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

  it.each<[string, number, Change, object]>([
    ['a rubric that does not parse', 2, inContract({ criteria: [] }), damaged(2)],
    ['a rubric with a mistake in CEL', 2, inContract({ derived: { total: 'output.nothing' } }), damaged(2)],
    ['a rubric that was changed', 2, (value) => ({ ...value, prompt: 'Judge {{text}} kindly.' }), damaged(2)],
    ['an unknown key', 3, (value) => ({ ...value, extra: 1 }), damaged(3)],
    [
      'a case under the id of another',
      4,
      (value) => ({ ...value, case: { ...membersOf(value['case']), id: 'case 0' } }),
      damaged(4),
    ],
    ['a case from no file', 3, (value) => ({ ...value, original: { source: 1, cells: [] } }), damaged(3)],
    ['a case out of order', 3, (value) => ({ ...value, key: 9 }), damaged(4)],
    [
      'a run of another version than its hash',
      6,
      (value) => ({ ...value, rubric: { ...membersOf(value['rubric']), version: '7.0.0' } }),
      damaged(6),
    ],
    ['a result for no case', 8, (value) => ({ ...value, caseKey: 3 }), damaged(8)],
    ['a result for no run', 8, (value) => ({ ...value, run: 'x' }), damaged(8)],
    [
      'a judgement by another rubric',
      9,
      (value) =>
        inJudgement({ receipt: { ...membersOf(membersOf(value['judgement'])['receipt']), rubric: 'f' } })(
          value,
        ),
      damaged(9),
    ],
    ['a shared text that is not there', 9, inJudgement({ prompt: { shared: 4, own: '' } }), damaged(9)],
    ['fewer cases than it counts', 11, (value) => ({ ...value, cases: 4 }), damaged(11)],
    ['more results than it counts', 11, (value) => ({ ...value, results: 2 }), damaged(11)],
  ])('%s is refused', async (_, line, change, expected) => {
    const lines = await linesOf(await plainSheet());
    const changed = lines.with(line - 1, changedLine(lines[line - 1] ?? '', change));
    expect(await problemIn(changed.join('\n'))).toMatchObject(expected);
  });

  it.each([
    ['of another kind', '{"note":1}', damaged(4)],
    ['that is no object', '7', damaged(4)],
    ['that comes too late', '{"rubric":{}}', damaged(4)],
    ['nested deeper than any', `{"case":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, damaged(4)],
  ])('a line %s is refused', async (_, line, expected) => {
    const lines = await linesOf(await plainSheet());
    expect(await problemIn(lines.toSpliced(3, 0, line).join('\n'))).toMatchObject(expected);
  });

  it('bytes that are no text are refused', async () => {
    const bytes = new TextEncoder().encode((await linesOf(await plainSheet())).join('\n'));
    const second = bytes.indexOf(0x0a) + 5;
    expect(await problemIn(bytes.with(second, 0xff))).toMatchObject(damaged(2));
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
    await expect(collected(new SheetFileReader().results(failing([])))).rejects.toBe(gone);
    const start = Uint8Array.from(await packed('{"format":"assay-sheet/1"}\n')).slice(0, 15);
    await expect(collected(new SheetFileReader().results(failing([start])))).rejects.toBe(gone);
  });
});

describe('a file that unpacks to too much', () => {
  it('is refused by its size, packed or not', async () => {
    const text = (await linesOf(await plainSheet())).join('\n');
    const limits = { unpacked: text.length - 10 };
    expect(await problemIn(text, limits)).toEqual({ kind: 'too-large', line: 11 });
    expect(await problemIn(await packed(text), limits)).toEqual({ kind: 'too-large', line: 11 });
    expect(await problemIn(text, { unpacked: text.length })).toBeNull();
  });

  it('is refused by the length of a line', async () => {
    const lines = await linesOf(await plainSheet());
    const lengths = lines.map((line) => new TextEncoder().encode(line).length);
    const longest = Math.max(...lengths);
    const text = lines.join('\n');
    expect(await problemIn(text, { line: longest - 1 })).toEqual({
      kind: 'too-large',
      line: lengths.indexOf(longest) + 1,
    });
    expect(await problemIn(text, { line: longest })).toBeNull();
  });
});
