import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../../src/rubric/facts';
import type { JsonObject } from '../../../../src/kit/json';
import type { Assessment } from '../../../../src/rubric/program/assess';
import type { DecidedField } from '../../../../src/rubric/program/decide';
import { allows } from '../range/agreement-fixture';
import { essayOutput, essayRubric, programOf } from './rubric-fixture';

const input = { essay: 'A long essay.' };
const noGrade: Fact = { name: 'grade', value: null, text: 'none', spans: [] };
const good: Fact = {
  name: 'grade',
  value: { value: 'GOOD', because: 'well written' },
  text: 'GOOD',
  spans: [],
};

const reply: JsonObject = {
  style: { rationale: 'fine', score: 30 },
  rules: [
    { met: true, score: 10 },
    { met: true, score: 10 },
  ],
  label: 'GOOD',
  advice: null,
  share: 0.5,
  errors: [],
  total: 50,
  verdict: 'PASS',
};

const essay = programOf(essayRubric());

interface Given {
  output?: JsonObject;
  fact?: Fact;
  text?: string;
  comparing?: boolean;
  notAsked?: string[];
  asClaimed?: boolean;
  rubric?: Record<string, unknown>;
}

function assessed({
  output = reply,
  fact = noGrade,
  text = input.essay,
  comparing = false,
  notAsked = [],
  asClaimed = false,
  rubric,
}: Given): Assessment {
  const program = rubric === undefined ? essay : programOf(essayRubric(rubric));
  const { facts } = program.facts({ essay: text }, [fact]);
  const { decided } = program.decide({ input: { essay: text }, facts });
  return program.assess({ input: { essay: text }, facts, output, decided, comparing, notAsked, asClaimed });
}

function outcomeOf(assessment: Assessment, id: string): string | undefined {
  return assessment.checks.find((check) => check.id === id)?.outcome;
}

function errorMessage(assessment: Assessment, id: string): string | undefined {
  return assessment.checks.find((check) => check.id === id)?.message;
}

const checkOf = (assert: string, more: object = {}) => ({
  checks: [{ id: 'c', title: 'C', severity: 'error', message: 'C.', assert, ...more }],
});

