import { readSheet, type SheetCells } from './read-table';
import { most, TableLimits, tooMuch } from './limits';
import { unpack, zipParts } from './unzip';
import { attribute, xmlTokens } from './xml-tokens';
import {
  isReadingFailure,
  type ReadingChoices,
  type ReadingFailure,
  type ReadTable,
  type RowNote,
} from '../table';

/** A part of the workbook that is missing or broken. */
class BrokenPart extends Error {}

interface Workbook {
  /** Cells of texts have their place in this list. */
  texts: readonly string[];
  /** Of each style, whether it shows a number as a date or a time. */
  dates: readonly boolean[];
  /** Its days are counted from 1904, as on old Macs. */
  from1904: boolean;
}

export async function readWorkbook(
  bytes: Uint8Array,
  choices: ReadingChoices,
): Promise<ReadTable | ReadingFailure> {
  const parts = zipParts(bytes);
  if (!parts) return { code: 'damaged', found: { kind: 'broken-archive' } };
  const texts = [...parts].filter(([path]) => /\.(?:xml|rels)$/.test(path));
  const unpacked = texts.reduce((sum, [, { size }]) => sum + size, 0);
  if (unpacked > most.unpacked) return tooMuch('unpacked', unpacked);
  for (const [, { size, packed }] of texts) {
    const ratio = Math.ceil(size / Math.max(packed, 1));
    if (ratio > most.ratio && size > most.unpacked / 8) return tooMuch('ratio', ratio);
  }
  const has = (path: string) => parts.has(path);
  const xml = async (path: string): Promise<string> => {
    const part = parts.get(path);
    const found = part && (await unpack(bytes, part));
    if (!found) throw new BrokenPart(path);
    return new TextDecoder().decode(found);
  };
  let reading = 'xl/workbook.xml';
  try {
    const [main, links] = [await xml(reading), linksIn(await xml((reading = 'xl/_rels/workbook.xml.rels')))];
    const pathOf = (kind: string) => [...links.values()].find((link) => link.kind === kind)?.path ?? '';
    const [textsPath, stylesPath] = [pathOf('sharedStrings'), pathOf('styles')];
    const workbook: Workbook = {
      texts: has((reading = textsPath)) ? textsIn(await xml(textsPath)) : [],
      dates: has((reading = stylesPath)) ? datesIn(await xml(stylesPath)) : [],
      from1904: /^(?:1|true)$/.test(attribute(startsIn(main, 'workbookPr')[0] ?? '', 'date1904') ?? ''),
    };
    const sheets = sheetsIn(main, links);
    const all = sheets.map(({ name }) => name);
    const chosen = sheets.filter(({ name }) => name === choices.sheet).slice(0, 1);
    let failure: ReadingFailure = { code: 'empty' };
    // Without a choice the first sheet that has cases: a title page often comes before it.
    for (const { name, path } of chosen.length > 0 ? chosen : sheets) {
      const sheet = cellsIn(await xml((reading = path)), workbook);
      const read = isReadingFailure(sheet) ? sheet : readSheet(sheet, { all, chosen: name }, choices);
      if (!isReadingFailure(read)) return read;
      if (read.code !== 'empty' && read.code !== 'no-rows') return read;
      if (failure.code === 'empty') failure = read;
    }
    return failure;
  } catch (error) {
    // A `RangeError` comes of a tag without end.
    const isBroken = [BrokenPart, SyntaxError, RangeError].some((kind) => error instanceof kind);
    if (!isBroken) throw error;
    return { code: 'damaged', found: { kind: 'broken-workbook', detail: reading } };
  }
}

type Links = Map<string, { kind: string; path: string }>;

