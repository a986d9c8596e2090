import type { Mend } from './lexer';
import { scanValue } from './scan-value';

/** A stretch of a reply that is, or set out to be, a JSON object or a list of them. */
export type Region =
  | { kind: 'complete'; start: number; end: number; mends: Mend[]; fault: string | null }
  | { kind: 'broken'; start: number; end: number; why: string }
  | { kind: 'unclosed'; start: number; end: number };

export interface Findings {
  /** In the order of the text. Nothing inside a region is a region of its own. */
  regions: Region[];
  /** The text ends inside the model's thinking. */
  endsInThought: boolean;
  /** Where the last closing brace stands that closes nothing, or -1. */
  leftOverBrace: number;
}

const LIST_OF_OBJECTS = /\[\s*\{/y;
const THOUGHT_TAG = /<(\/?)(?:think|thinking|thought|reasoning)>|\[(\/?)THINK\]/iy;
const THOUGHT_END = /<\/(?:think|thinking|thought|reasoning)>|\[\/THINK\]/gi;

/**
 * Walks over a reply once. What stands inside a JSON text is never taken for a tag, a fence or another object;
 * what stands inside thinking is never taken for an answer.
 */
export function findObjects(text: string): Findings {
  let regions: Region[] = [];
  let leftOverBrace = -1;
  let bracesOfProse = 0;
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '<' || char === '[') {
      const tag = thoughtTag(text, at);
      if (tag === 'opening') {
        THOUGHT_END.lastIndex = at;
        if (!THOUGHT_END.test(text)) return { regions, endsInThought: true, leftOverBrace };
        at = THOUGHT_END.lastIndex;
        continue;
      }
      if (tag === 'closing') {
        // Some chat templates open the thinking in the prompt: then all that came before was thinking.
        regions = [];
        leftOverBrace = -1;
        bracesOfProse = 0;
        at += 1;
        continue;
      }
    }
    if (char === '}') {
      if (bracesOfProse > 0) bracesOfProse -= 1;
      else leftOverBrace = at;
    }
    if (char === '{' || (char === '[' && matchesAt(LIST_OF_OBJECTS, text, at))) {
      const region = regionAt(text, at);
      if (region.kind === 'prose') {
        bracesOfProse += 1;
      } else {
        regions.push(region);
      }
      at = Math.max(at + 1, region.end);
      continue;
    }
    at += 1;
  }
  return { regions, endsInThought: false, leftOverBrace };
}

function regionAt(text: string, start: number): Region | { kind: 'prose'; end: number } {
  const scan = scanValue(text, start);
  if (scan.kind === 'complete') return { ...scan, start };
  if (scan.kind === 'unfinished') return { kind: 'unclosed', start, end: text.length };
  if (!scan.looksLikeJson) return { kind: 'prose', end: scan.at };
  const rest = skipBroken(text, scan.at, scan.depth);
  return rest.closed
    ? { kind: 'broken', start, end: rest.end, why: scan.why }
    : { kind: 'unclosed', start, end: rest.end };
}

/** Where a broken object most likely ends: at its bracket, counted loosely, or at the end of its fence or thinking. */
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
    } else if (char === '<' && thoughtTag(text, at) === 'closing') {
      return { closed: false, end: at };
    }
  }
  return { closed: false, end: text.length };
}

function thoughtTag(text: string, at: number): 'opening' | 'closing' | null {
  THOUGHT_TAG.lastIndex = at;
  const match = THOUGHT_TAG.exec(text);
  if (match === null) return null;
  return match[1] === '/' || match[2] === '/' ? 'closing' : 'opening';
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