describe('facts', () => {
  it('come in declared order, the contract’s own after code’s where it says so', () => {
    const { facts, broken } = programOf(essayRubric()).facts(input, [good]);
    expect(facts.map(({ name, value, text }) => [name, value, text])).toEqual([
      ['grade', { value: 'GOOD', because: 'well written' }, 'GOOD'],
      ['length', 13, '13'],
      ['long', true, 'yes'],
    ]);
    expect(broken).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, Fact[], string, string]>([
    [
      'throws',
      { facts: { grade: { label: 'G' }, length: '1 / 0', long: 'true' } },
      [good],
      'facts.length',
      'division by zero',
    ],
    ['is not returned by code', {}, [], 'facts.grade', 'did not return it'],
    ['is not declared', {}, [good, { ...good, name: 'more' }], 'facts.more', 'does not declare it'],
    [
      'is no JSON',
      { facts: { grade: { label: 'G' }, length: 'duration("1s")', long: 'true' } },
      [good],
      'facts.length',
      'neither text',
    ],
  ])('one that %s is a problem', (_name, changes, code, where, message) => {
    const { broken } = programOf(essayRubric(changes)).facts(input, code);
    expect(broken[0]?.where).toBe(where);
    expect(broken[0]?.message).toContain(message);
  });
});

describe('what facts decide before anyone is asked', () => {
  const decideWith = (decided: Record<string, unknown>, fact = good, essay = 'short') => {
    const program = programOf(essayRubric({ decided }));
    return program.decide({ input: { essay }, facts: program.facts({ essay }, [fact]).facts });
  };

  /** `path value (reason) severity`, of every decided field. */
  const said = (fields: readonly DecidedField[]) =>
    fields.map(({ path, known, because = '', severity, compare }) => {
      const value =
        known.kind === 'range'
          ? `${known.min}–${known.max}`
          : known.kind === 'value'
            ? JSON.stringify(known.value)
            : known.kind;
      return [path, value, because && `(${because})`, severity, compare ? '' : 'not compared']
        .filter(Boolean)
        .join(' ');
    });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a value', { label: '"FAIR"' }, ['label "FAIR" error']],
    [
      'a value with its reason',
      { label: { value: 'facts.grade.value', because: 'facts.grade.because', severity: 'warning' } },
      ['label "GOOD" (well written) warning'],
    ],
    ['nothing where the condition fails', { label: { when: 'facts.grade == null', value: '"FAIR"' } }, []],
    ['a range', { share: { range: '[0.25, 2]' } }, ['share 0.25–1 error']],
    ['whole ends of a range', { 'style.score': { range: '[0.5, 7.9]' } }, ['style.score 1–7 error']],
    ['null where null may stand', { advice: 'null' }, ['advice null error']],
    ['nothing of what follows from other fields', { total: 'output.share * 10' }, []],
  ])('%s', (_name, decided, expected) => {
    const result = decideWith(decided);
    expect([said(result.decided), result.broken]).toEqual([expected, []]);
  });

  it.each<[rules: Record<string, unknown>, where: string, message: string]>([
    [
      { label: 'facts.long ? "FAIR" : "SUPERB"' },
      'label',
      'it gives "SUPERB", which the output does not allow',
    ],
    [{ label: { when: 'facts.grade.nothing', value: '"FAIR"' } }, 'label.when', 'No such key: nothing'],
    [
      { label: { when: 'facts.grade.value', value: '"FAIR"' } },
      'label.when',
      'expected true or false, got string',
    ],
    [{ share: { range: '[facts.length - 4, 0]' } }, 'share.range', 'leaves no number'],
    [{ share: { range: '[0, 1, facts.length]' } }, 'share.range', 'expected a list [lowest, highest]'],
  ])('%j decides nothing and is a problem of %s', (rules, where, message) => {
    const { decided, broken } = decideWith(rules);
    expect(decided).toEqual([]);
    expect(broken.map((problem) => problem.where)).toEqual([`decided.${where}`]);
    expect(broken[0]?.message).toContain(message);
  });

  it('keeps the decision when only its reason fails', () => {
    const { decided, broken } = decideWith({ label: { value: '"FAIR"', because: 'facts.grade.nothing' } });
    expect(said(decided)).toEqual(['label "FAIR" error']);
    expect(broken).toMatchObject([{ where: 'decided.label.because' }]);
  });
});

describe('a complete output', () => {
  it('gives values, passed checks and the judge’s own claims beside ours', () => {
    const result = assessed({});
    expect(result.derived).toEqual({
      verdict: { kind: 'value', value: 'PASS' },
      total: { kind: 'value', value: 50 },
    });
    expect(Object.keys(result.derived)).toEqual(['verdict', 'total']);
    expect(result.checks.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['met-means-ten', 'passed'],
      ['good-needs-style', 'passed'],
    ]);
    expect(result.headline).toEqual({
      value: { kind: 'value', value: 50 },
      verdict: { kind: 'value', value: 'PASS' },
      statedValue: 50,
      statedVerdict: 'PASS',
    });
    expect(result.broken).toEqual([]);
  });

  it('says what clashes, with the values', () => {
    const output = {
      ...reply,
      style: { rationale: '', score: 5 },
      rules: [
        { met: true, score: 0 },
        { met: true, score: 10 },
      ],
    };
    const result = assessed({ output });
    expect(errorMessage(result, 'met-means-ten')).toBe('The rules got 0, 10 points.');
    expect(errorMessage(result, 'good-needs-style')).toBe('Graded GOOD with style 5.');
  });

  it('takes an optional field that is missing for absent', () => {
    const rubric = { derived: { total: 'has(output.remark)', verdict: '"x"' }, decided: {} };
    expect(assessed({ rubric }).derived.total).toEqual({ kind: 'value', value: false });
    expect(assessed({ rubric, output: {} }).derived.total).toEqual({ kind: 'undecided' });
  });
});

