const formats = new Map<string, Intl.DateTimeFormat>();

/** Day and time of a moment, as short as the language has it. Making a format takes far longer than using it, and tables have many moments. */
export function shortTime(iso: string, language: string): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' });
    formats.set(language, format);
  }
  return format.format(new Date(iso));
}
