import { isMap, isPair, isScalar, isSeq, parseDocument, visit } from 'yaml';

/** Where a cursor stands in YAML. */
export interface YamlPlace {
  kind: 'key' | 'value';
  /** To the mapping whose key is typed, or to the value. `*` is any place in a list. */
  path: string[];
  /** Keys that the mapping has already. */
  taken: ReadonlySet<string>;
}

const mark = '‸';
const topLevel = /^(?![#-]\s|[#-]$)\S/;

/** Puts a mark there and looks where the parser, which forgives mistakes, finds it. Null in comments and within texts. */
export function placeInYaml(lines: readonly string[], at: number, cursor: number): YamlPlace | null {
  const marked = (lines[at] ?? '').slice(0, cursor).replace(/[\w./-]*$/, mark);
  if (marked === mark) {
    const taken = lines.flatMap((line, index) => (index === at ? [] : (/^([\w-]+):/.exec(line)?.[1] ?? [])));
    return { kind: 'key', path: [], taken: new Set(taken) };
  }
  // The part under one key at the top: all of a long file would take too long.
  const begin = topLevel.test(marked)
    ? at
    : lines.findLastIndex((line, index) => index < at && topLevel.test(line));
  const end = lines.findIndex((line, index) => index > at && topLevel.test(line));
  const part = lines
    .slice(0, end === -1 ? undefined : end)
    .with(at, marked)
    .slice(Math.max(begin, 0));
  const found: YamlPlace[] = [];
  visit(parseDocument(part.join('\n'), { logLevel: 'silent' }), {
    Scalar: (role, { value }, parents) => {
      if (value !== mark) return undefined;
      const map = parents.at(-2);
      const isKey = role === 'key' && isMap(map);
      const around = isKey ? parents.slice(0, -1) : parents;
      const path = around.flatMap((parent) => {
        if (isSeq(parent)) return ['*'];
        return isPair(parent) && isScalar(parent.key) ? [String(parent.key.value)] : [];
      });
      const keys = isKey ? map.items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : [])) : [];
      // What stands alone on its line may become a key.
      const kind = isKey || /^[\s-]*‸$/.test(marked) ? 'key' : 'value';
      found.push({ kind, path, taken: new Set(keys) });
      return visit.BREAK;
    },
  });
  return found[0] ?? null;
}
