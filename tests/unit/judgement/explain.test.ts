import { describe, expect, it } from 'vitest';
import { contradictionsOf, factsAbout, pathsOf, placeOf } from '../../../src/judgement/contradictions';
import { en } from '../../../src/i18n/en/en';
import { formatKnown } from '../../../src/judgement/view/format';
import { certaintyOf, chainOf, nextLevel, passMark, upheld } from '../../../src/judgement/explain';
import type { Criterion } from '../../../src/rubric/rubric';
import type { Known } from '../../../src/rubric/values';
import { judged, modelSaying, saying, smallRubric } from './small-rubric';

const points = (maximum: number) => ({ type: 'integer', minimum: 0, maximum });

/** Two sections of ten points, the first of two parts; facts settle one part and bound the second section. */
const contract = {
  criteria: [
    {
      id: 'rules',
      label: 'Rules',
      score: 'rules.score',
      max: 10,
      parts: [
        { id: 'brand', label: 'Brand', score: 'rules.brand.score', rationale: 'rules.brand.why', max: 5 },
        { id: 'count', label: 'Count', score: 'rules.count', max: 5 },
      ],
    },
    {
      id: 'depth',
      label: 'Depth',
      score: 'depth.score',
      rationale: 'depth.rationale',
      max: 10,
      levels: [
        { at: [6, 10], name: 'Deep', description: 'All of it.' },
        { at: [0, 6], name: 'Shallow' },
      ],
    },
  ],
  output: {
    type: 'object',
    properties: {
      rules: {
        type: 'object',
        properties: {
          brand: {
            type: 'object',
            properties: { why: { type: 'string' }, kept: { type: 'boolean' }, score: points(5) },
          },
          count: points(5),
          score: points(10),
        },
      },
      depth: { type: 'object', properties: { rationale: { type: 'string' }, score: points(10) } },
      total: points(20),
      verdict: { type: 'string', enum: ['PASS', 'FAIL'] },
    },
  },
  facts: { letters: { label: 'Letters', value: 'size(input.text)' }, other: 'size(input.text)' },
  derived: {
    rules: 'output.rules.brand.score + output.rules.count',
    total: 'derived.rules + output.depth.score',
    verdict: 'derived.total < 10 ? "FAIL" : "PASS"',
  },
  decided: {
    'rules.brand.kept': { when: 'facts.letters > 3', value: 'true', because: '"The brand is there."' },
    'rules.brand.score': { when: 'facts.letters > 3', value: '5', because: '"The brand is there."' },
    'rules.score': { value: 'derived.rules', because: '"The sum."' },
    'depth.score': { range: '[6, 8]', because: '"Two of three."' },
    total: 'derived.total',
    verdict: 'derived.verdict',
  },
  checks: [
    {
      id: 'no-haste',
      title: 'No haste',
      severity: 'warning',
      assert: 'size(output.depth.rationale) > 3',
      message: 'Too short.',
      about: ['depth.rationale'],
    },
    {
      id: 'no-depth-fails',
      title: 'No depth fails',
      severity: 'error',
      when: 'output.depth.score < 2',
      assert: 'output.verdict == "FAIL"',
      message: 'No depth.',
      about: ['depth.score', 'verdict'],
    },
  ],
  headline: {
    value: 'derived.total',
    max: 20,
    verdict: 'derived.verdict',
    stated_value: 'total',
    stated_verdict: 'verdict',
  },
};

interface Said {
  kept?: boolean;
  brand?: number;
  count?: number;
  rules?: number;
  depth?: number;
  why?: string;
  total?: number;
  verdict?: string;
}
const right: Required<Said> = {
  kept: true,
  brand: 5,
  count: 4,
  rules: 9,
  depth: 7,
  why: 'a good reason',
  total: 16,
  verdict: 'PASS',
};
function judgedAs(said: Said) {
  const { kept, brand, count, rules, depth, why, total, verdict } = { ...right, ...said };
  const reply = {
    rules: { brand: { why: 'because', kept, score: brand }, count, score: rules },
    depth: { rationale: why, score: depth },
    total,
    verdict,
  };
  return judged({ rubric: contract, judge: modelSaying(saying(reply)) });
}
const rubric = smallRubric(contract);

