/** Month names and customary abbreviations in French, Dutch and German, accents and dots removed. */
const MONTHS: readonly (readonly string[])[] = [
  ['janvier', 'janv', 'januari', 'jan', 'januar'],
  ['fevrier', 'fevr', 'fev', 'februari', 'feb', 'februar'],
  ['mars', 'maart', 'mrt', 'marz', 'maerz'],
  ['avril', 'avr', 'april', 'apr'],
  ['mai', 'mei'],
  ['juin', 'juni', 'jun'],
  ['juillet', 'juil', 'juli', 'jul'],
  ['aout', 'augustus', 'aug', 'august'],
  ['septembre', 'sept', 'september', 'sep'],
  ['octobre', 'oct', 'oktober', 'okt', 'october'],
  ['novembre', 'nov', 'november'],
  ['decembre', 'dec', 'december', 'dezember', 'dez'],
];

/** A calendar day as `YYYY-MM-DD`, or null. Figures are read day first, as Belgium writes them. */
export function readDate(text: string): string | null {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:t.*)?$/.exec(plain);
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const figures = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(plain);
  if (figures) return day(Number(figures[3]), Number(figures[2]), Number(figures[1]));
  const words = /^(?:[a-z]+ )??(\d{1,2})(?:er|e|\.)?\s+([a-z]+)\.?\s+(\d{4})$/.exec(plain);
  const month = words ? MONTHS.findIndex((names) => names.includes(words[2] ?? '')) + 1 : 0;
  return words && month > 0 ? day(Number(words[3]), month, Number(words[1])) : null;
}

function day(year: number, month: number, dayOfMonth: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth;
  return isReal ? date.toISOString().slice(0, 10) : null;
}
