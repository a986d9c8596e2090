import type { InputProblem, Span } from '../../../src/rubric/facts';
import { splitList } from '../../../src/kit/text/split-list';
import { readName, type Name } from './compare-names';
import { findTornName } from './torn-name';
import type { Words } from './wording';

/** A name and the place it was read from. */
export interface Entity extends Name {
  input: string;
  start: number;
  end: number;
}

export interface BrandCase {
  /** Null where the input cannot be read. */
  expected: Entity[] | null;
  predicted: Entity[] | null;
  /** The brand everything turns on: `brand_name`, or else the first expected entity. */
  primary: Entity | null;
  categories: Name[];
  reasoningIsEmpty: boolean;
  /** 0 to 1; null where the input is no number. */
  confidence: number | null;
  problems: InputProblem[];
}

export function readCase(input: Readonly<Record<string, string>>, words: Words): BrandCase {
  const problems: InputProblem[] = [];
  const given = readBrandName(input['brand_name'] ?? '');
  const brand = given === null ? [] : [given.name];
  const expected = readEntities(input, 'expected_entities', brand, problems, words);
  const known = [...brand, ...(expected ?? []).map(({ name }) => name)];
  const predicted = readEntities(input, 'predicted_entities', known, problems, words);
  if (expected?.length === 0) {
    problems.push({ input: 'expected_entities', message: words.noExpected });
  }
  return {
    expected: expected?.length === 0 ? null : expected,
    predicted,
    primary: given ?? expected?.[0] ?? null,
    categories: (input['taxonomy'] ?? '')
      .split(/[>›»/|\n]/u)
      .map((category) => category.trim())
      .filter((category) => category !== '')
      .map(readName),
    reasoningIsEmpty: !/[\p{L}\p{N}]/u.test(input['predicted_reasoning'] ?? ''),
    confidence: readConfidence(input['predicted_confidence'] ?? ''),
    problems,
  };
}

export function spanOf(entity: Entity, kind: Span['kind'], extra: Pick<Span, 'link' | 'note'> = {}): Span {
  return { input: entity.input, start: entity.start, end: entity.end, kind, ...extra };
}

function readEntities(
  input: Readonly<Record<string, string>>,
  name: string,
  known: readonly string[],
  problems: InputProblem[],
  words: Words,
): Entity[] | null {
  const text = input[name] ?? '';
  const list = splitList(text, known);
  const torn = list.ok ? findTornName(text, list.items, input['title'] ?? '', known) : null;
  if (!list.ok || torn !== null) {
    const message = list.ok ? words.tornName(torn ?? '') : words.unreadableList(list.problem);
    problems.push({ input: name, message });
    return null;
  }
  const entities = list.items.map(({ text: entry, start, end }) => ({
    ...readName(entry),
    input: name,
    start,
    end,
  }));
  // An entity listed twice in the same writing is one entity.
  return entities.filter(
    (entity, index) => entities.findIndex(({ name: same }) => same === entity.name) === index,
  );
}

function readBrandName(text: string): Entity | null {
  const name = text.trim();
  if (name === '') return null;
  const start = text.indexOf(name);
  return { ...readName(name), input: 'brand_name', start, end: start + name.length };
}

function readConfidence(text: string): number | null {
  const parts = /^\s*(\d+(?:[.,]\d+)?)\s*(%?)\s*$/u.exec(text);
  if (!parts) return null;
  const number = Number((parts[1] ?? '').replace(',', '.'));
  const share = parts[2] === '%' || number > 1 ? number / 100 : number;
  return share <= 1 ? share : null;
}