describe('contradictionsOf', () => {
  it.each<[string, Said, string[]]>([
    ['nothing is wrong', {}, []],
    ['a wrong sum', { rules: 10 }, ['error Rules']],
    ['a wrong section explains the total', { rules: 10, total: 17 }, ['error Rules, therefore total']],
    ['only the total is wrong', { total: 19 }, ['error total']],
    ['a wrong total explains the verdict', { total: 9, verdict: 'FAIL' }, ['error total, therefore verdict']],
    [
      'a wrong part explains the sums that are right with the facts',
      { kept: false, brand: 0, rules: 9 },
      ['error Brand, therefore Rules total'],
    ],
    [
      'a yes and its points are one statement',
      { kept: false, brand: 0, rules: 4, total: 11 },
      ['error Brand'],
    ],
    [
      'a rule that names the verdict too',
      { count: 3, rules: 8, depth: 1, total: 9 },
      ['error Depth, therefore verdict'],
    ],
    ['a score outside the range', { depth: 9, total: 18 }, ['error Depth']],
    ['warnings come after errors', { depth: 9, total: 18, why: 'no' }, ['error Depth', 'warning Depth']],
  ])('%s', async (_, said, expected) => {
    const found = contradictionsOf(rubric, { ...(await judgedAs(said)), headline: null });
    const named = ({ kind, label }: { kind: string; label: string }) =>
      kind === 'total' || kind === 'verdict' ? kind : label;
    expect(
      found.map(({ severity, place, therefore }) =>
        [
          `${severity} ${named(place)}`,
          ...(therefore.length > 0 ? [`therefore ${therefore.map(named).join(' ')}`] : []),
        ].join(', '),
      ),
    ).toEqual(expected);
  });

  it('keeps the points where a yes or no differs for the same reason, and names the facts', async () => {
    const [found] = contradictionsOf(rubric, await judgedAs({ kept: false, brand: 0, rules: 4, total: 11 }));
    expect(found?.differences).toMatchObject([{ judge: { value: 0 }, facts: { value: 5 }, computed: false }]);
    expect(found?.facts).toEqual(['letters']);
  });

  it('names a total that fits the judge’s own parts, but not what facts leave of them', async () => {
    const judgement = await judgedAs({ depth: 9, total: 18 });
    const headline = { value: { kind: 'range' as const, min: 15, max: 17 }, statedValue: 18 };
    const [found] = contradictionsOf(rubric, { ...judgement, headline });
    expect(found?.therefore).toMatchObject([{ kind: 'total' }]);
  });

  it('puts a check that compares a refuted field, or gives the same reason, under what refutes it', async () => {
    const judgement = await judgedAs({ kept: false, brand: 0, rules: 4, total: 11 });
    const check = { title: '', severity: 'error', outcome: 'failed' } as const;
    const checks = [
      ...judgement.checks,
      {
        ...check,
        id: 'says:x',
        message: 'No brand, it says. The brand is there.',
        about: ['depth.rationale'],
      },
      { ...check, id: 'says:y', message: 'Something else.', about: ['depth.rationale'] },
    ];
    const [cause, other] = contradictionsOf(rubric, { ...judgement, checks: checks.slice(0, -1) });
    expect(cause?.consequences.map(({ place }) => place.label)).toEqual(['Depth']);
    expect(other).toBeUndefined();
    expect(contradictionsOf(rubric, { ...judgement, checks })).toHaveLength(2);
  });

  it('names what a rationale says with the criterion it is about', async () => {
    const judgement = await judgedAs({ depth: 9, total: 18 });
    const check = { id: 'says:x', title: '', severity: 'error', outcome: 'failed', message: 'No.' } as const;
    const checks = [...judgement.checks, { ...check, about: ['depth.rationale'], words: ['two quotes'] }];
    const found = contradictionsOf(rubric, { ...judgement, checks });
    expect(found.map(({ words }) => words)).toEqual([['two quotes']]);
  });
});

it.each([
  ['rules.brand.score', 'part Brand'],
  ['rules.brand.kept', 'part Brand'],
  ['depth.rationale', 'criterion Depth'],
  ['total', 'total '],
  ['verdict', 'verdict '],
  ['elsewhere', 'other Elsewhere'],
])('%s belongs to %s', (path, expected) => {
  const { kind, label } = placeOf(rubric, path);
  expect(`${kind} ${label}`).toBe(expected);
});

