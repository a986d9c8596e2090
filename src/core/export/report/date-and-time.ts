/** 2026-01-02T03:04:05.678Z is for programs. */
export function dateAndTime(iso: string): string {
  return iso.replace(/T(\d\d:\d\d).*Z$/, ' $1 UTC');
}
