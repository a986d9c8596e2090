import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prettyJson } from '../../../src/kit/pretty-json';

describe('prettyJson', () => {
  it.each([
    ['{"a":1,"b":[true,null]}', '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ]\n}'],
    ['{ "a" : {} , "b": [ ] }', '{\n  "a": {},\n  "b": []\n}'],
    ['["x, y: {z}", "\\"quoted\\""]', '[\n  "x, y: {z}",\n  "\\"quoted\\""\n]'],
  ])('lays out %s', (source, expected) => {
    expect(prettyJson(source)?.text).toBe(expected);
  });

  it.each(['', 'plain words', '"a text"', '12', '{"a":', '{a: 1}'])('leaves %j alone', (source) => {
    expect(prettyJson(source)).toBeNull();
  });

  it('changes no value, and leads each character that stands outside white space to its new place', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const source = JSON.stringify(value, null, 1);
        const pretty = prettyJson(source);
        if (!pretty) throw new Error('Expected JSON to be laid out.');
        expect(JSON.parse(pretty.text)).toEqual(JSON.parse(source));
        for (let at = 0; at < source.length; at += 1) {
          const character = source.charAt(at);
          if (!/\s/.test(character)) expect(pretty.text.charAt(pretty.placeOf(at))).toBe(character);
        }
        expect(pretty.placeOf(source.length)).toBe(pretty.text.length);
      }),
    );
  });
});
