import type { CaseInput, Fact } from '../../rubric/facts';
import type { Json } from '../../kit/json';
import type { ObjectSchema, OutputSchema } from '../../rubric/output-schema';
import type { Path } from '../../rubric/path';
import { runValues, type Rubric } from '../../rubric/rubric';
import { estimateTokens } from './estimate-tokens';
import { neutralise } from './neutralise';
import { wordsFor, type Words } from './words';

export type Mode = 'model-alone' | 'assisted';

/** A token of some model's chat template found in case text and broken up, so that no runtime takes it for its own. */
export interface Neutralised {
  input: string;
  token: string;
  count: number;
}

export interface Prompt {
  /** The rubric's part: the same for every case of a run, so that its work can be reused. */
  shared: string;
  own: string;
  language: string;
  boundary: string;
  neutralised: Neutralised[];
  /** A rough count, for budgets and estimates. A judge with a tokenizer of its own knows better. */
  estimate: { shared: number; own: number };
}

export interface SettledField {
  path: Path;
  value: Json;
  because?: string | undefined;
}

export interface AskedPart {
  label: string | null;
  earlier: readonly SettledField[];
}

export interface PromptParts {
  rubric: Rubric;
  input: CaseInput;
  shape: ObjectSchema;
  /** The shape differs from case to case, so it must stand in the case's part. */
  shapeVaries: boolean;
  facts?: readonly Fact[];
  decided?: readonly SettledField[];
  part?: AskedPart;
  boundary: string;
}

export function buildPrompt(parts: PromptParts): Prompt {
  const { boundary, rubric } = parts;
  const { language } = rubric;
  assertBoundaryWord(boundary);
  const words = wordsFor(language);
  const { text: shared, tokens } = sharedPart(parts, words);
  const { own, neutralised } = ownPart(parts, words);
  return {
    shared,
    own,
    language,
    boundary,
    neutralised,
    estimate: { shared: tokens, own: estimateTokens(own) },
  };
}

export function promptAsText(prompt: Pick<Prompt, 'shared' | 'own'>): string {
  return `${prompt.shared}\n\n${prompt.own}\n`;
}

interface SharedPart {
  shape: ObjectSchema | null;
  text: string;
  tokens: number;
}

/** The last of each rubric: long, and the same for every case of a run. Rubrics are never changed in place. */
const lastShared = new WeakMap<Rubric, SharedPart>();

function sharedPart({ rubric, shape, shapeVaries }: PromptParts, words: Words): SharedPart {
  const within = shapeVaries ? null : shape;
  const known = lastShared.get(rubric);
  if (known?.shape === within) return known;
  const schema = within ? `${words.schemaFollows}\n${schemaText(within)}` : words.schemaComesLater;
  const text = [
    withReferences(rubric).trim(),
    ...examplesIn(rubric, words),
    words.howToRead,
    `${words.howToAnswer}\n${schema}`,
  ].join('\n\n');
  const made = { shape: within, text, tokens: estimateTokens(text) };
  lastShared.set(rubric, made);
  return made;
}

function withReferences(rubric: Rubric): string {
  const names = new Set(rubric.inputs.map((input) => input.name));
  const filled = new Map(Object.entries(runValues(rubric)));
  return rubric.prompt.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder: string, name: string) =>
    names.has(name) ? reference(name) : (filled.get(name) ?? placeholder),
  );
}

function examplesIn({ examples = [] }: Rubric, words: Words): string[] {
  const shown = examples.filter((example) => !example.in_prompt);
  if (shown.length === 0) return [];
  const texts = shown.map(({ title, given, reply }) => {
    const answer = reply === undefined ? [] : [words.exampleReply, JSON.stringify(reply)];
    return [`### ${title}`, given, ...answer].join('\n\n');
  });
  return [words.examples, ...texts];
}

function reference(name: string): string {
  return `[${name}]`;
}

