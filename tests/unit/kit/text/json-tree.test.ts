import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonTree, unescapeJson, type JsonNode } from '../../../../src/kit/text/json-tree';

function valueOf(node: JsonNode, source: string): unknown {
  if (node.kind === 'list') return node.items.map((item) => valueOf(item, source));
  if (node.kind === 'object')
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOf(value, source)]));
  const text = source.slice(node.start, node.end);
  return node.escaped ? unescapeJson(text) : JSON.parse(text);
}

it('is the same JSON, whatever its white space', () => {
  const indent = fc.constantFrom(undefined, 2, '\t');
  const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(value, indent, (json, space) => {
      const source = JSON.stringify(json, null, space);
      const tree = jsonTree(source);
      expect(tree && valueOf(tree, source)).toEqual(JSON.parse(source));
    }),
  );
});

it.each(['plain words', '[1, 2', '"a text"', ''])('%j is no object and no list', (text) => {
  expect(jsonTree(text)).toBeNull();
});

it('leaves a stretch that was cut inside an escape as it is', () => {
  expect([unescapeJson(String.raw`a\nb`), unescapeJson('a\\')]).toEqual(['a\nb', 'a\\']);
});
