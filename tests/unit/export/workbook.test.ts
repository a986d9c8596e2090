import Papa from 'papaparse';
import readXlsxFile from 'read-excel-file/universal';
import { describe, expect, it } from 'vitest';
import { restoreExport } from '../../../src/cases/intake';
import { isReadingFailure } from '../../../src/cases/table';
import { readWorkbook } from '../../../src/cases/read/read-workbook';
import { scoredCsvChunks, scoredRows } from '../../../src/export/scored-csv';
import { workbookChunks } from '../../../src/export/workbook';
import type { Cell } from '../../../src/kit/csv';
import { z } from '../../../src/kit/zod';
import { judgedRuns, judgementOf, rubric, runHead, written } from './export-fixture';

async function workbookOf(
  rows: AsyncIterable<readonly Cell[] | null>,
  onLong: () => void = () => undefined,
): Promise<ArrayBuffer> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of workbookChunks(rows, { language: 'en', onLong })) pieces.push(piece);
  return new Blob(pieces).arrayBuffer();
}
/** As another program reads it: null where a cell is empty. */
async function cellsOf(bytes: ArrayBuffer): Promise<(Cell | null)[][]> {
  const [sheet] = await readXlsxFile(bytes, { trim: false });
  return z.array(z.array(z.union([z.string(), z.number()]).nullable())).parse(sheet?.data);
}
async function* rowsOf(...rows: (readonly Cell[])[]): AsyncGenerator<readonly Cell[] | null> {
  await Promise.resolve();
  for (const row of rows) {
    yield row;
    yield null;
  }
}

const awkward = [
  ...['=1+1', "'=1", '+82 10-1234', '-', '＝1', '@x', '007', '1.50', '1e3', 'TRUE', '2020-01-02'],
  ...[' lead and trail ', 'a\nb\r\nc\td', '<b>&amp;"', ']]>', '한국어 똠얌 🦄', "O'Brien", '#N/A', '_x'],
];

describe('a workbook', () => {
  it('has texts as texts and numbers as numbers, as they are', async () => {
    const numbers = [0, 3.5, -1e-7, 123_456_789_012, 0.1];
    const wide = Array.from({ length: 800 }, (_, column) => column);
    const cells = await cellsOf(await workbookOf(rowsOf(wide, awkward, ['', 'b', ''])));
    expect(cells[0]).toEqual(wide);
    expect(cells[1]?.slice(0, awkward.length)).toEqual(awkward);
    expect(cells[2]?.slice(0, 3)).toEqual([null, 'b', null]);
    expect(await cellsOf(await workbookOf(rowsOf(numbers)))).toEqual([numbers]);
  });

  it('cuts what a spreadsheet cannot show, says so in the cell, and counts it', async () => {
    let long = 0;
    const texts = ['x'.repeat(32_767), 'x'.repeat(40_000), '🦄'.repeat(20_000)];
    const [cells = []] = await cellsOf(await workbookOf(rowsOf(texts), () => (long += 1)));
    expect(long).toBe(2);
    expect(cells[0]).toBe(texts[0]);
    for (const cell of cells.slice(1))
      expect(String(cell)).toMatch(/^(?:x+|🦄+) … \[\d+ more characters cut\]$/u);
    const [, one, two] = cells.map((cell) => String(cell));
    for (const cell of [one, two]) expect(cell?.length).toBeOneOf([32_765, 32_766, 32_767]);
    expect(Number(/(\d+) more/.exec(String(one))?.[1])).toBe(40_000 - String(one).indexOf(' …'));
  });

  it('has the same columns and values as the CSV, and is read back as it was', async () => {
    const table = {
      columns: ['note', 'points', 'phone', '=odd'],
      rows: awkward.map((text, row) => [text, row === 2 ? '' : String(row / 2), `01${row}`, "'-x"]),
    };
    const rowOf = new Map(table.rows.map((_, row) => [`case-${row}`, row]));
    const sources = [{ table, mapping: { inputs: {}, gold: {} }, rowOf }];
    const entries = table.rows.map((_, row) => ({
      subject: { id: `case-${row}`, input: {} },
      judgement: judgementOf({ output: { remark: awkward[row] ?? '', share: 0.5 } }),
    }));
    const judged = judgedRuns([{ head: runHead('run-1'), rubric, entries }]);
    const beside = { sources, people: [] };
    const bytes = await workbookOf(scoredRows(judged, beside, { typed: true }));
    const csv = await written(scoredCsvChunks(judged, beside, { formulas: true }));
    const same = Papa.parse<string[]>(csv, { newline: '\r\n' }).data;

    const cells = await cellsOf(bytes);
    expect(cells.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))).toEqual(same);
    expect(cells[2]?.slice(1, 3)).toEqual([0.5, '011']);
    expect(cells[2]?.[same[0]?.indexOf('assay.score') ?? -1]).toBe(45);

    const read = await readWorkbook(new Uint8Array(bytes), {});
    if (isReadingFailure(read)) throw new Error(read.code);
    const restored = restoreExport(read.table, read.report.sheet);
    expect(restored.columns.slice(0, 4)).toEqual(table.columns);
    expect(restored.rows.map((row) => row.slice(0, 4))).toEqual(table.rows);
  });
});
