import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../../../../src/cases/read/decode';
import { isReadingFailure, type Encoding } from '../../../../src/cases/table';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
};
const bytes = (...parts: (readonly number[] | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** "회의록,점수" and "가\n" as EUC-KR has them. */
const minutesInEucKr = [0xc8, 0xb8, 0xc0, 0xc7, 0xb7, 0xcf, 0x2c, 0xc1, 0xa1, 0xbc, 0xf6];
/** "議事録とスコア" as Shift-JIS has it. */
const minutesInShiftJis = [
  0x8b, 0x63, 0x8e, 0x96, 0x98, 0x5e, 0x82, 0xc6, 0x83, 0x58, 0x83, 0x52, 0x83, 0x41,
];
const gaInEucKr = [0xb0, 0xa1];

describe('decode', () => {
  it.each<[string, Uint8Array, Encoding, string]>([
    ['plain ASCII', utf8('a,b\n1,2\n'), 'utf-8', 'a,b\n1,2\n'],
    ['Korean UTF-8', utf8('회의록,점수\n'), 'utf-8', '회의록,점수\n'],
    ['UTF-8 with its mark, which is not text', bytes([0xef, 0xbb, 0xbf], utf8('가')), 'utf-8', '가'],
    ['UTF-16 little endian', bytes([0xff, 0xfe], utf16('가\tb\n', true)), 'utf-16le', '가\tb\n'],
    ['UTF-16 big endian', bytes([0xfe, 0xff], utf16('가\tb\n', false)), 'utf-16be', '가\tb\n'],
    ['EUC-KR', bytes(minutesInEucKr), 'euc-kr', '회의록,점수'],
    ['Shift-JIS', bytes(minutesInShiftJis), 'shift_jis', '議事録とスコア'],
    ['Shift-JIS of hiragana, which EUC-KR could read', bytes([0x82, 0xa0, 0x82, 0xa2]), 'shift_jis', 'あい'],
    ['Windows-1252', bytes(utf8('caf'), [0xe9, 0x2c, 0x31, 0x0a]), 'windows-1252', 'café,1\n'],
    [
      'Windows-1252 with two accents together',
      bytes([0xe9], utf8('lu cr'), [0xe9, 0xe9], utf8('e')),
      'windows-1252',
      'élu créée',
    ],
    [
      'Windows-1252 of signs',
      bytes(utf8('50'), [0xb0], utf8('C '), [0xb1], utf8('2')),
      'windows-1252',
      '50°C ±2',
    ],
    [
      'Windows-1252 in capitals',
      bytes([0xce], utf8('LE '), [0xc7, 0xc0], utf8(' ET L'), [0xc0]),
      'windows-1252',
      'ÎLE ÇÀ ET LÀ',
    ],
    ['Shift-JIS of narrow kana', bytes([0xb1, 0xb2, 0xb3, 0x2c, 0xc3, 0xbd, 0xc4]), 'shift_jis', 'ｱｲｳ,ﾃｽﾄ'],
    [
      'Windows-1252 that EUC-KR and Shift-JIS could read',
      bytes([0xe9], utf8('l'), [0xe8], utf8('ve')),
      'windows-1252',
      'élève',
    ],
  ])('knows %s', (_, given, encoding, text) => {
    expect(decode(given)).toEqual({ encoding, text });
  });

  it.each<[string, Uint8Array, Encoding, string]>([
    ['UTF-16 without a mark', utf16('가,b', true), 'utf-16le', '가,b'],
    ['EUC-KR that is also UTF-8', bytes([0xc8, 0xa3]), 'euc-kr', '호'],
  ])('follows the choice: %s', (_, given, encoding, text) => {
    expect(decode(given, encoding)).toEqual({ encoding, text });
  });

  it.each<[string, Uint8Array, Encoding | undefined, { byte: number; line: number }]>([
    [
      'a character cut in two',
      bytes(utf8('가나\n다'), [0xea, 0xb0], utf8('\n라')),
      undefined,
      { byte: 10, line: 2 },
    ],
    ['a character cut off at the end', utf8('가나다\n가').subarray(0, 12), undefined, { byte: 10, line: 2 }],
    ['a start in the middle of a character', utf8('가나다라마').subarray(1), undefined, { byte: 0, line: 1 }],
    ['bytes like no text', bytes(utf8('a'), [0xff, 0xfe, 0xfd, 0x0a]), undefined, { byte: 1, line: 1 }],
    ['EUC-KR read as UTF-8', bytes([0x61, 0x0a], gaInEucKr), 'utf-8', { byte: 2, line: 2 }],
    [
      'a byte that EUC-KR does not have',
      bytes([0x0a, 0x0a], gaInEucKr, [0xff, 0x41]),
      'euc-kr',
      { byte: 4, line: 3 },
    ],
    ['half of a UTF-16 pair', utf16('a\n\ud83d', true), 'utf-16le', { byte: 4, line: 2 }],
  ])('says where: %s', (_, given, chosen, place) => {
    expect(decode(given, chosen)).toMatchObject({ code: 'wrong-bytes', place });
  });

  it('finds the place far into a large file', () => {
    const line = utf8('번호,내용이 있는 줄\n');
    const lines = Array.from({ length: 20_000 }, () => line);
    const before = lines.reduce((sum, each) => sum + each.length, 0);
    const large = new Uint8Array(before + 2 + line.length);
    lines.forEach((each, index) => large.set(each, index * line.length));
    large.set([0x61, 0xff], before);
    large.set(line, before + 2);
    expect(decode(large)).toMatchObject({ code: 'wrong-bytes', place: { byte: before + 1, line: 20_001 } });
  });

  it.each<[string, Uint8Array, Encoding | undefined]>([
    ['zero bytes', Uint8Array.of(0x61, 0, 0x62), undefined],
    ['zero bytes in chosen UTF-8', Uint8Array.of(0x61, 0, 0x62), 'utf-8'],
  ])('is no text: %s', (_, given, chosen) => {
    expect(decode(given, chosen)).toMatchObject({ code: 'not-text' });
  });

  it('gives back any text, and never a replacement character of its own making', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.startsWith('\ufeff') && !text.includes('\0'));
        expect(decode(utf8(text))).toEqual({ encoding: 'utf-8', text });
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (given) => {
        const outcome = decode(given);
        if (isReadingFailure(outcome)) {
          if (outcome.place) expect(outcome.place.byte).toBeLessThan(given.length);
        } else if (outcome.encoding === 'utf-8' && !outcome.text.startsWith('\ufeff')) {
          // What UTF-8 says is what the bytes say, so a replacement character can only be one of the file's own.
          expect(utf8(outcome.text)).toEqual(given.slice(given.length - utf8(outcome.text).length));
        } else {
          expect(outcome.text).not.toContain('\ufffd');
        }
      }),
    );
  });
});
