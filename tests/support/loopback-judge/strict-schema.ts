/** The documented limits of OpenAI's strict structured outputs. */
const mostProperties = 5000;
const mostLevels = 10;
const mostEnumValues = 1000;
const mostCharacters = 120_000;

const words = ['title', 'description'];
const keywords = new Map<string, readonly string[]>([
  ['object', ['type', 'properties', 'required', 'additionalProperties', ...words]],
  ['array', ['type', 'items', 'minItems', 'maxItems', ...words]],
  ['string', ['type', 'enum', 'pattern', 'format', ...words]],
  ['number', ['type', 'enum', 'minimum', 'maximum', 'multipleOf', ...words]],
  ['integer', ['type', 'enum', 'minimum', 'maximum', 'multipleOf', ...words]],
  ['boolean', ['type', 'enum', ...words]],
  ['null', ['type', ...words]],
]);

interface Totals {
  properties: number;
  enumValues: number;
  characters: number;
}

/** What the real service would refuse about a strict schema, or null. */
export function schemaFault(schema: unknown): string | null {
  if (!isRecord(schema) || schema['type'] !== 'object')
    return 'schema must be a JSON Schema of \'type: "object"\'';
  const totals: Totals = { properties: 0, enumValues: 0, characters: 0 };
  const fault = faultAt(schema, [], 1, totals);
  if (fault !== null) return fault;
  if (totals.properties > mostProperties)
    return `${totals.properties} properties; the most is ${mostProperties}`;
  if (totals.enumValues > mostEnumValues)
    return `${totals.enumValues} enum values; the most is ${mostEnumValues}`;
  if (totals.characters > mostCharacters)
    return `${totals.characters} characters of names and enum values; the most is ${mostCharacters}`;
  return null;
}

function faultAt(schema: unknown, at: readonly string[], level: number, totals: Totals): string | null {
  const where = `In context=(${at.join(', ')})`;
  if (!isRecord(schema)) return `${where}, expected a schema`;
  if ('anyOf' in schema) {
    const stray = Object.keys(schema).find((key) => key !== 'anyOf' && !words.includes(key));
    if (stray !== undefined) return `${where}, '${stray}' is not permitted beside 'anyOf'`;
    const branches: unknown = schema['anyOf'];
    if (!Array.isArray(branches) || branches.length === 0)
      return `${where}, 'anyOf' must be a list of schemas`;
    return firstFault(branches, (branch, index) =>
      faultAt(branch, [...at, 'anyOf', `${index}`], level, totals),
    );
  }
  const type = schema['type'];
  const allowed = typeof type === 'string' ? keywords.get(type) : undefined;
  if (!allowed) return `${where}, schema must have a 'type' key`;
  const stray = Object.keys(schema).find((key) => !allowed.includes(key));
  if (stray !== undefined) return `${where}, '${stray}' is not permitted`;
  if (type === 'object') return objectFault(schema, at, level, totals);
  if (type === 'array') return faultAt(schema['items'], [...at, 'items'], level, totals);
  return enumFault(schema, where, totals);
}

function objectFault(
  schema: Readonly<Record<string, unknown>>,
  at: readonly string[],
  level: number,
  totals: Totals,
): string | null {
  const where = `In context=(${at.join(', ')})`;
  if (level > mostLevels) return `${where}, more than ${mostLevels} levels of nesting`;
  if (schema['additionalProperties'] !== false)
    return `${where}, 'additionalProperties' is required to be supplied and to be false`;
  const { properties, required } = schema;
  if (!isRecord(properties)) return `${where}, 'properties' is required`;
  const names = Object.keys(properties);
  const listed = new Set<unknown>(Array.isArray(required) ? required : []);
  const missing = names.find((name) => !listed.has(name));
  if (missing !== undefined || listed.size !== names.length)
    return `${where}, 'required' is required to be supplied and to be an array including every key in properties. Missing or extra '${missing ?? ''}'`;
  totals.properties += names.length;
  totals.characters += names.join('').length;
  return firstFault(names, (name) =>
    faultAt(properties[name], [...at, 'properties', name], level + 1, totals),
  );
}

function enumFault(schema: Readonly<Record<string, unknown>>, where: string, totals: Totals): string | null {
  const values: unknown = schema['enum'];
  if (values === undefined) return null;
  if (!Array.isArray(values) || values.length === 0) return `${where}, 'enum' must be a non-empty list`;
  if (new Set(values).size !== values.length) return `${where}, 'enum' has repeated values`;
  const wanted = schema['type'] === 'string' ? 'string' : schema['type'] === 'boolean' ? 'boolean' : 'number';
  if (values.some((value) => typeof value !== wanted)) return `${where}, 'enum' values do not fit the type`;
  totals.enumValues += values.length;
  totals.characters += values.map(String).join('').length;
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
