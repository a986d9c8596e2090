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

const words = ['title', 'description'];
const object = ['type', 'properties', 'required', 'additionalProperties', ...words];
const unlimited = {
  mostProperties: Infinity,
  mostLevels: Infinity,
  mostEnumValues: Infinity,
  mostCharacters: Infinity,
  mostOptional: Infinity,
  mostUnions: Infinity,
};

const openAiKeywords = new Map<string, readonly string[]>([
  ['object', object],
  ['array', ['type', 'items', 'minItems', 'maxItems', ...words]],
  ['string', ['type', 'enum', 'pattern', 'format', ...words]],
  ['number', ['type', 'enum', 'minimum', 'maximum', 'multipleOf', ...words]],
  ['integer', ['type', 'enum', 'minimum', 'maximum', 'multipleOf', ...words]],
  ['boolean', ['type', 'enum', ...words]],
  ['null', ['type', ...words]],
]);

export const openAiRules: SchemaRules = {
  ...unlimited,
  keywords: openAiKeywords,
  allRequired: true,
  closed: true,
  mostProperties: 5000,
  mostLevels: 10,
  mostEnumValues: 1000,
  mostCharacters: 120_000,
};

export const mistralRules: SchemaRules = {
  ...openAiRules,
  keywords: new Map([...openAiKeywords, ['string', ['type', 'enum', ...words]]]),
};

export const anthropicRules: SchemaRules = {
  ...unlimited,
  keywords: new Map<string, readonly string[]>([
    ['object', object],
    ['array', ['type', 'items', ...words]],
    ['string', ['type', 'enum', 'format', ...words]],
    ['number', ['type', 'enum', ...words]],
    ['integer', ['type', 'enum', ...words]],
    ['boolean', ['type', 'enum', ...words]],
    ['null', ['type', ...words]],
  ]),
  allRequired: false,
  closed: true,
  mostOptional: 24,
  mostUnions: 16,
};

export const geminiRules: SchemaRules = {
  ...unlimited,
  keywords: new Map<string, readonly string[]>([
    ['object', object],
    ['array', ['type', 'items', 'prefixItems', 'minItems', 'maxItems', ...words]],
    ['string', ['type', 'enum', 'format', ...words]],
    ['number', ['type', 'enum', 'minimum', 'maximum', ...words]],
    ['integer', ['type', 'enum', 'minimum', 'maximum', ...words]],
    ['boolean', ['type', ...words]],
    ['null', ['type', ...words]],
  ]),
  allRequired: false,
  closed: false,
};