describe('what the program says beside what the judge says', () => {
  it('holds a judge to a range also where it is asked only for the rest', () => {
    const decided = { 'style.score': { range: '[1, 3]' } };
    const said = (score: number) =>
      assessed({
        rubric: { decided },
        output: { ...reply, style: { rationale: '', score } },
        comparing: true,
        notAsked: ['label'],
      });
    expect(outcomeOf(said(3), 'program:style.score')).toBe('passed');
    expect(outcomeOf(said(7), 'program:style.score')).toBe('failed');
    expect(outcomeOf(assessed({ rubric: { decided }, output: {} }), 'program:style.score')).toBeUndefined();
  });

  it('compares only what the judge was asked for', () => {
    const given = { fact: good, output: { ...reply, label: 'POOR', total: 1 }, comparing: true };
    const ids = (notAsked: string[]) =>
      assessed({ ...given, notAsked }).checks.flatMap(({ id, outcome }) => (outcome === 'failed' ? id : []));
    expect(ids([])).toEqual(['program:label', 'program:total']);
    expect(ids(['total'])).toEqual(['program:label']);
    expect(ids(['label', 'total', 'verdict'])).toEqual([]);
  });

  it.each([
    ['applies', 'output.share > 0.1', 'failed'],
    ['does not apply', 'output.share > 0.9', undefined],
  ])('a rule on other fields that %s', (_, when, outcome) => {
    const decided = { label: { when, value: '"POOR"' } };
    const program = programOf(essayRubric({ decided }));
    expect(program.computedPaths, 'it may not apply, so the field must be asked for').toEqual([]);
    expect(outcomeOf(assessed({ rubric: { decided }, comparing: true }), 'program:label')).toBe(outcome);
  });

  it('takes a bounded field that the judge left out for left out', () => {
    const { remark: _, ...properties } = essayOutput.properties;
    const rubric = {
      output: {
        ...essayOutput,
        properties: { ...properties, bonus: { type: 'integer', minimum: 0, maximum: 9 } },
      },
      decided: { bonus: { range: '[2, 4]' } },
      derived: { total: 'has(output.bonus) ? output.bonus : 0', verdict: '"x"' },
    };
    expect(assessed({ rubric, comparing: true }).derived.total).toEqual({ kind: 'value', value: 0 });
    expect(assessed({ rubric, output: {} }).derived.total).toEqual({ kind: 'undecided' });
  });

  it('does not hold its own wording against a judge', () => {
    const decided = { label: { value: '"FAIR"', compare: false } };
    const result = assessed({ rubric: { decided }, output: { ...reply, label: 'GOOD' }, comparing: true });
    expect(outcomeOf(result, 'program:label')).toBeUndefined();
  });
});

describe('a name that failed is not a name that is missing', () => {
  const facts = { grade: { label: 'Grade' }, bad: 'size(input.essay) / 0 > 1.0' };
  const derived = { bad: 'output.share / 0.0', total: '1', verdict: '"x"' };

  it.each([
    ['!has(facts.bad)', 'facts.bad could not be computed'],
    ['!has(derived.bad)', 'derived.bad could not be computed'],
    ['!has(derived.bad) || output.style.score > 50', 'derived.bad'],
  ])('%s breaks', (assert, message) => {
    const rubric = { facts, derived, decided: {}, ...checkOf(assert) };
    const result = assessed({ rubric });
    expect(outcomeOf(result, 'c')).toBe('broken');
    expect(errorMessage(result, 'c')).toContain(message);
  });

  it('in a fact that builds on it', () => {
    const rubric = { facts: { ...facts, next: '!has(facts.bad)' }, decided: {} };
    const { broken } = programOf(essayRubric(rubric)).facts(input, [noGrade]);
    expect(broken.map(({ where }) => where)).toEqual(['facts.bad', 'facts.next']);
  });
});

describe('an assertion that fails behind a condition', () => {
  const rubric = (when: string) => ({ decided: {}, ...checkOf('1 / 0 == 1', { when }) });

  it.each<[string, string, JsonObject, string, number]>([
    ['that holds breaks', 'output.label == "GOOD"', reply, 'broken', 1],
    ['that does not hold is skipped', 'output.label == "POOR"', reply, 'skipped', 0],
    ['that is open is undecided', 'output.label == "GOOD"', {}, 'undecided', 0],
  ])('%s', (_, when, output, outcome, broken) => {
    const result = assessed({ rubric: rubric(when), output });
    expect(outcomeOf(result, 'c')).toBe(outcome);
    expect(result.broken).toHaveLength(broken);
  });
});

