import { labelOf, prefixLength, type LineRole } from './line-label';
import { isPlaceholder, noMinutes, type Minutes } from './minutes';
import { part, passageOf, trimmed, type Passage } from './passage';
import { splitQuotes } from './quoted-parts';
import { tableRoles, tableCells } from './table-row';

const INLINE_EVIDENCE = /[(（[]?\s*(?:근거(?:\s?발언)?|발언|인용|evidence)\s*[:：]\s*/iu;

/** Minutes written as text: headings, labels such as `결정:`, bullets, numbering, Markdown tables. */
export function minutesFromText(source: string): Minutes {
  const reader = new TextReader(source);
  let start = 0;
  for (const line of source.split('\n')) {
    reader.read(line, start);
    start += line.length + 1;
  }
  return reader.finish();
}

class TextReader {
  readonly #source: string;
  readonly #minutes = noMinutes('prose');
  #role: LineRole = 'other';
  /** A label that stood alone opens a block; one with text behind it ends at the next blank line. */
  #block = true;
  #table: LineRole[] | null = null;
  /** Evidence lines in a row, so that a quotation may run over a line break. */
  #evidence: { start: number; end: number; quoted: boolean } | null = null;
  #sawEvidence = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(line: string, start: number): void {
    if (this.#readTable(line, start)) return;
    if (line.trim() === '') {
      this.#closeEvidence();
      if (!this.#block) this.#role = 'other';
      return;
    }
    const label = labelOf(line);
    const from = label?.contentStart ?? prefixLength(line);
    const content = trimmed(passageOf(this.#source, start + from, start + line.length));
    if (label) {
      this.#closeEvidence();
      this.#role = label.role;
      this.#block = content.text === '';
      if (label.role !== 'other') this.#minutes.form = 'headed';
      if (content.text === '') return;
    }
    this.#take(content, this.#role, /^\s*>/u.test(line) || (label?.quoted ?? false));
    if (this.#role === 'agenda') this.#role = 'other';
  }

  finish(): Minutes {
    this.#closeEvidence();
    return this.#minutes;
  }

  #readTable(line: string, start: number): boolean {
    const cells = tableCells(line);
    if (cells === null) {
      this.#table = null;
      return false;
    }
    this.#closeEvidence();
    const roles = tableRoles(line);
    if (roles) {
      this.#table = roles;
      this.#minutes.form = 'headed';
    } else {
      for (const [i, cell] of cells.entries()) {
        const content = trimmed(passageOf(this.#source, start + cell.start, start + cell.end));
        this.#take(content, this.#table?.[i] ?? 'other', false);
        this.#closeEvidence();
      }
    }
    return true;
  }

  #take(content: Passage, role: LineRole, quoted: boolean): void {
    if (isPlaceholder(content.text)) return;
    if (role === 'evidence') {
      const { start, end } = edges(content);
      if (this.#evidence && this.#evidence.quoted === quoted) this.#evidence.end = end;
      else {
        this.#closeEvidence();
        this.#evidence = { start, end, quoted };
      }
      return;
    }
    const inline = role === 'decision' ? INLINE_EVIDENCE.exec(content.text) : null;
    const own = inline ? trimmed(part(content, 0, inline.index)) : content;
    if (own.text !== '') {
      if (role === 'agenda') this.#minutes.agendas.push(own);
      if (role === 'decision') {
        this.#minutes.decisions.push({ passage: own, evidence: [] });
        this.#sawEvidence = false;
      }
      this.#minutes.statements.push(own);
    }
    if (inline) {
      const rest = trimmed(part(content, inline.index + inline[0].length, content.text.length));
      this.#addEvidence(rest, false);
    }
  }

  #closeEvidence(): void {
    if (this.#evidence === null) return;
    const { start, end, quoted } = this.#evidence;
    this.#evidence = null;
    this.#addEvidence(passageOf(this.#source, start, end), quoted);
  }

  #addEvidence(passage: Passage, quoted: boolean): void {
    const { quotes, around } = splitQuotes(passage);
    const first = this.#minutes.evidence.length;
    if (quotes.length > 0) {
      for (const quote of quotes) this.#minutes.evidence.push({ passage: quote, quoted: true });
      this.#minutes.statements.push(...around.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)));
    } else if (quoted) this.#minutes.evidence.push({ passage, quoted: true });
    else for (const line of linesOf(passage)) this.#minutes.evidence.push({ passage: line, quoted: false });
    this.#link(first);
  }

  /** Evidence belongs to the decisions written since the last evidence; failing that, to the last decision. */
  #link(first: number): void {
    const added = this.#minutes.evidence.map((_, i) => i).slice(first);
    if (this.#sawEvidence) this.#minutes.decisions.at(-1)?.evidence.push(...added);
    else
      for (const decision of this.#minutes.decisions)
        if (decision.evidence.length === 0) decision.evidence.push(...added);
    this.#sawEvidence = true;
  }
}

function linesOf(passage: Passage): Passage[] {
  const lines: Passage[] = [];
  let start = 0;
  for (const line of passage.text.split('\n')) {
    const content = trimmed(part(passage, start + prefixLength(line), start + line.length));
    if (!isPlaceholder(content.text)) lines.push(content);
    start += line.length + 1;
  }
  return lines;
}

function edges(passage: Passage): { start: number; end: number } {
  return { start: passage.offsets[0] ?? 0, end: passage.offsets[passage.text.length] ?? 0 };
}
