/** Places of a list stand in brackets in an expression: `rules.0.score` is `rules[0].score`. */
export function celPath(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, '[$1]');
}
