/** Lines of `key → value | value`, as pairs of a key and a value. `⏎` stands for a line end. */
export function grouped(table: string): [key: string, value: string][] {
  return table.split('\n').flatMap((line) => {
    const [key = '', values] = line.replaceAll('⏎', '\n').split(' → ');
    return values === undefined ? [] : values.split(' | ').map((value): [string, string] => [key, value]);
  });
}
