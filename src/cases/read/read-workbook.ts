import readXlsxFile from 'read-excel-file/universal';
import { readSheet } from './read-table';
import { errorMessage } from '../../kit/error-message';
import type { ReadingChoices, ReadingFailure, ReadTable } from '../table';

export async function readWorkbook(
  bytes: ArrayBuffer,
  choices: ReadingChoices,
): Promise<ReadTable | ReadingFailure> {
  let sheets: { sheet: string; data: unknown[][] }[];
  try {
    sheets = await readXlsxFile<string>(bytes, { trim: false, parseNumber: numberText });
  } catch (error) {
    return { code: 'damaged', found: { kind: 'broken-workbook', detail: errorMessage(error) } };
  }
  const filled = sheets.find(({ data }) => data.length > 0);
  const chosen = sheets.find(({ sheet }) => sheet === choices.sheet) ?? filled;
  if (!chosen) return { code: 'empty' };
  const cells = chosen.data.map((row) => row.map(cellText));
  const names = { all: sheets.map(({ sheet }) => sheet), chosen: chosen.sheet };
  return readSheet(cells, names, choices);
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value instanceof Date ? dateText(value) : '';
}

/** As a spreadsheet shows it: 15 digits, so 0.1 + 0.2 is 0.3. Whole numbers keep all their digits. */
function numberText(written: string): string {
  if (/^-?\d+$/.test(written)) return written;
  const value = Number(written);
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : written;
}

/** Workbooks know no time zones: the reader gives what the cell shows, as if it were UTC. */
function dateText(date: Date): string {
  // A day is a fraction in the file, so a full second may come out some milliseconds off.
  const seconds = new Date(Math.round(date.getTime() / 1000) * 1000);
  if (Number.isNaN(seconds.getTime())) return '';
  const [day = '', time = ''] = seconds.toISOString().slice(0, 19).split('T');
  if (seconds.getUTCFullYear() < 1900) return time;
  return time === '00:00:00' ? day : `${day}T${time}`;
}