describe('an expression that fails is never a passed check', () => {
  it.each<[string, Record<string, unknown>, string, RegExp]>([
    [
      'the assertion',
      { assert: 'output.remark == ""' },
      'broken',
      /No such key: remark \(checks\.c\.assert:7\)/,
    ],
    ['the condition', { when: 'output.remark == ""' }, 'broken', /checks\.c\.when/],
    ['the message', { assert: 'false' }, 'failed', /^No: \(not computable: No such key: remark\)\.$/],
  ])('%s', (_name, changes, outcome, message) => {
    const result = assessed({ rubric: checkOf('true', { message: 'No: {{ output.remark }}.', ...changes }) });
    expect(outcomeOf(result, 'c')).toBe(outcome);
    expect(errorMessage(result, 'c')).toMatch(message);
    expect(result.broken).toHaveLength(1);
  });

  it('a derived value that fails is an error, and what needs it breaks', () => {
    const rubric = { derived: { total: '1 / 0', verdict: 'derived.total > 1 ? "a" : "b"' }, decided: {} };
    const result = assessed({ rubric });
    expect(result.derived).toMatchObject({
      total: { kind: 'error', message: 'division by zero' },
      verdict: { kind: 'error' },
    });
    expect(result.headline.value.kind).toBe('error');
    expect(result.broken.map(({ where }) => where)).toEqual([
      'derived.total',
      'derived.verdict',
      'headline.value',
      'headline.verdict',
    ]);
  });
});

describe('an output with undecided fields', () => {
  it('gives ranges, and a verdict where no undecided field can change it', () => {
    const result = assessed({ text: 'short', output: { label: 'FAIR' } });
    expect(result.derived).toEqual({
      verdict: { kind: 'value', value: 'FAIL' },
      total: { kind: 'range', min: 0, max: 35 },
    });
    expect(result.computed).toEqual([
      { path: 'total', known: { kind: 'range', min: 0, max: 35 }, severity: 'error', compare: true },
      { path: 'verdict', known: { kind: 'value', value: 'FAIL' }, severity: 'error', compare: true },
    ]);
    expect(result.headline).toEqual({
      value: { kind: 'range', min: 0, max: 35 },
      verdict: { kind: 'value', value: 'FAIL' },
    });
  });

  it.each<[string, JsonObject, string, string]>([
    ['condition settled, assertion open', { label: 'GOOD' }, 'undecided', 'Graded GOOD with style 0–40.'],
    ['condition false', { label: 'POOR' }, 'skipped', 'A good essay has style'],
    [
      'assertion true whatever comes',
      { label: 'GOOD', style: { score: 20 } },
      'passed',
      'A good essay has style',
    ],
  ])('%s', (_name, output, outcome, message) => {
    const result = assessed({ output });
    expect(outcomeOf(result, 'good-needs-style')).toBe(outcome);
    expect(errorMessage(result, 'good-needs-style')).toBe(message);
  });

  it('lets checks see computed fields that nobody else has filled', () => {
    const asked = Object.fromEntries(
      Object.entries(reply).filter(([key]) => key !== 'total' && key !== 'verdict'),
    );
    const result = assessed({
      rubric: checkOf('output.total >= 1 && output.verdict == "PASS"'),
      output: asked,
    });
    expect(outcomeOf(result, 'c')).toBe('passed');
    expect(result.computed.map(({ known }) => known)).toEqual([
      { kind: 'value', value: 50 },
      { kind: 'value', value: 'PASS' },
    ]);
  });

  it('leaves a computed field open while its condition is', () => {
    const rubric = {
      decided: { label: { when: 'output.share > 0.5', value: '"GOOD"' } },
      ...checkOf('output.label == "GOOD"'),
    };
    const open = assessed({ rubric, output: {} });
    expect(open.computed).toEqual([
      { path: 'label', known: { kind: 'undecided' }, severity: 'error', compare: true },
    ]);
    expect(outcomeOf(open, 'c')).toBe('undecided');
    expect(assessed({ rubric, output: { share: 0.2 } }).computed).toEqual([]);
    expect(outcomeOf(assessed({ rubric, output: { share: 0.7 } }), 'c')).toBe('passed');
  });

  it('never contradicts what the complete output gives', () => {
    const rule = fc.record({ met: fc.boolean(), score: fc.constantFrom(0, 10) });
    const outputs = fc.record({
      style: fc.record({ rationale: fc.string(), score: fc.integer({ min: 0, max: 40 }) }),
      rules: fc.tuple(rule, rule),
      label: fc.constantFrom('GOOD', 'FAIR', 'POOR'),
    });
    const gone = fc.record({
      style: fc.boolean(),
      first: fc.boolean(),
      second: fc.boolean(),
      label: fc.boolean(),
    });
    const rest = { advice: null, share: 0.5, errors: [] };
    fc.assert(
      fc.property(outputs, gone, (full, without) => {
        const partial: JsonObject = {
          ...(without.style ? {} : { style: full.style }),
          rules: [without.first ? {} : full.rules[0], without.second ? {} : full.rules[1]],
          ...(without.label ? {} : { label: full.label }),
        };
        const whole = assessed({ output: { ...full, ...rest } });
        const part = assessed({ output: partial });
        const outcomes = Object.fromEntries(whole.checks.map(({ id, outcome }) => [id, outcome]));
        for (const { id, outcome } of part.checks) expect(['undecided', outcomes[id]]).toContain(outcome);
        for (const [name, known] of Object.entries(part.derived)) {
          const settled = whole.derived[name];
          if (settled?.kind !== 'value') throw new Error(`expected a value of ${name}`);
          expect(allows(known, { ok: true, value: settled.value })).toBe(true);
        }
      }),
    );
  });

  it('writes open values in the rubric’s language', () => {
    const message = '{{output.errors}} {{ output.share }} {{output.label}}';
    const { checks } = checkOf('output.share > 0.5', { message });
    expect(errorMessage(assessed({ rubric: { checks, language: 'ko' }, output: {} }), 'c')).toBe(
      '미정 0–1 GOOD 또는 FAIR 또는 POOR',
    );
    expect(errorMessage(assessed({ rubric: { checks, language: 'fr' }, output: {} }), 'c')).toBe(
      'open 0–1 GOOD or FAIR or POOR',
    );
  });
});