it('facts bear on the criterion whose rules and checks read them', () => {
  const [rules, depth] = rubric.criteria;
  expect([rules, depth].map((one) => one && [...factsAbout(rubric, pathsOf(one))])).toEqual([
    ['letters'],
    [],
  ]);
});

describe('passMark', () => {
  const of = 'derived.total';
  it.each<[verdict: string, mark: number | null]>([
    [`${of} < 55 ? "FAIL" : "PASS"`, 55],
    [`derived.missing || ${of} >= 7.5 ? "PASS" : "FAIL"`, 7.5],
    [`${of} >= 80 ? "A" : ${of} >= 60 ? "B" : "C"`, null],
    [`${of}_other < 55 ? "FAIL" : "PASS"`, null],
    ['output.grade', null],
  ])('%s: %s', (rule, mark) => {
    const plain = smallRubric();
    const headline = { ...plain.headline, value: of };
    expect(passMark({ ...plain, headline: { ...headline, verdict: rule } })).toBe(mark);
    const named = { ...plain, derived: { verdict: { label: 'Verdict', value: rule } } };
    expect(passMark({ ...named, headline: { ...headline, verdict: 'derived.verdict' } })).toBe(mark);
  });
});

describe('chainOf', () => {
  it.each<[string, Said, string]>([
    ['all agree', {}, ''],
    ['section and part', { total: 18, rules: 10 }, 'claims 18 sections 17 parts 16'],
    ['sections only', { total: 17 }, 'claims 17 sections 16'],
    ['parts only', { total: 17, rules: 10 }, 'claims 17 parts 16'],
  ])('%s', async (_, said, expected) => {
    const steps = chainOf(rubric, await judgedAs(said));
    expect(steps.map(({ step, known }) => `${step} ${formatKnown(known, en)}`).join(' ')).toBe(expected);
  });

  it('ends at what facts leave, and begins with the scores where no total is stated', async () => {
    const judgement = await judgedAs({});
    const range: Known = { kind: 'range', min: 12, max: 14 };
    const { statedValue: _, ...headline } = judgement.headline ?? { value: range };
    const steps = chainOf(rubric, { ...judgement, headline: { ...headline, value: range } });
    expect(steps.map(({ step }) => step)).toEqual(['gives', 'facts']);
  });
});

const levels: Criterion['levels'] = [
  { at: 5, name: 'Perfect' },
  { at: 4, name: 'Good' },
  { at: 1, name: 'Poor' },
];
it.each<[unknown, string | undefined]>([
  [4, 'Perfect'],
  [1, 'Good'],
  [5, undefined],
  ['LABEL', undefined],
])('above %j comes %s', (value, expected) => {
  const criterion: Criterion = { id: 'x', label: 'X', min: 0, max: 5, levels, parts: [] };
  const known: Known = { kind: 'value', value: typeof value === 'number' ? value : String(value) };
  expect(nextLevel(criterion, known)?.name).toBe(expected);
});

it.each<[Known, string, ReturnType<typeof certaintyOf>]>([
  [{ kind: 'range', min: 75, max: 100 }, 'PASS', { verdict: 'PASS', bound: 'atLeast', value: 75 }],
  [{ kind: 'range', min: 0, max: 45 }, 'FAIL', { verdict: 'FAIL', bound: 'atMost', value: 45 }],
  [{ kind: 'value', value: 80 }, 'PASS', null],
])('%j and %s', (value, verdict, expected) => {
  const headline = { value, verdict: { kind: 'value' as const, value: verdict } };
  expect(certaintyOf({ headline }, (word) => word === 'PASS')).toEqual(expected);
});

it('upholds the facts where the judge contradicts them', () => {
  const field = { path: 'x', by: 'model', known: { kind: 'value', value: 3 } } as const;
  const programSays: Known = { kind: 'range', min: 4, max: 5 };
  expect(upheld({ ...field, programSays, contradicted: true })).toEqual(programSays);
  expect(upheld({ ...field, programSays, contradicted: false })).toEqual(field.known);
});
