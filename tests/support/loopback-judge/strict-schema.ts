import { openAiRules, type SchemaRules } from './schema-rules';

const besideAnyOf = ['anyOf', 'title', 'description'];

interface Walk {
  rules: SchemaRules;
  properties: number;
  enumValues: number;
  characters: number;
  optional: number;
  unions: number;
}

/** What the real service would refuse about a schema, or null. */
export function schemaFault(schema: unknown, rules: SchemaRules = openAiRules): string | null {
  if (!isRecord(schema) || schema['type'] !== 'object')
    return 'schema must be a JSON Schema of \'type: "object"\'';
  const walk: Walk = { rules, properties: 0, enumValues: 0, characters: 0, optional: 0, unions: 0 };
  return faultAt(schema, [], 1, walk) ?? totalsFault(walk);
}

function totalsFault({ rules, ...totals }: Walk): string | null {
  const limits: [count: number, most: number, what: string][] = [
    [totals.properties, rules.mostProperties, 'properties'],
    [totals.enumValues, rules.mostEnumValues, 'enum values'],
    [totals.characters, rules.mostCharacters, 'characters of names and enum values'],
    [totals.optional, rules.mostOptional, 'optional parameters'],
    [totals.unions, rules.mostUnions, 'parameters with union types'],
  ];
  const [first] = limits.filter(([count, most]) => count > most);
  return first === undefined ? null : `${first[0]} ${first[2]}; the most is ${first[1]}`;
}

function faultAt(schema: unknown, at: readonly string[], level: number, walk: Walk): string | null {
  const where = `In context=(${at.join(', ')})`;
  if (!isRecord(schema)) return `${where}, expected a schema`;
  if ('anyOf' in schema) {
    const stray = Object.keys(schema).find((key) => !besideAnyOf.includes(key));
    if (stray !== undefined) return `${where}, '${stray}' is not permitted beside 'anyOf'`;
    const branches: unknown = schema['anyOf'];
    if (!Array.isArray(branches) || branches.length === 0)
      return `${where}, 'anyOf' must be a list of schemas`;
    walk.unions += 1;
    return firstFault(branches, (branch, index) =>
      faultAt(branch, [...at, 'anyOf', `${index}`], level, walk),
    );
  }
  const type = schema['type'];
  const allowed = typeof type === 'string' ? walk.rules.keywords.get(type) : undefined;
  if (!allowed) return `${where}, schema must have a 'type' key`;
  const stray = Object.keys(schema).find((key) => !allowed.includes(key));
  if (stray !== undefined) return `${where}, '${stray}' is not permitted`;
  if (type === 'object') return objectFault(schema, at, level, walk);
  if (type === 'array') return faultAt(schema['items'], [...at, 'items'], level, walk);
  return enumFault(schema, where, walk);
}

function objectFault(
  schema: Readonly<Record<string, unknown>>,
  at: readonly string[],
  level: number,
  walk: Walk,
): string | null {
  const { rules } = walk;
  const where = `In context=(${at.join(', ')})`;
  if (level > rules.mostLevels) return `${where}, more than ${rules.mostLevels} levels of nesting`;
  if (rules.closed && schema['additionalProperties'] !== false)
    return `${where}, 'additionalProperties' is required to be supplied and to be false`;
  const { properties, required } = schema;
  if (!isRecord(properties)) return `${where}, 'properties' is required`;
  const names = Object.keys(properties);
  const listed = new Set<unknown>(Array.isArray(required) ? required : []);
  const missing = names.find((name) => !listed.has(name));
  const stray = [...listed].find((name) => typeof name !== 'string' || !names.includes(name));
  if (stray !== undefined || (rules.allRequired && missing !== undefined))
    return `${where}, 'required' is required to be supplied and to be an array including every key in properties. Missing or extra '${missing ?? String(stray)}'`;
  walk.properties += names.length;
  walk.optional += names.filter((name) => !listed.has(name)).length;
  walk.characters += names.join('').length;
  return firstFault(names, (name) => faultAt(properties[name], [...at, 'properties', name], level + 1, walk));
}

function enumFault(schema: Readonly<Record<string, unknown>>, where: string, walk: Walk): string | null {
  const values: unknown = schema['enum'];
  if (values === undefined) return null;
  if (!Array.isArray(values) || values.length === 0) return `${where}, 'enum' must be a non-empty list`;
  if (new Set(values).size !== values.length) return `${where}, 'enum' has repeated values`;
  const wanted = schema['type'] === 'string' ? 'string' : schema['type'] === 'boolean' ? 'boolean' : 'number';
  if (values.some((value) => typeof value !== wanted)) return `${where}, 'enum' values do not fit the type`;
  walk.enumValues += values.length;
  walk.characters += values.map(String).join('').length;
  return null;
}

function firstFault<T>(list: readonly T[], find: (item: T, index: number) => string | null): string | null {
  for (const [index, item] of list.entries()) {
    const fault = find(item, index);
    if (fault !== null) return fault;
  }
  return null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
