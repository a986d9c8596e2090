import type { Span } from '../proposal';

/** A part of a value that is no object and no list: a quoted text, or a run of other characters. */
export interface SampleWord {
  text: string;
  quoted: boolean;
}

/** A sample as people write it: nearly JSON. */
export type Sample =
  | { kind: 'object'; span: Span; entries: readonly SampleEntry[]; more: boolean }
  | { kind: 'list'; span: Span; items: readonly Sample[]; more: boolean }
  | { kind: 'value'; span: Span; words: readonly SampleWord[]; comment: string };

export interface SampleEntry {
  key: string;
  keySpan: Span;
  value: Sample;
  /** What stands behind the value, or above the key, as a comment. */
  comment: string;
}

const MOST_DEPTH = 12;
const LONGEST_TEXT = 4000;
/** Beyond this a sample is no sample. */
const LONGEST = 40_000;

/** Reads the sample that starts at `from` with a brace or bracket. `doubled`: braces are written twice. */
export function readSample(source: string, from: number, doubled = false): Sample | undefined {
  const reader = new Reader(source, from, Math.min(source.length, from + LONGEST), doubled);
  return reader.read();
}

class Reader {
  private at: number;
  private comment = '';

  constructor(
    private readonly source: string,
    from: number,
    private readonly end: number,
    private readonly doubled: boolean,
  ) {
    this.at = from;
  }

  read(): Sample | undefined {
    return this.value(0);
  }

  private peek(): string {
    return this.at < this.end ? (this.source[this.at] ?? '') : '';
  }

  private brace(sign: '{' | '}'): boolean {
    if (this.peek() !== sign) return false;
    this.at += this.doubled && this.source[this.at + 1] === sign ? 2 : 1;
    return true;
  }

  /** Skips blanks and comments, of which the last is kept. */
  private skip(): void {
    for (;;) {
      const rest = this.source.slice(this.at, Math.min(this.end, this.at + 2));
      if (/^\s/u.test(rest)) this.at += 1;
      else if (rest === '//' || rest.startsWith('#') || rest.startsWith('←')) {
        const stop = this.lineEnd();
        this.comment = this.source
          .slice(this.at, stop)
          .replace(/^(?:\/\/|#|←)+\s*/u, '')
          .trim();
        this.at = stop;
      } else return;
    }
  }

  private lineEnd(): number {
    const end = this.source.indexOf('\n', this.at);
    return end < 0 || end > this.end ? this.end : end;
  }

  private value(depth: number): Sample | undefined {
    this.skip();
    if (depth > MOST_DEPTH || this.at >= this.end) return undefined;
    if (this.peek() === '{') return this.object(depth);
    if (this.peek() === '[') return this.list(depth);
    return this.words();
  }

  private object(depth: number): Sample | undefined {
    const from = this.at;
    this.brace('{');
    const entries: SampleEntry[] = [];
    let more = false;
    for (;;) {
      this.comment = '';
      this.skip();
      const above = this.comment;
      if (this.brace('}')) return { kind: 'object', span: { from, to: this.at }, entries, more };
      if (this.at >= this.end) return undefined;
      if (this.ellipsis(false)) {
        more = true;
        continue;
      }
      if (/[,;]/u.test(this.peek())) {
        this.at += 1;
        continue;
      }
      const key = this.key();
      if (key === undefined) return undefined;
      this.comment = '';
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      this.skipToSeparator();
      entries.push({
        key: key.key,
        keySpan: key.span,
        value,
        comment: this.comment || (value.kind === 'value' ? value.comment : '') || above,
      });
    }
  }

  /** The comment behind a value belongs to it, also where the comma stands between them. */
  private skipToSeparator(): void {
    while (/[ \t]/u.test(this.peek())) this.at += 1;
    if (/[,;]/u.test(this.peek())) this.at += 1;
    while (/[ \t]/u.test(this.peek())) this.at += 1;
    const rest = this.source.slice(this.at, this.at + 2);
    if (rest === '//' || rest.startsWith('#') || rest === '/*' || rest.startsWith('←')) this.skip();
    else if (rest.startsWith('(')) {
      const stop = this.lineEnd();
      const note = /^\(([^()\n]{1,200})\)\s*,?\s*$/u.exec(
        this.source.slice(this.at, Math.min(stop, this.at + 210)),
      )?.[1];
      if (note === undefined) return;
      this.comment = note;
      this.at = stop;
    }
  }

  /** "…", or an input in place of entries: `{criteria_json}`. */
  private ellipsis(inList: boolean): boolean {
    const rest = this.source.slice(this.at, Math.min(this.end, this.at + 80));
    const dots = (/^(?:\.{3}|…)[^"'\]>)\n,}]{0,60}/u.exec(rest) ??
      /^(?:"\s?(?:\.{3}|…)\s?"|<\s?(?:\.{3}|…)[^>\n]{0,60}>|\[\s?(?:\.{3}|…)\s?\]|\((?:\.{3}|…)[^)\n]{0,60}\)|\$?\{{1,2}\s?[\p{L}_][\p{L}\p{N}_.]{0,60}\s?\}{1,2})(?=\s*[,}\]\n])/u.exec(
        rest,
      ))?.[0];
    if (dots === undefined || (inList && dots.startsWith('"'))) return false;
    this.at += dots.length;
    return true;
  }

