import { describe, expect, it } from 'vitest';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { expressionProblems } from '../../../../src/rubric/program/compile-rubric';
import { starterRubric } from '../../../../src/studio/editor/starter';
import { storedReply, tryVersions } from '../../../../src/studio/editor/try-case';
import { freeName, nextVersion, versionSpan } from '../../../../src/studio/editor/version';
import { oldWords, whatChanged, type TriedCase } from '../../../../src/studio/editor/what-changed';

const text = `---
format: assay-rubric/1
id: notes
title: Notes
version: 1.0.0
language: en
purpose: Judges notes.
inputs:
  - { name: note, label: Note }
criteria:
  - { id: brevity, label: Brevity, max: 5 }
facts:
  letters: { label: Letters, value: size(input.note) }
decided:
  brevity.score: { when: facts.letters < 20, value: '5' }
checks:
  - { id: not-zero, title: It is not zero, severity: error, assert: output.brevity.score > 0, message: Zero }
headline: { value: output.brevity.score, verdict: "output.brevity.score > 3 ? 'PASS' : 'FAIL'" }
---
Judge {{note}}.
`;
const subject = { id: 'a', input: { note: 'Buy milk.' } };

function rubricOf(file: string) {
  const read = parseRubric(file);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
  return read.rubric;
}
async function tried(file: string, reply?: string): Promise<TriedCase> {
  const rubric = rubricOf(file);
  const given = reply === undefined ? null : { text: reply, mode: 'model-alone' as const };
  const [trial] = await tryVersions({ rubrics: [rubric], subject, reply: given });
  if (!trial) throw new Error('expected a trial');
  return { rubric, ...trial };
}
const reply = JSON.stringify({ brevity: { rationale: 'Short.', score: 2 } });

const levels = 'levels: [{ at: 0, name: Long, description: More than a page. }]';
it('finds words of the contract that changed while the prompt still has the old ones', () => {
  const before = text
    .replace('max: 5', `max: 5, ${levels}`)
    .replace('Judge {', '0: More than a page.\nJudge {');
  const contractOnly = before.replace('More than', 'Well over');
  const both = before.replaceAll('More than', 'Well over');
  const neverThere = before.replace('name: Long', 'name: Windy');
  expect(
    [contractOnly, both, neverThere, before].map((now) => oldWords(rubricOf(before), rubricOf(now))),
  ).toEqual([['More than a page.'], [], [], []]);
});

describe('whatChanged', () => {
  it('says nothing where only the file changed', async () => {
    expect(
      whatChanged(await tried(text), await tried(text.replace('title: Notes', 'title: My notes'))),
    ).toEqual([]);
  });

  it.each<[string, string, string, string | undefined, object[]]>([
    [
      'what a rule no longer decides',
      '< 20',
      '< 2',
      undefined,
      [
        { kind: 'score' },
        { kind: 'verdict', before: { kind: 'value', value: 'PASS' } },
        {
          kind: 'criterion',
          label: 'Brevity',
          before: { kind: 'value', value: 5 },
          after: { kind: 'undecided' },
        },
        { kind: 'check', label: 'It is not zero', before: 'passed', after: 'undecided' },
      ],
    ],
    [
      'a fact',
      'size(input.note)',
      'size(input.note) + 1',
      undefined,
      [{ kind: 'fact', label: 'Letters', before: '9', after: '10' }],
    ],
    [
      'a check of a given reply',
      'score > 0, message',
      'score > 2, message',
      reply,
      [{ kind: 'check', label: 'It is not zero', before: 'passed', after: 'failed' }],
    ],
    ['the prompt', 'Judge {{note}}', 'Judge this: {{note}}', undefined, [{ kind: 'prompt' }]],
    [
      'a criterion that was added',
      'max: 5 }',
      'max: 5 }\n  - { id: tone, label: Tone, max: 3 }',
      undefined,
      [
        { kind: 'criterion', label: 'Tone', before: undefined, after: { kind: 'undecided' } },
        { kind: 'prompt' },
      ],
    ],
  ])('names %s', async (_, from, to, given, expected) => {
    const changes = whatChanged(await tried(text, given), await tried(text.replace(from, to), given));
    expect(changes).toMatchObject(expected);
  });

  it('reads a stored reply as it came; rules have none', async () => {
    const { judgement } = await tried(text, reply);
    expect(storedReply(judgement)).toEqual({ text: reply, mode: 'model-alone' });
    expect(storedReply((await tried(text)).judgement)).toBeNull();
  });
});

describe('versions and ids', () => {
  it.each([
    ['nothing changed', text, null],
    ['the prompt changed', text.replace('Judge {{', 'Rate {{'), '1.1.0'],
    ['the version was raised already', text.replace('Judge {{', 'Rate {{').replace('1.0.0', '2.0.0'), null],
    ['it is another rubric', text.replace('id: notes', 'id: other'), null],
  ])('offers a higher version unless %s', (_, now, expected) => {
    expect(nextVersion(rubricOf(text), rubricOf(now))).toBe(expected);
  });

  it.each([
    ['version: 1.0.0', '1.0.0'],
    ['a: b\nversion:  "1.2.3" # why', '1.2.3'],
    ['version: >-\n  1.0.0', null],
  ])('finds the version in %j', (file, expected) => {
    const span = versionSpan(file);
    expect(span && file.slice(span.from, span.to)).toBe(expected);
  });

  it.each(['en', 'ko'] as const)('a rubric to begin with works: %s', (language) => {
    const rubric = rubricOf(starterRubric(language, (id) => id === 'my-rubric'));
    expect([rubric.id, rubric.language]).toEqual(['my-rubric-2', language]);
    expect(expressionProblems(rubric)).toEqual([]);
  });

  it('gives a copy an id of its own', () => {
    const taken = new Set(['a-copy', 'a-copy-2']);
    expect([freeName('a-copy', (id) => taken.has(id)), freeName('b-copy', (id) => taken.has(id))]).toEqual([
      'a-copy-3',
      'b-copy',
    ]);
  });
});
