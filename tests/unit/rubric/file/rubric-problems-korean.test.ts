import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { koreanProblems } from '../../../../src/i18n/ko/rubric-problems';
import { readRubric } from '../../../../src/rubric/program/read-rubric';

const folder = 'src/rubric/file';
const sources = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
const schemas = ['src/rubric/rubric.ts', 'src/rubric/output-schema.ts'].map((name) =>
  readFileSync(name, 'utf8'),
);
/** As they are looked up: `${…}` by its place. */
const said = sources.flatMap((source) =>
  Array.from(source.matchAll(/\bsay`([^`]*)`/g), ([, words = '']) => {
    let place = 0;
    return words.replaceAll(/\$\{[^}]*\}/g, () => `{${place++}}`);
  }),
);
const ofSchema = schemas.flatMap((source) =>
  Array.from(source.matchAll(/'expected ([^']+)'/g), ([, words = '']) => words),
);

describe('what the reader of rubrics says', () => {
  it('has Korean words for every sentence', () => {
    expect(said.length).toBeGreaterThan(80);
    expect([...said, ...ofSchema].filter((words) => !Object.hasOwn(koreanProblems, words))).toEqual([]);
  });

  const file = readFileSync('rubrics/meeting-minutes/rubric.md', 'utf8');
  const ways: readonly (readonly [RegExp, string])[] = [
    [/^version: .*/m, 'version: 1.0'],
    [/^version: .*/m, 'version: first'],
    [/^version: .*\n/m, ''],
    [/^title: .*/m, 'titel: x'],
    [/^title: .*/m, 'title: yes: no'],
    [/^title: .*/m, 'title: "open'],
    [/^title: .*/m, "title: 'open"],
    [/^title: .*/m, 'title:'],
    [/^title: .*/m, 'title: 3'],
    [/^title: .*/m, 'title: x\ntitle: y'],
    [/^title: .*/m, 'title'],
    [/^title: .*/m, 'title: @x'],
    [/^title: .*/m, 'title: [a'],
    [/^title: .*/m, 'title: *a'],
    [/^title: .*/m, '  title: x'],
    [/^title: .*/m, '\ttitle: x'],
    [/^title: .*/m, 'title: "a\\qb"'],
    [/^language: .*/m, 'language: English'],
    [/^id: .*/m, 'id: My Rubric'],
    [/^format: .*/m, 'format: assay-rubric/2'],
    [/^---$/m, ''],
    [/^---$/gm, '--'],
    [/^---\n[^]*^---$/m, '$&\n\n{{nothing}}'],
    [/(^---\n[^]*^---$)[^]*/m, '$1\n'],
    [/- name: \w+/, '- name: a b'],
    [/- name: (\w+)/, '- name: $1\n    kind: essay'],
    [/- name: (\w+)/, '- name: $1\n    required: maybe'],
    [/- name: (\w+)/, '- naem: $1'],
    [/- name: (\w+)/, '- name: other'],
    [/^inputs:[^]*?^criteria:/m, 'criteria:'],
    [/^inputs:[^]*?(?=^\w)/m, 'inputs: []\n'],
    [/^criteria:\n/m, 'criteria: none\nold:\n'],
    [/ at: \d+/, ' at: 999'],
    [/ max: \d+/, ' max: many'],
    [/ max: \d+/, ' max: -1'],
    [/^headline:[^]*?(?=^---$)/m, 'headline: { value: output.nowhere }\n'],
    [/^headline:[^]*?(?=^---$)/m, 'headline: { value: size( }\n'],
    [/^headline:[^]*?(?=^---$)/m, 'headline: { value: nothing + 1 }\n'],
    [/^headline:[^]*?(?=^---$)/m, `headline: { value: "'a' + 1" }\n`],
    [/^headline:[^]*?(?=^---$)/m, `headline: { value: "sum('a')" }\n`],
    [/^headline:[^]*?(?=^---$)/m, `headline: { value: "1 && true" }\n`],
    [/^headline:[^]*?(?=^---$)/m, 'headline: { value: 1, stated_value: output.none }\n'],
    [/assert: .*/, 'assert: "1 + 1"'],
    [/severity: error/, 'severity: grave'],
  ];
  it.each(ways)('is Korean where %s became %s', (from, to) => {
    const read = readRubric(file.replace(from, to));
    expect(read.ok).toBe(false);
    for (const { korean, message } of read.ok ? [] : read.problems) {
      expect(korean, message).toMatch(/[가-힣]/);
      // Words that are not names, values or keys of the format.
      expect(korean, message).not.toMatch(/\b(expected|cannot|must|needs|which|did you|here|the)\b/i);
    }
  });
});