describe('the model’s fields against the program’s', () => {
  it.each<[string, Given, string, string, string]>([
    [
      'different',
      { fact: good, output: { ...reply, label: 'POOR' } },
      'program:label',
      'failed',
      'Facts say GOOD; the judge says POOR. Well written.',
    ],
    [
      'outside the range',
      { text: 'short' },
      'program:style.score',
      'failed',
      'Facts allow 0–15; the judge says 30. The essay is short.',
    ],
    [
      'computed, different',
      { output: { ...reply, total: 51 } },
      'program:total',
      'failed',
      'Facts say 50; the judge says 51.',
    ],
    [
      'in Korean',
      { fact: good, output: { ...reply, label: 'POOR' }, rubric: { language: 'ko' } },
      'program:label',
      'failed',
      '확인된 사실로는 GOOD, 평가 모델의 값은 POOR입니다. Well written.',
    ],
  ])('%s', (_name, given, id, outcome, message) => {
    const result = assessed({ ...given, comparing: true });
    expect(outcomeOf(result, id)).toBe(outcome);
    expect(errorMessage(result, id)).toBe(message);
  });

  it('carries the rule’s severity and the label people know', () => {
    const found = assessed({ fact: good, comparing: true }).checks.find(({ id }) => id === 'program:label');
    expect(found).toMatchObject({
      severity: 'warning',
      about: ['label'],
      title: 'Grade fits the facts',
    });
    const titleOf = (given: Given, id: string) =>
      assessed({ ...given, comparing: true }).checks.find((check) => check.id === id)?.title;
    expect(titleOf({ output: { ...reply, total: 51 } }, 'program:total')).toBe('Total is wrong');
    const poor = { fact: good, output: { ...reply, label: 'POOR' } };
    expect(titleOf(poor, 'program:label')).toBe('Grade differs from the facts');
  });

  it('calls constants by their labels', () => {
    const rubric = { values: { GOOD: 'Good', POOR: 'Poor' } };
    const result = assessed({ fact: good, output: { ...reply, label: 'POOR' }, rubric, comparing: true });
    expect(errorMessage(result, 'program:label')).toBe('Facts say Good; the judge says Poor. Well written.');
  });

  it('breaks where the program’s own rule fails', () => {
    const rubric = { decided: { total: 'output.share / 0' } };
    expect(outcomeOf(assessed({ rubric, comparing: true }), 'program:total')).toBe('broken');
  });

  it.each([
    [2 - 1e-12, 'passed'],
    [1.99, 'failed'],
    [4 + 1e-12, 'passed'],
  ])('a range from 2 to 4 and a judge that says %d: %s', (total, outcome) => {
    const rubric = { decided: { total: { range: '[2, 4]' } } };
    const result = assessed({ rubric, output: { ...reply, total }, comparing: true });
    expect(outcomeOf(result, 'program:total')).toBe(outcome);
  });

  it('does not mind the last digits of binary fractions', () => {
    const rubric = { decided: { share: 'output.total * 0 + 0.1 + 0.2' } };
    const result = assessed({ rubric, output: { ...reply, share: 0.3 }, comparing: true });
    expect(outcomeOf(result, 'program:share')).toBe('passed');
    expect(errorMessage(result, 'program:share')).toBe('Facts and judge both say 0.3.');
  });
});

