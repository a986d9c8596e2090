import type { Reading } from './quantity';
import { readQuantities } from './read-quantities';

/** Counters that count as one unit; replacing them would make `3개` and `3곳` one. */
const LOOSE_UNITS: ReadonlySet<string | null> = new Set([null, 'thing', 'person', 'ordinal']);
const FIRST_TOKEN = 0xe000;
const TOKENS = 0x1900;

/**
 * Letters only, with every quantity as one sign, so that `천이백만 원` and `1,200만 원` read alike. Forms can be compared
 * when they come from the same function.
 */
export function spokenForms(): (text: string) => string {
  const tokens = new Map<string, string>();
  const tokenFor = (key: string): string => {
    const known = tokens.get(key);
    if (known !== undefined) return known;
    const token = String.fromCharCode(FIRST_TOKEN + (tokens.size % TOKENS));
    tokens.set(key, token);
    return token;
  };
  return (text) => {
    const composed = text.normalize('NFC');
    let form = '';
    let from = 0;
    for (const { start, end, readings } of readQuantities(composed)) {
      const [reading] = readings;
      if (reading === undefined || isLoose(reading) || start < from) continue;
      form += composed.slice(from, start) + tokenFor(JSON.stringify(reading));
      from = end;
    }
    return lettersOf(form + composed.slice(from));
  };
}

function isLoose(reading: Reading): boolean {
  return reading.kind === 'amount' && LOOSE_UNITS.has(reading.unit);
}

/** Signs that belong to a number stay: `1.5개` is not `15개`, nor `-5` the same as `5`. */
function lettersOf(text: string): string {
  return text
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '')
    .replace(/((?<=\d)[.,:/](?=\d)|-(?=[\d\p{Co}]))|[^\p{L}\p{N}\p{Co}%]/gu, '$1');
}
