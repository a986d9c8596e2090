/** `end` also follows the start of an element without content. Names are without their prefix. */
export type XmlToken =
  | { kind: 'start'; name: string; attributes: string }
  | { kind: 'end'; name: string }
  | { kind: 'text'; text: string };

const tokens = new RegExp(
  [
    // A tag: whether it closes, its name, its attributes.
    /<(\/?)(?:[^\s<>/:"']+:)?([^\s<>/:"']+)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/,
    /<!--[^]*?-->/,
    /<!\[CDATA\[([^]*?)\]\]>/,
    /<[?!][^>]*>/,
    /[^<]+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gy',
);

/** What a workbook needs of XML. Throws a `SyntaxError` where the text is none. */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  let read = 0;
  for (const [token, slash, name, attributes = '', literal] of xml.matchAll(tokens)) {
    read += token.length;
    if (name === undefined) {
      if (literal !== undefined) yield { kind: 'text', text: literal };
      else if (!token.startsWith('<')) yield { kind: 'text', text: decodeEntities(token) };
      continue;
    }
    if (slash === '') yield { kind: 'start', name, attributes };
    if (slash !== '' || attributes.endsWith('/')) yield { kind: 'end', name };
  }
  if (read < xml.length) throw new SyntaxError(`Expected XML at character ${read}.`);
}

const patterns = new Map<string, RegExp>();

/** Of the attributes of a start, the one of this name. */
export function attribute(attributes: string, name: string): string | undefined {
  const pattern = patterns.get(name) ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, pattern);
  const found = pattern.exec(attributes);
  const text = found?.[1] ?? found?.[2];
  return text === undefined ? undefined : decodeEntities(text);
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!lines.includes('&')) return lines;
  return lines.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, ten, hex, name) => {
      if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
      const code = typeof ten === 'string' ? Number(ten) : Number(`0x${String(hex)}`);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
