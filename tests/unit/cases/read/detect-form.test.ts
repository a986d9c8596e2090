import { describe, expect, it } from 'vitest';
import { detectContainer, detectTextForm } from '../../../../src/cases/read/detect-form';

const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const compound = (streamName: string) =>
  Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...[...streamName].flatMap((char) => [char.charCodeAt(0), 0])]);

describe('detectContainer', () => {
  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'empty'],
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'not-text'],
    ['a PDF', ascii('%PDF-1.7'), 'not-text'],
    ['a zip without a workbook', ascii('PK\x03\x04 and other files'), 'not-text'],
    ['an encrypted workbook', compound('EncryptedPackage'), 'encrypted'],
    ['an old workbook', compound('Workbook'), 'not-text'],
  ])('refuses %s', (_, bytes, code) => {
    expect(detectContainer(bytes)).toMatchObject({ code });
  });

  it.each(['id,text\n1,a', 'PK,text\n1,a', '%PDF is a word here'])('takes %j for text', (text) => {
    expect(detectContainer(ascii(text))).toBe('text');
  });
});

describe('detectTextForm', () => {
  it.each<[string, string, string | undefined, string]>([
    ['a table', 'a,b\n1,2', undefined, 'csv'],
    ['a list of objects', ' [\n {"a": 1}]', undefined, 'json'],
    ['a broken list of objects', '[{"a": 1', undefined, 'json'],
    ['a header in brackets', '[a],[b]\n1,2', undefined, 'csv'],
    ['one object', '{"a": 1}', undefined, 'json'],
    ['one object over several lines', '{\n"a": {\n"b": 1}\n}', undefined, 'json'],
    ['an object per line', '{"a": 1}\n{"a": 2}\n', undefined, 'jsonl'],
    ['an object per line, called .json', '{"a": 1}\n{"a": 2}\n', 'cases.json', 'jsonl'],
    ['a first line that is broken, called .jsonl', '{"a": \n{"a": 2}\n', 'cases.jsonl', 'jsonl'],
    ['a table of objects without a header, called .csv', '{"a":1},2\n{"a":2},3', 'cases.csv', 'csv'],
  ])('%s', (_, text, name, form) => {
    expect(detectTextForm(text, name)).toBe(form);
  });
});
