import type { Preferences } from '../../state/preferences.svelte';
import type { Workbench } from '../../state/workbench.svelte';

/** What is wrong with a text that should be JSON, in the reader's language. Null where nothing is. */
export function jsonFaultInWords(
  fault: ReturnType<Workbench['jsonFaultOf']>,
  words: (line: string, column: string) => string,
  { t, language }: Pick<Preferences, 't' | 'language'>,
): string | null {
  if (fault === null) return null;
  if (fault === 'single-value') return t.form.singleValue;
  return words(fault.line.toLocaleString(language), fault.column.toLocaleString(language));
}