  private key(): { key: string; span: Span } | undefined {
    const from = this.at;
    const rest = this.source.slice(from, Math.min(this.end, from + 160));
    const match =
      /^\\?(["'“])([^"'“”\n]{1,120})\\?["'”]\s{0,4}[:：]/u.exec(rest) ??
      /^()([\p{L}_$][\p{L}\p{N}_$.-]{0,80})\??\s{0,4}[:：]/u.exec(rest) ??
      /^(<)([^<>\n]{1,80})>\s{0,4}[:：]/u.exec(rest);
    if (match === null) return undefined;
    this.at += match[0].length;
    const key = (match[2] ?? '').replace(/\\$/u, '').trim();
    return { key: match[1] === '<' ? `<${key}>` : key, span: { from, to: from + match[0].length - 1 } };
  }

  private list(depth: number): Sample | undefined {
    const from = this.at;
    this.at += 1;
    const items: Sample[] = [];
    let more = false;
    for (;;) {
      this.skip();
      if (this.peek() === ']') {
        this.at += 1;
        const other = /^[ \t]{0,3}(?:\||or|ou|oder|of|o|또는|または|或)[ \t]{0,3}(?:\[\s{0,3}\]|null)/u.exec(
          this.source.slice(this.at, this.at + 24),
        );
        if (other !== null) {
          this.at += other[0].length;
          if (other[0].endsWith('null')) this.comment = 'null';
        }
        const list: Sample = { kind: 'list', span: { from, to: this.at }, items, more };
        return items.length > 0 || more || depth > 0 ? this.withAlternatives(list) : list;
      }
      if (this.at >= this.end) return undefined;
      if (this.peek() === ',') this.at += 1;
      else if (this.ellipsis(true)) more = true;
      else {
        const item = this.value(depth + 1);
        if (item === undefined || item.span.to === item.span.from) return undefined;
        items.push(item);
      }
    }
  }

  /** `["A"] | null` is a list or nothing; `[1-5]` alone is a value in brackets. */
  private withAlternatives(list: Sample & { kind: 'list' }): Sample {
    const only = list.items[0];
    if (
      list.items.length !== 1 ||
      list.more ||
      only?.kind !== 'value' ||
      only.words.some(({ quoted }) => quoted)
    )
      return list;
    const inner = only.words.map(({ text }) => text).join(' ');
    if (!/^[\d.,\s–~-]+$|[|/]/u.test(inner) || /^\d+$/u.test(inner)) return list;
    return { kind: 'value', span: list.span, words: only.words, comment: '' };
  }

  /** Everything up to the next comma, brace or line that is not in quotes or angle brackets. */
  private words(): Sample | undefined {
    const from = this.at;
    const words: SampleWord[] = [];
    let run = '';
    const flush = (): void => {
      if (run.trim() !== '') words.push({ text: run.trim(), quoted: false });
      run = '';
    };
    let last = from;
    for (;;) {
      const sign = this.peek();
      // `string[]` is no end of a list.
      const ends = /[,\n}\];]/u.test(sign) && !(sign === ']' && run.endsWith('['));
      if (sign === '' || ends || this.startsComment()) break;
      if (
        /["“]/u.test(sign) ||
        (sign === "'" && run.trim() === '') ||
        (sign === '\\' && this.source[this.at + 1] === '"')
      ) {
        flush();
        const text = this.text();
        if (text === undefined) return undefined;
        words.push({ text, quoted: true });
      } else if (sign === '<' || sign === '(') {
        const close = this.source
          .slice(this.at, Math.min(this.lineEnd(), this.at + 300))
          .indexOf(sign === '<' ? '>' : ')');
        const stop = close < 0 ? this.at + 1 : this.at + close + 1;
        run += this.source.slice(this.at, stop);
        this.at = stop;
      } else {
        run += sign;
        this.at += 1;
        if (sign === '|') this.skipBlanksAcrossLines();
      }
      last = this.at;
    }
    flush();
    if (words.length === 0) return undefined;
    this.comment = '';
    return { kind: 'value', span: { from, to: last }, words, comment: '' };
  }

  private startsComment(): boolean {
    const rest = this.source.slice(this.at, this.at + 2);
    return (
      (rest === '//' && this.source[this.at - 1] !== ':') ||
      rest === '/*' ||
      rest.startsWith('←') ||
      (rest.startsWith('#') && /\s/u.test(this.source[this.at - 1] ?? ''))
    );
  }

  private skipBlanksAcrossLines(): void {
    while (/\s/u.test(this.peek())) this.at += 1;
  }

  /** A quoted text. A quote within it does not end it unless what follows may follow a text. */
  private text(): string | undefined {
    const escaped = this.peek() === '\\';
    const open = this.source[escaped ? this.at + 1 : this.at] ?? '';
    const close = open === '“' ? '”' : open;
    let at = this.at + (escaped ? 2 : 1);
    const start = at;
    const stop = Math.min(this.end, at + LONGEST_TEXT);
    for (; at < stop; at += 1) {
      const sign = this.source[at];
      if (sign === '\\' && !escaped) at += 1;
      else if (
        sign === close &&
        /^\s*(?:$|[,}\]:|/;)]|\/\/|#|←|\n|or\b|ou\b|of\b|oder\b|o\b|또는|または|或|혹은|\()/u.test(
          this.source.slice(at + 1, at + 12),
        )
      ) {
        this.at = at + 1;
        return this.source.slice(start, escaped && this.source[at - 1] === '\\' ? at - 1 : at);
      }
    }
    return undefined;
  }
}
