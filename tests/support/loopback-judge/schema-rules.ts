/** What a provider admits in the schema that binds a reply. README.md says where each rule stands. */
export interface SchemaRules {
  /** By type. */
  keywords: ReadonlyMap<string, readonly string[]>;
  /** Whether every key must be required. */
  allRequired: boolean;
  /** Whether objects must be closed. */
  closed: boolean;
  mostProperties: number;
  mostLevels: number;
  mostEnumValues: number;
  mostCharacters: number;
  /** Keys that may be left out, and places where one of several shapes may stand. */
  mostOptional: number;
  mostUnions: number;
}

/** The keywords of each type beside `type`, `title` and `description`. */
function keywords(array: string[], string: string[], number: string[], boolean: string[]) {
  const common = ['type', 'title', 'description'];
  return new Map([
    ['object', ['properties', 'required', 'additionalProperties', ...common]],
    ['array', ['items', ...array, ...common]],
    ['string', ['enum', ...string, ...common]],
    ['number', ['enum', ...number, ...common]],
    ['integer', ['enum', ...number, ...common]],
    ['boolean', [...boolean, ...common]],
    ['null', common],
  ]);
}
const unlimited = {
  mostProperties: Infinity,
  mostLevels: Infinity,
  mostEnumValues: Infinity,
  mostCharacters: Infinity,
  mostOptional: Infinity,
  mostUnions: Infinity,
};
const bounds = ['minimum', 'maximum'];
const lengths = ['minItems', 'maxItems'];

export const openAiRules: SchemaRules = {
  ...unlimited,
  keywords: keywords(lengths, ['pattern', 'format'], [...bounds, 'multipleOf'], ['enum']),
  allRequired: true,
  closed: true,
  mostProperties: 5000,
  mostLevels: 10,
  mostEnumValues: 1000,
  mostCharacters: 120_000,
};

export const mistralRules: SchemaRules = {
  ...openAiRules,
  keywords: keywords(lengths, [], [...bounds, 'multipleOf'], ['enum']),
};

export const anthropicRules: SchemaRules = {
  ...unlimited,
  keywords: keywords([], ['format'], [], ['enum']),
  allRequired: false,
  closed: true,
  mostOptional: 24,
  mostUnions: 16,
};

export const geminiRules: SchemaRules = {
  ...unlimited,
  keywords: keywords(['prefixItems', ...lengths], ['format'], bounds, []),
  allRequired: false,
  closed: false,
};
