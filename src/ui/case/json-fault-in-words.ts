import type { jsonFaultOf } from '../../state/input-faults';
import type { Preferences } from '../../state/preferences.svelte';

/** What is wrong with a text that should be JSON, in the reader's language. Null where nothing is. */
export function jsonFaultInWords(
  fault: ReturnType<typeof jsonFaultOf>,
  words: (line: string, column: string) => string,
  { t, language }: Pick<Preferences, 't' | 'language'>,
): string | null {
  if (fault === null) return null;
  if (fault === 'single-value') return t.form.singleValue;
  return words(fault.line.toLocaleString(language), fault.column.toLocaleString(language));
}
