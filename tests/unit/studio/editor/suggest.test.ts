import { describe, expect, it } from 'vitest';
import schema from '../../../../public/rubric.schema.json';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { suggest } from '../../../../src/studio/editor/suggest';
import { exampleYaml, fileOf } from '../../rubric/file/example-contract';

const read = parseRubric(fileOf(exampleYaml));
const rubric = read.ok ? read.rubric : null;

/** What is offered at `‸`, and what has been typed of it. */
function offeredAt(marked: string): { typed: string; labels: string[] } {
  const cursor = marked.indexOf('‸');
  const found = suggest(marked.replace('‸', ''), cursor, schema, rubric);
  return {
    typed: found ? marked.slice(found.from, cursor) : '',
    labels: found?.options.map(({ label }) => label) ?? [],
  };
}
const yaml = (text: string) => offeredAt(`---\n${text}\n---\nJudge {{answer}}.\n`);

describe('suggest', () => {
  it.each<[string, string, string, string[]]>([
    ['keys at the top', 'id: x\nti‸', 'ti', ['format', 'title', 'version']],
    ['a fixed value', 'format: ‸', '', ['assay-rubric/1']],
    ['keys of an item', 'inputs:\n  - name: a\n    ki‸', 'ki', ['label', 'kind', 'required']],
    ['keys of the first line of an item', 'inputs:\n  - ‸', '', ['name', 'label']],
    ['keys of an item that is not indented', 'inputs:\n- name: a\n  ‸', '', ['label', 'kind']],
    [
      'keys deep down',
      'criteria:\n  - id: a\n    levels:\n      - at: 1\n        ‸',
      '',
      ['name', 'description'],
    ],
    [
      'keys past a nested list',
      'criteria:\n  - id: a\n    levels:\n      - at: 1\n    ‸',
      '',
      ['label', 'max', 'better'],
    ],
    ['keys of an inline mapping', 'inputs:\n  - { name: a, ‸', '', ['label', 'kind']],
    [
      'values of an inline mapping',
      'inputs:\n  - { name: a, kind: l‸',
      'l',
      ['text', 'long', 'json', 'list', 'number'],
    ],
    ['values of an enum', 'criteria:\n  - id: a\n    better: ‸', '', ['high', 'low']],
    ['true and false', 'inputs:\n  - name: a\n    required: ‸', '', ['true', 'false']],
    [
      'keys of a rule under a path',
      'decided:\n  accuracy.score:\n    ‸',
      '',
      ['when', 'value', 'range', 'because'],
    ],
    [
      'types of the reply',
      'output:\n  type: object\n  properties:\n    a:\n      type: ‸',
      '',
      ['object', 'array', 'string', 'integer'],
    ],
    [
      'paths of the reply',
      'criteria:\n  - id: a\n    score: acc‸',
      'acc',
      ['accuracy.rationale', 'accuracy.score', 'tone'],
    ],
    ['paths in a list', 'checks:\n  - id: a\n    about: [to‸', 'to', ['tone', 'total']],
    ['facts in an expression', 'derived:\n  a: facts.‸', '', ['length']],
    ['fields in an expression', 'derived:\n  a: output.rules‸', 'rules', ['rules[0].score']],
  ])('offers %s', (_, text, typed, expected) => {
    const found = yaml(text);
    expect(found.typed).toBe(typed);
    expect(found.labels).toEqual(expect.arrayContaining(expected));
  });

  it.each<[string, string, string[]]>([
    ['keys that are there already', 'id: x\n‸\ntitle: y', ['id', 'title']],
    [
      'keys of the item that are there',
      'inputs:\n  - name: a\n    ‸\n    label: b\n  - help: c',
      ['name', 'label'],
    ],
    ['keys of an inline mapping that are there', 'inputs:\n  - { name: a, ‸', ['name']],
    ['keys of another level', 'inputs:\n  - ‸', ['title', 'max']],
  ])('does not offer %s', (_, text, absent) => {
    const { labels } = yaml(text);
    expect(labels.length).toBeGreaterThan(0);
    expect(labels.filter((label) => absent.includes(label))).toEqual([]);
  });

  it.each([
    ['in a comment', 'id: x\n# ti‸'],
    ['in text below its key', 'purpose: >-\n  Judges ‸'],
    ['in a quoted text', 'title: "a, ‸'],
    ['in free text', 'title: An‸'],
    ['for what is typed out', 'inputs:\n  - name: a\n    kind: long‸'],
  ])('offers nothing %s', (_, text) => {
    expect(yaml(text).labels).toEqual([]);
  });

  it('offers inputs in the prompt', () => {
    expect(offeredAt(`${fileOf(exampleYaml)}And {{qu‸`)).toEqual({
      typed: 'qu',
      labels: ['question', 'answer', 'source'],
    });
  });
});
