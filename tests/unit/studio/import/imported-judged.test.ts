import { expect, it } from 'vitest';
import { judgeCase } from '../../../../src/judgement/judge-case';
import { prepareRubric } from '../../../../src/judgement/ready-rubric';
import { parseRubric } from '../../../../src/rubric/file/parse-rubric';
import { expressionProblems } from '../../../../src/rubric/program/compile-rubric';
import { checkDraft } from '../../../../src/studio/draft/check-draft';
import { draftOf } from '../../../../src/studio/draft/draft';
import { slugOf } from '../../../../src/studio/import/to-rubric';
import { importText } from '../../../../src/studio/import/import-text';
import { modelSaying, saying } from '../../judgement/small-rubric';

const prompts = {
  Korean: `답변 {{답변}}을 평가하세요.
\`정확성\`은 0~4점, \`말투\`는 0~4점입니다. 총점이 6점 이상이면 합격, 아니면 불합격.
{"정확성": {"근거": "", "점수": <0-4>}, "말투": {"근거": "", "점수": <0-4>}, "총점": <0-8>, "판정": "합격"}`,
  'French, with doubled braces': 'Notez {reponse}.\n{{"précision": <1-5>, "détail": "..."}}',
};

/** What the prompt of the rubric asks for, filled in. */
const replies = {
  Korean: {
    jeonghwakseong: { geungeo: '맞음', jeomsu: 4 },
    maltu: { geungeo: '공손함', jeomsu: 3 },
    chongjeom: 7,
    panjeong: '합격',
  },
  'French, with doubled braces': { precision: 4, detail: 'bien' },
};

it.each(['Korean', 'French, with doubled braces'] as const)(
  'reads the reply that the imported prompt asks for: %s',
  async (name) => {
    const [proposal] = importText(prompts[name]);
    if (!proposal) throw new Error('Expected a proposal, got none.');
    const read = parseRubric(checkDraft(draftOf(proposal)).text, expressionProblems);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const keys = proposal.fields.flatMap(({ written }) => (written === undefined ? [] : [`"${written}"`]));
    expect(keys.filter((key) => read.rubric.prompt.includes(key))).toEqual([]);
    expect(proposal.changes.some(({ why }) => why === 'plain-key')).toBe(true);
    const input = proposal.inputs[0]?.name ?? '';
    const judgement = await judgeCase(
      prepareRubric(read.rubric, null),
      { id: 'one', input: { [input]: 'a text' } },
      {
        judge: modelSaying(saying(replies[name])),
        mode: 'model-alone',
        tellFacts: false,
        signal: new AbortController().signal,
        world: { random: () => 'b'.repeat(24), now: () => new Date('2026-01-02T03:04:05Z'), build: 'test' },
      },
    );
    expect(judgement.status).toBe('valid');
  },
);

it('shows a verdict that no rule computes whole, says why, and counts sums as they are', () => {
  const [proposal] = importText(`Rate {{letter}}.
The total is the sum of warmth and order. **OK mark**: ≥6 points
If the total is 6 or more it is OK. If the total is below 6 it is BAD. If the letter is rude it is BAD.
{"seen": [{"name": "Warmth", "evidence": "..."}, {"name": "Order", "evidence": "..."}], "warmth": <0-4>, "order": <0-4>, "total": <0-8>, "verdict": "OK" | "BAD"}`);
  if (!proposal) throw new Error('Expected a proposal, got none.');
  const read = parseRubric(checkDraft(draftOf(proposal)).text, expressionProblems);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { headline, checks, notes } = read.rubric;
  expect(headline.verdict).toBe('output.verdict');
  expect(checks.map(({ title, assert }) => [title, assert])).toEqual([
    [
      'If the total is 6 or more it is OK. (BAD: not checked, since no rule could be made of “If the letter is rude it is BAD.”)',
      "output.verdict == 'BAD' || output.verdict == (derived.total_total >= 6 ? 'OK' : 'BAD')",
    ],
  ]);
  expect(notes.map(({ label }) => label)).toEqual(['Warmth: Evidence', 'Order: Evidence']);
  expect(proposal.findings.map(({ kind }) => kind)).not.toContain('not-understood');
});

it.each([
  ['Être à l’écoute', 'etre-a-l-ecoute'],
  ['LLM 응답', 'llm-eungdap'],
  ['正確さ', 'imported-rubric'],
])('makes an id of the title %s', (title, id) => {
  expect(slugOf(title)).toBe(id);
});

it('keeps what a sentence says of each label, and names no criterion by a step', () => {
  const [proposal] = importText(`Classify whether the reply is toxic: {{reply}}
Answer with one label: TOXIC if it insults, threatens or mocks someone, NOT_TOXIC otherwise.
{"label": "TOXIC|NOT_TOXIC", "reason": "<why>"}`);
  expect(proposal?.criteria).toMatchObject([
    {
      label: 'Label',
      levels: [
        { at: 'TOXIC', description: 'it insults, threatens or mocks someone' },
        { at: 'NOT_TOXIC', description: 'otherwise' },
      ],
    },
  ]);
});

it('says in Korean which label a rule does not check', () => {
  const [proposal] = importText(`편지 {{편지}}를 평가하세요.
총점이 6점 이상이면 합격, 6점 미만이면 불합격입니다. 편지가 무례하면 불합격입니다.
{"따뜻함": <0-4>, "순서": <0-4>, "총점": <0-8>, "판정": "합격" | "불합격"}`);
  const titles = proposal?.rules.map(({ title }) => title).join(' ');
  expect(titles).toContain('‘불합격’ 판정은 검사하지 않습니다.');
  expect(titles).toContain('“편지가 무례하면 불합격입니다.”');
});