function ownPart(parts: PromptParts, words: Words): { own: string; neutralised: Neutralised[] } {
  const { rubric, input, boundary, facts = [], decided = [], part } = parts;
  const neutralised: Neutralised[] = [];
  /** Everything that may hold words of the case goes through here. */
  const block = (title: string, source: string, text: string): string => {
    if (holdsBoundary(text, boundary)) {
      throw new Error(
        `The boundary ${boundary} occurs in ${source}; expected one that occurs in no text: draw again`,
      );
    }
    const safe = neutralise(text, source);
    neutralised.push(...safe.neutralised);
    return `=== ${boundary} begin ${title} ===\n${safe.text}\n=== ${boundary} end ${title} ===`;
  };

  const sections = [words.boundary(boundary)];
  for (const { name, required, blank_allowed: mayBeBlank } of rubric.inputs) {
    const text = Object.hasOwn(input, name) ? input[name] : undefined;
    const isAbsent = text === undefined || (!required && !mayBeBlank && text.trim() === '');
    sections.push(isAbsent ? words.absent(reference(name)) : block(`input ${name}`, name, text));
  }
  if (facts.length > 0) {
    const lines = facts.map((fact) => `- ${oneLine(factLabel(rubric, fact.name))}: ${oneLine(fact.text)}`);
    sections.push(`${words.facts}\n${block('facts', 'facts', lines.join('\n'))}`);
  }
  if (decided.length > 0) {
    const lines = decided.map((field) => fieldLine(field, words));
    sections.push(`${words.settled}\n${block('settled', 'decided', lines.join('\n'))}`);
  }
  if (part && part.earlier.length > 0) {
    const lines = part.earlier.map((field) => fieldLine(field, words)).join('\n');
    // A judge may repeat the word that it was given.
    const safe = lines.replaceAll(new RegExp(boundary, 'gi'), '…');
    sections.push(`${words.earlierParts}\n${block('earlier', 'earlier', safe)}`);
  }
  const asked = part ? words.askedPart(part.label) : words.askedSchema;
  if (parts.shapeVaries) sections.push(`${asked}\n${schemaText(parts.shape)}`);
  sections.push(words.closing);
  return { own: sections.join('\n\n'), neutralised };
}

function fieldLine({ path, value, because }: SettledField, words: Words): string {
  const reason = because === undefined ? '' : ` (${words.because}: ${oneLine(because)})`;
  return `- ${path} = ${JSON.stringify(value)}${reason}`;
}

function factLabel(rubric: Rubric, name: string): string {
  const declared = Object.hasOwn(rubric.facts, name) ? rubric.facts[name] : undefined;
  return typeof declared === 'object' ? declared.label : name;
}

/** One fact is one line: a line break in a quoted text must not begin another. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const WORD = /^[A-Za-z0-9]{8,}$/;
const MOST_DRAWS = 100;

/** Draws the word that fences the case text until one occurs in no text, in upper or lower case: models may not tell them apart. */
export function drawBoundary(texts: readonly string[], random: () => string): string {
  for (let draw = 0; draw < MOST_DRAWS; draw += 1) {
    const word = random();
    assertBoundaryWord(word);
    if (!texts.some((text) => holdsBoundary(text, word))) return word;
  }
  throw new Error(
    `Expected a boundary that occurs in no text; ${MOST_DRAWS} draws gave none: random() does not vary`,
  );
}

function holdsBoundary(text: string, boundary: string): boolean {
  return text.toLowerCase().includes(boundary.toLowerCase());
}

function assertBoundaryWord(word: string): void {
  if (WORD.test(word)) return;
  throw new Error(`Expected a boundary of at least 8 letters and digits, got ${JSON.stringify(word)}`);
}

/** Compact JSON Schema. Keywords stand in a fixed order; properties keep theirs, which is the order in which the model writes. */
export function schemaText(shape: ObjectSchema): string {
  return JSON.stringify(ordered(shape));
}

function ordered(schema: OutputSchema): object {
  const { title, description } = schema;
  if ('anyOf' in schema) return { title, description, anyOf: schema.anyOf.map(ordered) };
  const head = { type: schema.type, title, description };
  switch (schema.type) {
    case 'object': {
      const entries = Object.entries(schema.properties);
      return {
        ...head,
        properties: Object.fromEntries(entries.map(([name, property]) => [name, ordered(property)])),
        required: entries.flatMap(([name]) => ((schema.required?.includes(name) ?? true) ? name : [])),
        additionalProperties: false,
      };
    }
    case 'array':
      return 'prefixItems' in schema
        ? { ...head, prefixItems: schema.prefixItems.map(ordered), items: false }
        : { ...head, items: ordered(schema.items), minItems: schema.minItems, maxItems: schema.maxItems };
    case 'string':
      return { ...head, enum: schema.enum, minLength: schema.minLength, maxLength: schema.maxLength };
    case 'integer':
    case 'number':
      return { ...head, enum: schema.enum, minimum: schema.minimum, maximum: schema.maximum };
    case 'boolean':
    case 'null':
      return head;
  }
}
