import type { ObjectSchema, OutputSchema, StringSchema } from '../core/model/output-schema';
import { estimateTokens } from '../core/prompt/estimate-tokens';

export interface Span {
  low: number;
  high: number;
}

/** What judges write where they may write what they like: from a few words to a short paragraph, and in a list to a sentence. */
const freeText: Span = { low: 8, high: 160 };
const listedText: Span = { low: 3, high: 40 };
/** Items in a list that may be as long as it likes. */
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
    case 'object':
      return sum(
        Object.entries(schema.properties).map(([key, value]) =>
          plus(within(value), estimateTokens(`"${key}":,`)),
        ),
        2,
      );
    case 'array': {
      if ('prefixItems' in schema) return sum(schema.prefixItems.map(within), 2);
      const item = plus(spanOf(schema.items, listedText), 1);
      const { minItems = freeItems.low, maxItems = Math.max(minItems, freeItems.high) } = schema;
      return { low: 2 + item.low * minItems, high: 2 + item.high * maxItems };
    }
    case 'string':
      return schema.enum ? among(schema.enum.map((value) => `"${value}"`)) : textOf(schema, text);
    case 'integer':
    case 'number':
      return schema.enum ? among(schema.enum.map(String)) : { low: 1, high: 3 };
    case 'boolean':
    case 'null':
      return { low: 1, high: 2 };
  }
}

/** A character is about a token at most, whatever its script. */
function textOf({ minLength = 0, maxLength = Infinity }: StringSchema, text: Span): Span {
  const high = Math.max(Math.min(text.high, maxLength + 2), Math.ceil(minLength / 4));
  return { low: Math.min(text.low, high), high };
}

function among(texts: readonly string[]): Span {
  const sizes = texts.map(estimateTokens);
  return { low: Math.min(...sizes), high: Math.max(...sizes) };
}

function sum(spans: readonly Span[], around: number): Span {
  return spans.reduce((all, each) => ({ low: all.low + each.low, high: all.high + each.high }), {
    low: around,
    high: around,
  });
}

function plus({ low, high }: Span, more: number): Span {
  return { low: low + more, high: high + more };
}