describe('what a rationale says', () => {
  const statements = [
    {
      id: 'length',
      title: 'The length is stated as it is.',
      about: 'style.rationale',
      reads: ['{n} characters', '{n}자'],
      assert: 'stated.n == facts.length',
      message: 'It says {{ stated.n }}; it has {{ facts.length }}.',
    },
    {
      id: 'points',
      title: 'Points fit the style.',
      about: 'style.rationale',
      reads: ['worth {points} points'],
      when: 'facts.long',
      assert: 'stated.points == output.style.score',
      message: 'It says {{ stated.points }} points and gives {{ output.style.score }}.',
      severity: 'warning',
    },
  ];
  const says = (rationale: string, given: Partial<Given> = {}) =>
    assessed({
      output: { ...reply, style: { rationale, score: 30 } },
      comparing: true,
      rubric: { statements },
      ...given,
    }).checks.filter(({ id }) => /^(says|unfound):/.test(id));

  it('is compared with the facts and with the judge’s own score', () => {
    expect(says('It has Twelve characters and is worth 28 points.')).toEqual([
      {
        id: 'says:length',
        title: 'The length is stated as it is.',
        severity: 'error',
        outcome: 'failed',
        about: ['style.rationale'],
        message: 'It says 12; it has 13.',
        words: ['Twelve characters'],
      },
      expect.objectContaining({
        id: 'says:points',
        severity: 'warning',
        message: 'It says 28 points and gives 30.',
      }),
      expect.objectContaining({ id: 'unfound:style.rationale', words: ['28'] }),
    ]);
    expect(says('13자이며 worth 30 points')).toMatchObject([{ outcome: 'passed' }, { outcome: 'passed' }]);
  });

  it('is left alone where nothing is stated, nobody was asked, or its condition does not hold', () => {
    expect(says('It is long.')).toEqual([]);
    expect(says('12 characters', { notAsked: ['style.rationale'] })).toEqual([]);
    expect(says('12 characters', { comparing: false })).toEqual([]);
    expect(says('worth 28 points', { text: 'abc' })).toMatchObject([
      { id: 'says:points', outcome: 'skipped' },
      { id: 'unfound:style.rationale' },
    ]);
  });

  it('is named where neither the case nor its facts nor the rubric has it', () => {
    expect(says('It quotes "a short novel" and has 44 words.')).toEqual([
      {
        id: 'unfound:style.rationale',
        title: 'Not found in the case',
        severity: 'warning',
        outcome: 'failed',
        about: ['style.rationale'],
        message: 'The judge mentions “a short novel”, “44”, which aren’t in the case.',
        words: ['"a short novel"', '44'],
      },
    ]);
    expect(says('It is "a long essay" of 13 characters, 10 points below 40.')).toMatchObject([
      { id: 'says:length', outcome: 'passed' },
    ]);
  });
});

