import type { ObjectSchema, OutputSchema } from '../../rubric/output-schema';

/**
 * Tokens per character, by script: what the vocabularies of current models (Llama 3, Qwen, Gemma, o200k) come to on running
 * text, leaning to the high side, since the figure serves budgets.
 */
const WEIGHTS: readonly (readonly [upTo: number, weight: number])[] = [
  [0x1f, 0.5], // line breaks and other control characters
  [0x20, 0.25],
  [0x40, 0.5], // punctuation, and digits: one to three make a token
  [0x5a, 0.3], // capitals: names and abbreviations
  [0x60, 0.5],
  [0x7a, 0.25],
  [0xbf, 0.5],
  [0x24f, 0.6], // accented Latin
  [0x52f, 0.55], // Greek, Cyrillic
  [0x6ff, 0.6], // Hebrew, Arabic
  [0x10ff, 1], // Indic scripts, Thai
  [0x11ff, 1.1], // Hangul jamo
  [0x2fff, 1], // general punctuation, symbols
  [0x303f, 0.7], // CJK punctuation
  [0x30ff, 0.9], // Kana
  [0xabff, 1], // Han and its neighbours
  [0xd7ff, 1.1], // Hangul syllables
  [0xdfff, 1.25], // each half of a surrogate pair: emoji, rare Han
  [0xffff, 1],
];

/** One table lookup per UTF-16 unit: a case can be a million characters long. */
const weights = new Float32Array(0x10000);
let from = 0;
for (const [upTo, weight] of WEIGHTS) {
  weights.fill(weight, from, upTo + 1);
  from = upTo + 1;
}

/** A rough count of tokens. More text never counts less. */
export function estimateTokens(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += weights[text.charCodeAt(at)] ?? 1;
  return Math.ceil(sum);
}

export interface Span {
  low: number;
  high: number;
}

/** What judges write where they may write what they like: from a few words to a short paragraph, and in a list to a sentence. */
const freeText: Span = { low: 8, high: 160 };
const listedText: Span = { low: 3, high: 40 };
const freeItems: Span = { low: 0, high: 5 };

/** Tokens of a reply in this shape: from the tersest to a talkative one. A guess, for forecasts only. */
export function estimateReply(shape: ObjectSchema): Span {
  return spanOf(shape, freeText);
}

function spanOf(schema: OutputSchema, text: Span): Span {
  const within = (part: OutputSchema) => spanOf(part, text);
  if ('anyOf' in schema) {
    const branches = schema.anyOf.map(within);
    return {
      low: Math.min(...branches.map(({ low }) => low)),
      high: Math.max(...branches.map(({ high }) => high)),
    };
  }
  switch (schema.type) {
    case 'object': {
      const keys = Object.keys(schema.properties).map((key) => estimateTokens(`"${key}":,`));
      const around = keys.reduce((sum, tokens) => sum + tokens, 2);
      return sumSpans(Object.values(schema.properties).map(within), around);
    }
    case 'array': {
      if ('prefixItems' in schema) return sumSpans(schema.prefixItems.map(within), 2);
      const item = sumSpans([spanOf(schema.items, listedText)], 1);
      const { minItems = freeItems.low, maxItems = Math.max(minItems, freeItems.high) } = schema;
      return { low: 2 + item.low * minItems, high: 2 + item.high * maxItems };
    }
    case 'string': {
      if (schema.enum) return among(schema.enum.map((value) => `"${value}"`));
      // A character is about a token at most, whatever its script.
      const { minLength = 0, maxLength = Infinity } = schema;
      const high = Math.max(Math.min(text.high, maxLength + 2), Math.ceil(minLength / 4));
      return { low: Math.min(text.low, high), high };
    }
    case 'integer':
    case 'number':
      return schema.enum ? among(schema.enum.map(String)) : { low: 1, high: 3 };
    case 'boolean':
    case 'null':
      return { low: 1, high: 2 };
  }
}

function among(texts: readonly string[]): Span {
  const sizes = texts.map(estimateTokens);
  return { low: Math.min(...sizes), high: Math.max(...sizes) };
}

function sumSpans(spans: readonly Span[], around: number): Span {
  return {
    low: spans.reduce((sum, { low }) => sum + low, around),
    high: spans.reduce((sum, { high }) => sum + high, around),
  };
}
