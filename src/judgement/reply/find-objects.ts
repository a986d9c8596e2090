import { matchEnd, scanJson, type Scan, type Why } from './scan-json';

export type Region =
  | (Extract<Scan, { kind: 'complete' }> & { start: number })
  | ({ kind: 'broken'; start: number; end: number } & Why)
  | { kind: 'unclosed'; start: number; end: number };

export interface Findings {
  /** In the order of the text. Nothing inside a region is a region of its own. */
  regions: Region[];
  /** How many of the first regions were only thought. They are no answers, but tell what the others may be part of. */
  thought: number;
  endsInThought: boolean;
  /** The last quote outside all regions after which a brace closes nothing, or closes a brace before the quote, or -1. */
  quoteBeforeBrace: number;
}

/** A list is a region of its own and fits no shape: which of its objects is the answer would be a guess, even of one. */
const LIST_OF_OBJECTS = /\[\s*\{/y;
/** More than any answer holds. Past it the walk stops: so a reply of a million braces is cheap. */
export const MOST_OBJECTS = 100;
const QUOTE = /["'“”‘’]/;

/** Nothing inside a JSON text is taken for a tag, a fence or another object, and nothing inside thinking for an answer. */
export function findObjects(text: string): Findings {
  const found: Findings = { regions: [], thought: 0, endsInThought: false, quoteBeforeBrace: -1 };
  const bracesOfProse: number[] = [];
  let quote = -1;
  let noThoughtEnds = false;
  let from = 0;
  let at = 0;
  while (at < text.length && found.regions.length <= MOST_OBJECTS) {
    const char = text.charAt(at);
    const tag = char === '<' || char === '[' ? thoughtTag(text, at) : null;
    if (tag !== null) {
      if (tag.opens) {
        THOUGHT_END.lastIndex = at;
        noThoughtEnds ||= !THOUGHT_END.test(text);
        if (noThoughtEnds && beginsLine(text, at, from)) return { ...found, endsInThought: true };
        at = noThoughtEnds ? tag.end : THOUGHT_END.lastIndex;
        if (!noThoughtEnds) from = at;
        continue;
      }
      // Some chat templates open the thinking in the prompt: then all that came before was thinking.
      if (endsThought(text, at, tag.end, from)) {
        found.thought = found.regions.length;
        from = tag.end;
      }
      at = tag.end;
      continue;
    }
    if (char === '{' || (char === '[' && matchEnd(LIST_OF_OBJECTS, text, at) > 0)) {
      const region = regionAt(text, at);
      if (region.kind === 'prose') {
        bracesOfProse.push(at);
        const skipped = text.slice(at + 1, region.end);
        if (QUOTE.test(skipped)) quote = region.end - 1;
        if (skipped.includes('}')) found.quoteBeforeBrace = quote;
      } else {
        found.regions.push(region);
        from = region.end;
      }
      at = Math.max(at + 1, region.end);
      continue;
    }
    if (char === '}') {
      const opening = bracesOfProse.pop();
      if (quote > (opening ?? -1)) found.quoteBeforeBrace = quote;
    } else if (QUOTE.test(char)) {
      quote = at;
    }
    at += 1;
  }
  return found;
}

function regionAt(text: string, start: number): Region | { kind: 'prose'; end: number } {
  const scan = scanJson(text, start);
  if (scan.kind === 'complete') return { ...scan, start };
  if (scan.kind === 'unfinished') return { kind: 'unclosed', start, end: text.length };
  if (!scan.looksLikeJson) return { kind: 'prose', end: scan.at };
  const rest = skipBroken(text, scan.at, scan.depth);
  return rest.closed
    ? { kind: 'broken', start, end: rest.end, ...scan.why }
    : { kind: 'unclosed', start, end: rest.end };
}

/** Where a broken object most likely ends: at its bracket, counted loosely, or at the end of its fence. */
function skipBroken(text: string, from: number, depth: number): { closed: boolean; end: number } {
  let open = depth;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"' || char === '\n') inString = false;
    } else if (char === '"') {
      inString = true;
    } else if (char === '{' || char === '[') {
      open += 1;
    } else if (char === '}' || char === ']') {
      open -= 1;
      if (open <= 0) return { closed: true, end: at + 1 };
    } else if (char === '`' && text.startsWith('```', at)) {
      return { closed: false, end: at };
    }
  }
  return { closed: false, end: text.length };
}

const THOUGHT_TAG = /<(\/?)(?:think|thinking|thought|reasoning)>|\[(\/?)THINK\]/iy;
/** Global, so that it is searched from `lastIndex` on. */
const THOUGHT_END = /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]/gi;
/** The rest of the line is empty, or an answer begins. */
const BEFORE_ANSWER = /[ \t\r]*(?:\n|$|[{[`])/y;

function thoughtTag(text: string, at: number): { opens: boolean; end: number } | null {
  THOUGHT_TAG.lastIndex = at;
  const match = THOUGHT_TAG.exec(text);
  if (match === null) return null;
  return { opens: match[1] !== '/' && match[2] !== '/', end: THOUGHT_TAG.lastIndex };
}

/** Whether a closing tag ends a thought that was opened in the prompt. Amid a sentence it is only spoken of. */
function endsThought(text: string, at: number, end: number, from: number): boolean {
  return matchEnd(BEFORE_ANSWER, text, end) >= 0 || beginsLine(text, at, from);
}

/** An opening tag that is never closed is meant as one only at the start of a line: `mentions a <think> tag` opens no thought. */
function beginsLine(text: string, at: number, from: number): boolean {
  let before = at - 1;
  while (before >= from && ' \t\r\ufeff'.includes(text.charAt(before))) before -= 1;
  return before < from || text.charAt(before) === '\n';
}