/** Where the parts of a workbook are, by their ids. */
function linksIn(xml: string): Links {
  const links: Links = new Map();
  for (const attributes of startsIn(xml, 'Relationship')) {
    const [id = '', target = ''] = [attribute(attributes, 'Id'), attribute(attributes, 'Target')];
    const kind = attribute(attributes, 'Type')?.split('/').at(-1) ?? '';
    links.set(id, { kind, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` });
  }
  return links;
}

function sheetsIn(xml: string, links: Links): { name: string; path: string }[] {
  const sheets = startsIn(xml, 'sheet').flatMap((attributes) => {
    const link = links.get(attribute(attributes, 'id') ?? '');
    return link?.kind === 'worksheet' ? { name: attribute(attributes, 'name') ?? '', path: link.path } : [];
  });
  if (sheets.length === 0) throw new BrokenPart();
  return sheets;
}

function startsIn(xml: string, name: string): string[] {
  const starts: string[] = [];
  for (const token of xmlTokens(xml))
    if (token.kind === 'start' && token.name === name) starts.push(token.attributes);
  return starts;
}

function textsIn(xml: string): string[] {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isReading = false;
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') {
      if (isText && !isReading) text += token.text;
      continue;
    }
    if (token.name === 't') isText = token.kind === 'start';
    // How Chinese characters are read out stands beside the text.
    if (token.name === 'rPh') isReading = token.kind === 'start';
    if (token.name === 'si' && token.kind === 'start') text = '';
    if (token.name === 'si' && token.kind === 'end') texts.push(unescaped(text));
  }
  return texts;
}

function datesIn(xml: string): boolean[] {
  const dates: boolean[] = [];
  const formats = new Map<string, string>();
  let isCellStyle = false;
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') continue;
    if (token.name === 'cellXfs') isCellStyle = token.kind === 'start';
    if (token.kind === 'end') continue;
    const id = attribute(token.attributes, 'numFmtId') ?? '';
    if (token.name === 'numFmt') formats.set(id, attribute(token.attributes, 'formatCode') ?? '');
    if (token.name === 'xf' && isCellStyle) dates.push(isDateFormat(Number(id), formats.get(id)));
  }
  return dates;
}

/** Formats without a code are those that every spreadsheet knows by their number. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return [
      [14, 22],
      [27, 36],
      [45, 47],
      [50, 58],
    ].some(([from = 0, to = 0]) => id >= from && id <= to);
  const [positive = ''] = code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '').split(';');
  return /[dmyhs]/i.test(positive) && !/general/i.test(positive);
}

const address = /^([A-Z]{1,3})[1-9]\d{0,6}$/;

interface Cell {
  column: number;
  type: string;
  style: number;
  isFormula: boolean;
  /** Null where the file has none. */
  value: string | null;
}

/** Rows that have text, all of one width. Cells without a value cost nothing, wherever they stand. */
function cellsIn(xml: string, workbook: Workbook): SheetCells | ReadingFailure {
  const rows: SheetCells['rows'] = [];
  const notes: RowNote[] = [];
  const limits = new TableLimits();
  let row: SheetCells['rows'][number] = { number: 0, cells: [] };
  let column = 0;
  let cell: Cell | null = null;
  let isText = false;
  let isReading = false;
  let open = { found: 0, cell: '' };
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') {
      if (cell && isText && !isReading) cell.value = (cell.value ?? '') + token.text;
    } else if (token.name === 'rPh') isReading = token.kind === 'start';
    else if (token.name === 'v' || token.name === 't') {
      isText = token.kind === 'start';
      if (cell) cell.value ??= '';
    } else if (token.name === 'f') {
      if (cell) cell.isFormula = true;
    } else if (token.name === 'row' && token.kind === 'start') {
      const number = Number(attribute(token.attributes, 'r') ?? row.number + 1);
      if (!Number.isInteger(number) || number <= row.number) throw new BrokenPart();
      row = { number, cells: [] };
      column = 0;
      open = { found: 0, cell: '' };
    } else if (token.name === 'row') {
      if (open.found > 0) notes.push({ kind: 'no-result', at: row.number, ...open });
      if (row.cells.length === 0) continue;
      const failure = limits.add(row.cells);
      if (failure) return failure;
      rows.push(row);
    } else if (token.name === 'c' && token.kind === 'start') {
      cell = cellOf(token.attributes, column);
      column = cell.column;
    } else if (token.name === 'c' && cell) {
      const at = `${lettersOf(column)}${row.number}`;
      const hasResult = cell.value !== null && (cell.value !== '' || cell.type !== 'n');
      if (cell.isFormula && !hasResult) open = { found: open.found + 1, cell: open.cell || at };
      const text = textOf(cell, workbook);
      cell = null;
      if (text === '') continue;
      if (column > most.columns) return tooMuch('columns', column, at);
      while (row.cells.length < column - 1) row.cells.push('');
      row.cells.push(text);
    }
  }
  for (const { cells } of rows) while (cells.length < limits.columns) cells.push('');
  return { rows, notes };
}

/** Cells stand from left to right. Without an address, a cell is the next one. */
function cellOf(attributes: string, before: number): Cell {
  const written = attribute(attributes, 'r');
  const letters = written === undefined ? '' : address.exec(written)?.[1];
  if (letters === undefined) throw new BrokenPart();
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) || before + 1;
  if (column <= before) throw new BrokenPart();
  const style = Number(attribute(attributes, 's') ?? 0);
  return { column, type: attribute(attributes, 't') ?? 'n', style, isFormula: false, value: null };
}

function lettersOf(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

function textOf({ type, style, value }: Cell, { texts, dates, from1904 }: Workbook): string {
  if (value === null || value === '') return '';
  if (type === 's') {
    const text = texts[Number(value)];
    if (text === undefined) throw new BrokenPart();
    return text;
  }
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n') return unescaped(value);
  return dates[style] === true ? dateText(value, from1904) : numberText(value);
}

/** What XML cannot hold, Excel writes as `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number(`0x${code}`)));
}

/**
 * As the file has it. Programs write a number with a fraction in full: 1.1 as 1.1000000000000001. It becomes the shortest
 * one that is the same to every program.
 */
function numberText(written: string): string {
  const digits = written.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').length;
  const isInFull = /e/i.test(written) || (written.includes('.') && digits > 15);
  const value = Number(written);
  return isInFull && digits <= 17 && Number.isFinite(value) ? String(value) : written;
}

const daysTo1970 = 25_569;
const daysTo1904 = 1_462;

/** Workbooks know no time zones: what the cell shows, as if it were UTC. */
function dateText(written: string, from1904: boolean): string {
  const days = Number(written) - daysTo1970 + (from1904 ? daysTo1904 : 0);
  // A day is a fraction in the file, so a full second may come out some milliseconds off.
  const seconds = new Date(Math.round(days * 86_400) * 1000);
  if (Number.isNaN(seconds.getTime())) return written;
  const [day = '', time = ''] = seconds.toISOString().slice(0, 19).split('T');
  if (seconds.getUTCFullYear() < 1900) return time;
  return time === '00:00:00' ? day : `${day}T${time}`;
}
