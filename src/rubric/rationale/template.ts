import { foldText, isHangul, isLatin, type FoldedText } from './fold';
import { numberAt } from './numbers';

/**
 * How a rationale states something: plain text, `{name}` for a number, `(a|b)`, `[optional]`, and `*` for at most a few other words of
 * the same sentence. A backslash takes the next character as it is. Steps that failed at a place are not tried there again, so the
 * time grows with the text and the template and never explodes, whatever an author writes.
 */
export interface Template {
  steps: readonly Step[];
  names: ReadonlySet<string>;
  /** Of the names, those that every match gives a value. */
  always: ReadonlySet<string>;
}

type Step =
  | { kind: 'character'; character: string }
  | { kind: 'blank' }
  | { kind: 'number'; name: string }
  | { kind: 'gap' }
  | { kind: 'choice'; to: number[] }
  | { kind: 'goto'; to: number }
  | { kind: 'end' };

const widestGap = 24;
const longestTemplate = 300;

export class TemplateError extends Error {}

export function compileTemplate(source: string): Template {
  const text = foldText(source.trim()).text.replaceAll('\n', ' ');
  if (text.length > longestTemplate)
    throw new TemplateError(`expected at most ${longestTemplate} characters, got ${text.length}`);
  const steps: Step[] = [];
  const names = new Set<string>();
  let place = 0;
  let literals = 0;

  /** Up to the end, or up to one of the characters in `until`, which is not consumed. Gives the names that are certain. */
  const readSequence = (until: string): Set<string> => {
    const always = new Set<string>();
    while (place < text.length && !until.includes(text.charAt(place))) {
      const character = text.charAt(place);
      place += 1;
      if (character === '(') for (const name of readGroup(')')) always.add(name);
      else if (character === '[') readGroup(']');
      else if (character === '{') always.add(readName());
      else if (character === '*') steps.push({ kind: 'gap' });
      else if (character === ' ') steps.push({ kind: 'blank' });
      else if (')]}|'.includes(character))
        throw new TemplateError(
          `found ${character} without its opening; write \\${character} for the character`,
        );
      else {
        const plain = character === '\\' ? text.charAt(place++) : character;
        steps.push({ kind: 'character', character: plain });
        literals += 1;
      }
    }
    return always;
  };
  const readGroup = (close: ')' | ']'): string[] => {
    const opening = place;
    const choice: Extract<Step, { kind: 'choice' }> = { kind: 'choice', to: [] };
    const ends: Extract<Step, { kind: 'goto' }>[] = [];
    steps.push(choice);
    const certain: Set<string>[] = [];
    for (;;) {
      choice.to.push(steps.length);
      certain.push(readSequence(`|${close}`));
      const end: Step = { kind: 'goto', to: 0 };
      ends.push(end);
      steps.push(end);
      if (text[place] !== '|') break;
      place += 1;
    }
    if (text[place] !== close)
      throw new TemplateError(`expected ${close} after "${text.slice(opening - 1)}"`);
    place += 1;
    if (close === ']') choice.to.push(steps.length);
    for (const end of ends) end.to = steps.length;
    return [...names].filter((name) => certain.every((one) => one.has(name)));
  };
  const readName = (): string => {
    const name = /^([a-z_]\w*)\}/.exec(text.slice(place))?.[1];
    if (name === undefined)
      throw new TemplateError('expected a name of small letters, digits and _ in {}, such as {found}');
    names.add(name);
    steps.push({ kind: 'number', name });
    place += name.length + 1;
    return name;
  };

  const always = readSequence('');
  if (literals === 0) throw new TemplateError('expected some plain text besides numbers and gaps');
  steps.push({ kind: 'end' });
  return { steps, names, always };
}

export interface TemplateMatch {
  start: number;
  end: number;
  stated: Record<string, number>;
}

/** The first place of the text at which one of the templates matches. */
export function firstMatch(templates: readonly Template[], folded: FoldedText): TemplateMatch | null {
  const matchers = templates.map((template) => matcherOf(template, folded.text));
  for (let start = 0; start < folded.text.length; start += 1) {
    for (const match of matchers) {
      const found = match(start);
      if (found !== null) return found;
    }
  }
  return null;
}

interface Found {
  end: number;
  stated: [name: string, value: number][];
}

function matcherOf({ steps }: Template, text: string): (start: number) => TemplateMatch | null {
  const failed = new Uint8Array(steps.length * (text.length + 1));
  const run = (step: number, place: number): Found | null => {
    const key = step * (text.length + 1) + place;
    if (failed[key] === 1) return null;
    const found = attempt(step, place);
    if (found === null) failed[key] = 1;
    return found;
  };
  const attempt = (index: number, place: number): Found | null => {
    const step = steps[index];
    if (step === undefined) return null;
    const here = text[place];
    switch (step.kind) {
      case 'end': {
        const inWord = isLatin(text[place - 1]) && isLatin(here);
        return inWord ? null : { end: place, stated: [] };
      }
      case 'goto':
        return run(step.to, place);
      case 'choice':
        return firstOf(step.to, (to) => run(to, place));
      case 'character': {
        if (here === step.character) return run(index + 1, place + 1);
        // Korean is spaced freely.
        const skips = here === ' ' && (isHangul(step.character) || step.character === '%');
        return skips && text[place + 1] === step.character ? run(index + 1, place + 2) : null;
      }
      case 'blank': {
        if (here === ' ' || here === '\n') return run(index + 1, place + 1);
        return isLatin(here) && isLatin(text[place - 1]) ? null : run(index + 1, place);
      }
      case 'number': {
        const read = numberAt(text, place);
        if (read === null) return null;
        const bare = read.percent ? text.slice(place, read.end).search(/ ?[^\d.,]/u) : -1;
        const ends = bare > 0 ? [read.end, place + bare] : [read.end];
        const rest = firstOf(ends, (end) => run(index + 1, end));
        return rest && { ...rest, stated: [[step.name, read.value], ...rest.stated] };
      }
      case 'gap':
        for (let end = place; end <= Math.min(place + widestGap, text.length); end += 1) {
          const rest = run(index + 1, end);
          if (rest !== null) return rest;
          if (endsSentence(text, end)) return null;
        }
        return null;
    }
  };
  return (start) => {
    if (isLatin(text[start - 1]) && isLatin(text[start])) return null;
    const found = run(0, start);
    return found && { start, end: found.end, stated: Object.fromEntries(found.stated) };
  };
}

function firstOf<T, R>(items: readonly T[], attempt: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = attempt(item);
    if (found !== null) return found;
  }
  return null;
}

function endsSentence(text: string, place: number): boolean {
  const character = text[place] ?? '\n';
  return character === '\n' || (/[.!?。]/u.test(character) && /[\s"')]|^$/u.test(text[place + 1] ?? ''));
}
