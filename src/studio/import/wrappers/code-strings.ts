interface CodeString {
  name: string;
  text: string;
}

export interface CodeStrings {
  language: 'python' | 'js';
  strings: readonly CodeString[];
}

const shortestPrompt = 80;
/** Begins as no prose does: an import, a declaration, a constant. */
const STARTS_AS_CODE =
  /^\s*(?:(?:#|\/\/).*\n\s*)*(?:from [\w.]+ import\b|import [\w*{}, .]+(?:from\b|;|\n)|(?:export )?(?:default |async |const |let |var |function |def |class )\w+\s?(?:[:=(]|\{)|[A-Z_]{2,}(?: ?: ?\w+)? = (?:[frFR]{0,2}["'`(]|\d))/;

/** The long string literals of a piece of Python or JavaScript; null where the text is no code. */
export function codeStrings(text: string): CodeStrings | null {
  const python = pythonStrings(text);
  const js = python.length === 0 ? jsStrings(text) : [];
  const isCode = STARTS_AS_CODE.test(text);
  const strings = joinedParts([...python, ...js]).filter(
    ({ text: inner }) =>
      inner.trim().length >= shortestPrompt || (isCode && inner.trim().length >= 20 && holdsInput(inner)),
  );
  const longest = Math.max(0, ...strings.map(({ text: inner }) => inner.length));
  // A string within prose is a quotation: code is mostly its strings.
  const size = (words: string): number => words.replaceAll(/\s+/g, ' ').length;
  const total = strings.reduce((sum, { text: inner }) => sum + size(inner), 0);
  if (strings.length === 0 || (!isCode && total * 2 < size(text))) return null;
  return {
    language: python.length > 0 ? 'python' : 'js',
    strings: strings.filter(({ text: inner }) => inner.length * 3 >= longest),
  };
}

const pythonStart =
  /^[ \t]{0,80}(?:([A-Za-z_]\w*)(?:[ \t]{0,80}:[ \t]{0,80}[\w.[\]]+)?[ \t]{0,80}=|["']\w{1,20}["']:|\(?["'](\w{1,20})["'],\s{0,200}|return|print\()?[ \t]{0,80}(?:[\w.]+\()?[ \t]{0,80}([rRfFbBuU]{0,2})("""|''')/gm;

function pythonStrings(text: string): CodeString[] {
  let end = 0;
  const triple = Array.from(text.matchAll(pythonStart)).flatMap((match): CodeString[] => {
    const [opening, name, role = '', prefix = '', quotes = '"""'] = match;
    const from = match.index + opening.length;
    if (match.index < end) return [];
    const to = closing(text, from, quotes);
    if (to === -1) return [];
    end = to + quotes.length;
    const raw = text.slice(from, to);
    return [
      { name: name ?? (isSystem(role) ? role : ''), text: dedent(/r/i.test(prefix) ? raw : unescape(raw)) },
    ];
  });
  // `f"{PROMPT}\n\nAnswer: {answer}"` puts the case behind the prompt.
  const behind = Array.from(text.matchAll(/[fF]"(\{\w+\}(?:[^"\\\n]|\\.)+)"/g), ([, inner = '']) => ({
    name: '',
    text: unescape(inner),
  })).filter(({ text: inner }) =>
    triple.some(
      ({ name }) => name !== '' && inner.startsWith(`{${name}}`) && holdsInput(inner.slice(name.length + 2)),
    ),
  );
  return [...triple, ...behind, ...joinedStrings(text)];
}

const holdsInput = (text: string): boolean => /(?<!\{)\{[A-Za-z_][\w.[\]'"]*\}/.test(text);

/** A system text and the text with the inputs are what one judge is told; so is a string that another one fills in. */
function joinedParts(strings: readonly CodeString[]): CodeString[] {
  const found: CodeString[] = [];
  for (const { name, text } of strings) {
    const before = found.at(-1);
    if (before !== undefined && before.name !== '' && text.includes(`{${before.name}}`)) {
      found.pop();
      found.push({ name: before.name, text: text.replace(`{${before.name}}`, () => before.text) });
    } else if (before !== undefined && isSystem(before.name) && (holdsInput(text) || !isSystem(name))) {
      found.pop();
      found.push({ name, text: `${before.text.trim()}\n\n${text.trim()}` });
    } else found.push({ name, text });
  }
  return found;
}

const isSystem = (name: string): boolean => /system/i.test(name);

/** `PROMPT = ("one line\n" "the next\n")`, as Python joins neighbouring literals. */
function joinedStrings(text: string): CodeString[] {
  return Array.from(
    text.matchAll(/^[ \t]*(?:([A-Za-z_]\w*)[ \t]*=|["']([\w ]+)["'][ \t]*:)[ \t]*\([ \t]*\n?/gm),
  ).flatMap((match): CodeString[] => {
    const from = match.index + match[0].length;
    const pieces: string[] = [];
    for (const line of text.slice(from).split('\n')) {
      const [, double, single] =
        /^[ \t]*[fFrRuU]{0,2}(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')[ \t]*(?:#.*)?\)?$/.exec(line) ?? [];
      const piece = double ?? single;
      if (piece === undefined) break;
      pieces.push(unescape(piece));
    }
    return pieces.length < 2 ? [] : [{ name: match[1] ?? match[2] ?? '', text: pieces.join('') }];
  });
}

const jsStart =
  /(?:^|[\n;])[ \t]*(?:export[ \t]+)?(?:default[ \t]+|(?:const|let|var)[ \t]+([A-Za-z_$][\w$]*)[^=\n]{0,40}=[ \t]*(?:\([^)\n]*\)(?:[ \t]*:[ \t]*\w+)?[ \t]*=>[ \t]*)?|return[ \t]+|([A-Za-z_$][\w$]*)[ \t]*:[ \t]*)`/g;

function jsStrings(text: string): CodeString[] {
  return Array.from(text.matchAll(jsStart)).flatMap((match): CodeString[] => {
    const from = match.index + match[0].length;
    const to = closing(text, from, '`');
    if (to === -1) return [];
    return [{ name: match[1] ?? match[2] ?? '', text: dedent(unescape(text.slice(from, to))) }];
  });
}

/** Where the literal ends: the next such quotes that no backslash stands before. */
function closing(text: string, from: number, quotes: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(quotes, at)) return at;
    else if (quotes === '`' && text.startsWith('${', at)) at = closingBrace(text, at + 2);
  }
  return -1;
}

/** The end of `${…}`, in which other template literals may stand. */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    else if (text[at] === '`') at = Math.max(closing(text, at + 1, '`'), at);
    if (depth === 0) return at;
  }
  return text.length;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', '\n': '' };

function unescape(text: string): string {
  return text.replaceAll(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (whole: string, next: string) => {
    if (next.length === 5) return String.fromCharCode(Number.parseInt(next.slice(1), 16));
    // Unknown escapes stay as they are, as Python has it.
    return escapes[next] ?? (/["'`\\$]/.test(next) ? next : whole);
  });
}

/** Indentation that all lines share comes from the code. */
function dedent(text: string): string {
  const lines = text.split('\n');
  const others = lines.slice(1).filter((line) => line.trim() !== '');
  const indent = Math.min(...others.map((line) => line.length - line.trimStart().length));
  if (others.length === 0 || indent === 0) return text;
  return lines
    .map((line, index) => (index === 0 ? line : line.slice(Math.min(indent, line.length))))
    .join('\n');
}
