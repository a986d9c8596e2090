import { jsonSchema, type Json } from '../model/json';

/** What comes before the output path in the header of a column with values known to be right. */
export const goldPrefix = 'gold.';

/** The value a cell claims: JSON if it parses as JSON, its words otherwise. An empty cell claims nothing. */
export function readGoldCell(cell: string): Json | undefined {
  if (cell.trim() === '') return undefined;
  try {
    return jsonSchema.parse(JSON.parse(cell));
  } catch {
    return cell;
  }
}
