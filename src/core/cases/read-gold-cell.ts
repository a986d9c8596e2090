import { jsonSchema, type Json } from '../model/json';

/** What comes before the output path in the header of a column with values known to be right. */
export const goldPrefix = 'gold.';

/** Most cells are words. Trying to parse them costs far more than looking at their first letter. */
const mayBeJson = /^\s*["[{\-\dtfn]/u;

/** The value a cell claims: JSON if it parses as JSON, its words otherwise. An empty cell claims nothing. */
export function readGoldCell(cell: string): Json | undefined {
  if (!mayBeJson.test(cell)) return cell.trim() === '' ? undefined : cell;
  try {
    const parsed: unknown = JSON.parse(cell);
    if (typeof parsed === 'string' || typeof parsed === 'boolean') return parsed;
    if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed;
    return hasUnholdable(parsed) ? cell : jsonSchema.parse(parsed);
  } catch {
    return cell;
  }
}

/** No object holds this name as a value of its own, so what has it as a key stays the text it is. */
function hasUnholdable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasUnholdable);
}