describe('what can be upheld', () => {
  const short = { text: 'abc', comparing: true };

  it('is the facts’ range in the place of a score that they rule out; the judge’s own sums stay', () => {
    const { headline, derived } = assessed(short);
    expect(headline).toEqual({
      value: { kind: 'range', min: 20, max: 35 },
      verdict: { kind: 'value', value: 'FAIL' },
      statedValue: 50,
      statedVerdict: 'PASS',
    });
    expect(derived).toMatchObject({ total: { value: 50 }, verdict: { value: 'PASS' } });
  });

  it('follows sums that were right only for what was ruled out', () => {
    const rubric = { headline: { value: 'output.total', verdict: 'output.verdict', stated_value: 'total' } };
    expect(assessed({ ...short, rubric }).headline).toMatchObject({
      value: { kind: 'range', min: 20, max: 35 },
      verdict: { kind: 'value', value: 'FAIL' },
    });
  });

  it('is the judge’s word where facts only warn, agree, or are not there', () => {
    const decided = { 'style.score': { range: '[0, 15]', severity: 'warning' } };
    expect(assessed({ ...short, rubric: { decided } }).headline.value).toEqual({ kind: 'value', value: 50 });
    expect(assessed({ comparing: true }).headline.value).toEqual({ kind: 'value', value: 50 });
  });

  describe('where a reason and its score cannot both be right', () => {
    const statement = (allows: string, more: object = {}) => ({
      statements: [
        {
          id: 'points',
          title: 'Points fit the style.',
          about: 'style.rationale',
          reads: ['worth {points} points'],
          assert: 'stated.points == output.style.score',
          message: 'No.',
          allows: { 'style.score': allows },
          ...more,
        },
      ],
    });
    const said = (rubric: Record<string, unknown>, given: Partial<Given> = {}) => {
      const style = { rationale: 'It is worth 20 points.', score: 30 };
      const { headline, opened } = assessed({
        output: { ...reply, style },
        comparing: true,
        rubric,
        ...given,
      });
      return [opened.map(({ path, known }) => [path, known]), headline.value];
    };
    const open = (min: number, max: number) => ({ kind: 'range', min, max });
    const claimed = [[], { kind: 'value', value: 50 }];

    it.each([
      ['a value', 'stated.points', open(20, 30)],
      ['a range below', '[10, 20]', open(10, 30)],
      ['a range above', '[35, 40]', open(30, 40)],
    ])('it spans from the claim to %s', (_, allows, score) => {
      expect(said(statement(allows))).toEqual([
        [['style.score', score]],
        { kind: 'range', min: score.min + 20, max: score.max + 20 },
      ]);
    });

    it('it stays as claimed where the reason allows the score, only warns, or a person says it', () => {
      expect(said(statement('[10, 30]'))).toEqual(claimed);
      expect(said(statement('20', { severity: 'warning' }))).toEqual(claimed);
      expect(said(statement('20'), { asClaimed: true })).toEqual(claimed);
      expect(said(statement('20', { assert: 'true' }))).toEqual(claimed);
      expect(said({ statements: [{ ...statement('20').statements[0], allows: undefined }] })).toEqual(
        claimed,
      );
    });

    it('facts have the last word', () => {
      const bounded = (range: string) => ({ ...statement('20'), decided: { 'style.score': { range } } });
      expect(said(bounded('[25, 40]'))).toEqual([[['style.score', open(25, 30)]], open(45, 50)]);
      expect(said(bounded('[0, 15]'))).toEqual([[], open(20, 35)]);
      expect(said(bounded('[0, 25]'))).toEqual([[], open(20, 45)]);
      expect(said({ ...statement('20'), decided: { 'style.score': '30' } })).toEqual(claimed);
    });

    it('two reasons leave all that either allows; a check may say it too', () => {
      const { statements } = statement('20');
      const more = { about: ['style.score'], allows: { 'style.score': '[35, 40]' } };
      const both = said({ statements, ...checkOf('output.style.score != 30', more) });
      expect(both).toEqual([[['style.score', open(20, 40)]], open(40, 60)]);
    });

    it('a label may be one or the other', () => {
      const allows = { label: '"POOR"' };
      const rubric = { decided: {}, ...checkOf('output.label != "GOOD"', { allows }) };
      expect(said(rubric)[0]).toEqual([['label', { kind: 'one-of', values: ['GOOD', 'POOR'] }]]);
    });

    it('what the shape does not have is a mistake of the rubric', () => {
      const { broken } = assessed({
        comparing: true,
        rubric: checkOf('false', { allows: { label: '"BAD"' } }),
      });
      expect(broken).toMatchObject([{ where: 'checks.c.allows.label' }]);
    });
  });

  it('is a person’s word in any case', () => {
    expect(assessed({ ...short, asClaimed: true }).headline.value).toEqual({ kind: 'value', value: 50 });
  });
});
