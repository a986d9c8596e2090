import type { ObjectSchema, OutputSchema } from '../../rubric/output-schema';

/** Long repetitions take time with every token. The validator has the last word anyway. */
const longestRepetition = 200;
const mostNumbers = 200;

const shared = `text ::= "\\"" character* "\\""
character ::= [^"\\\\\\x00-\\x1F] | "\\\\" (["\\\\/bfnrt] | "u" hex hex hex hex)
hex ::= [0-9a-fA-F]
digits ::= "0" | [1-9] [0-9]{0,15}
fraction ::= "." [0-9]{1,15}
`;

/**
 * A reply's shape as a grammar that both WebLLM and llama.cpp take. Their own ways from a JSON Schema allow white space between any
 * two words: small models then write nothing else, and each blank is a choice that means nothing, among the few that WebLLM lists.
 */
export function replyGrammar(shape: ObjectSchema): string {
  const rules: Rules = { lines: [], objects: 0 };
  const root = objectOf(shape, rules);
  return `root ::= ${root}\n${rules.lines.join('')}${shared}`;
}

interface Rules {
  lines: string[];
  objects: number;
}

function expressionOf(schema: OutputSchema, rules: Rules): string {
  if ('anyOf' in schema) return either(schema.anyOf.map((one) => expressionOf(one, rules)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, rules);
    case 'array':
      if ('prefixItems' in schema)
        return `"[" ${schema.prefixItems.map((one) => expressionOf(one, rules)).join(' "," ')} "]"`;
      return listOf(expressionOf(schema.items, rules), schema.minItems, schema.maxItems);
    case 'string':
      return schema.enum ? either(schema.enum.map(literal)) : textOf(schema.minLength, schema.maxLength);
    case 'integer':
      return schema.enum ? either(schema.enum.map(literal)) : integerOf(schema.minimum, schema.maximum);
    case 'number':
      return schema.enum ? either(schema.enum.map(literal)) : numberOf(schema.minimum, schema.maximum);
    case 'boolean':
      return '("true" | "false")';
    case 'null':
      return '"null"';
  }
}

/** Keys come in their order, and those that may be left out make two ways through. */
function objectOf({ properties, required }: ObjectSchema, rules: Rules): string {
  const keys = Object.keys(properties);
  const number = (rules.objects += 1);
  const known = new Set<string>();
  const values = new Map(Object.entries(properties).map(([key, one]) => [key, expressionOf(one, rules)]));
  /** The rest from this key on; a comma comes first where something was written before. */
  const from = (index: number, written: boolean): string => {
    const key = keys[index];
    if (key === undefined) return '';
    // llama.cpp takes no underscore in a name.
    const name = `object${number}-${index}-${written ? 'more' : 'first'}`;
    if (known.has(name)) return name;
    known.add(name);
    const one = `${written ? '"," ' : ''}${literal(key)} ":" ${values.get(key)} ${from(index + 1, true)}`;
    const left = (required ?? keys).includes(key) ? null : from(index + 1, written);
    rules.lines.push(`${name} ::= ${left === null ? one : `${one} | ${left || '""'}`}\n`);
    return name;
  };
  return `"{" ${from(0, false)} "}"`;
}

function listOf(item: string, least = 0, most = Infinity): string {
  if (most === 0) return '"[]"';
  const more = `("," ${item})${times(Math.max(0, least - 1), most - 1)}`;
  return least === 0 ? `"[" (${item} ${more})? "]"` : `"[" ${item} ${more} "]"`;
}

function textOf(least = 0, most = Infinity): string {
  return least === 0 && most > longestRepetition ? 'text' : `"\\"" character${times(least, most)} "\\""`;
}

function times(least: number, most: number): string {
  const from = least > longestRepetition ? 0 : least;
  return most > longestRepetition ? `{${from},}` : `{${from},${most}}`;
}

function integerOf(least = -Infinity, most = Infinity): string {
  const [first, last] = [Math.ceil(least), Math.floor(most)];
  if (last - first < mostNumbers)
    return either(Array.from({ length: last - first + 1 }, (_, index) => literal(first + index)));
  return least >= 0 ? 'digits' : '"-"? digits';
}

function numberOf(least = -Infinity, most = Infinity): string {
  if (Number.isInteger(least) && Number.isInteger(most) && least >= 0 && most - least < mostNumbers) {
    const below = Array.from({ length: most - least }, (_, index) => `${literal(least + index)} fraction?`);
    return either([...below, `${literal(most)} ("." "0"{1,15})?`]);
  }
  return `${least >= 0 ? '' : '"-"? '}digits fraction?`;
}

function either(choices: readonly string[]): string {
  return `(${choices.join(' | ')})`;
}

function literal(value: string | number): string {
  return JSON.stringify(JSON.stringify(value));
}
