import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { reportChunks } from '../../../../src/export/report/report';
import { reportStyle, reportStyleHash } from '../../../../src/export/report/report-style';
import { english } from '../../../../src/export/report/report-words';
import type { RunHead } from '../../../../src/sheet/run-record';
import type { Case } from '../../../../src/cases/case';
import type { Judgement } from '../../../../src/judgement/judgement';
import { en } from '../../../../src/i18n/en/en';
import { ko } from '../../../../src/i18n/ko/ko';
import { digestOf } from '../../../../src/judgement/digest';
import { measureCase } from '../../../../src/sheet/figures/measure';
import { Tally } from '../../../../src/sheet/figures/tally';
import type { Rubric } from '../../../../src/rubric/rubric';
import { essayRubric } from '../../rubric/program/rubric-fixture';
import { judgedRuns, judgementOf, runHead, written } from '../export-fixture';

type Language = 'en' | 'ko';
const page = { en, ko };

interface Entry {
  subject: Case;
  judgement: Judgement | undefined;
  outdated?: true;
}

function reportOf(
  entries: readonly Entry[],
  {
    rubric = essayRubric(),
    language = 'en',
    head = null,
  }: { rubric?: Rubric; language?: Language; head?: RunHead | null } = {},
): Promise<string> {
  const tally = new Tally();
  for (const { judgement } of entries)
    if (judgement) tally.add(measureCase(rubric, [digestOf(rubric, judgement)]));
  const options = {
    time: '2026-01-02',
    build: 'test',
    summary: tally.summary(),
    language,
    page: page[language],
  };
  return written(reportChunks(judgedRuns([{ head, rubric, entries }]), options));
}

const window = new Window();

function parse(html: string) {
  return new window.DOMParser().parseFromString(html, 'text/html');
}

/** A rubric and an entry in which every text that comes from outside is made by `text`. */
function filledWith(text: (place: string) => string): Promise<string> {
  const rubric = essayRubric({
    title: text('title'),
    purpose: text('purpose'),
    inputs: [{ name: 'essay', label: text('input'), kind: 'long' }],
    criteria: [
      {
        id: 'style',
        label: text('criterion'),
        question: text('question'),
        score: 'style.score',
        rationale: 'style.rationale',
        max: 40,
        levels: [{ at: [0, 40], name: text('level'), description: text('level description') }],
        parts: [
          { id: 'a', label: text('part'), score: 'rules.0.score', max: 10, description: text('part text') },
        ],
      },
      { id: 'label', label: text('criterion 2'), choice: 'label' },
    ],
    facts: { grade: { label: text('fact label') } },
    derived: { total: { label: text('derived'), value: '1' } },
    notes: [{ label: text('note'), path: 'remark' }],
    checks: [{ id: 'a', title: text('rule'), severity: 'error', assert: 'true', message: 'x' }],
  });
  const essay = `ab${text('case')}`;
  const { receipt } = judgementOf();
  const judgement = judgementOf({
    detail: text('detail'),
    repairs: [text('repair')],
    problems: [{ input: 'essay', message: text('problem') }],
    fields: [
      {
        path: 'style.score',
        by: 'model',
        known: { kind: 'value', value: 12 },
        programSays: { kind: 'one-of', values: [text('program')] },
        contradicted: true,
        because: text('because'),
      },
      { path: 'style.rationale', by: 'model', known: { kind: 'value', value: text('rationale') } },
      { path: 'label', by: 'model', known: { kind: 'value', value: text('label') } },
      {
        path: 'remark',
        by: 'model',
        known: { kind: 'value', value: [text('remark'), { a: text('nested') }] },
      },
    ],
    facts: [
      {
        name: 'grade',
        value: null,
        text: text('fact'),
        spans: [
          { input: 'essay', start: 0, end: 2, kind: 'found', note: text('span note') },
          { input: 'essay', start: 1, end: essay.length, kind: 'missing' },
        ],
      },
    ],
    derived: { total: { kind: 'error', message: text('derived error') } },
    checks: [
      {
        id: text('check id'),
        title: text('check'),
        severity: 'error',
        outcome: 'failed',
        message: text('message'),
        about: [],
      },
    ],
    headline: {
      value: { kind: 'value', value: 1 },
      verdict: { kind: 'value', value: text('verdict') },
      statedValue: text('stated'),
    },
    attempts: [{ reply: { text: '', stop: 'complete', model: '', parameters: {} } }],
    receipt: { ...receipt, judge: text('judge'), model: text('model'), parameters: { a: text('parameter') } },
  });
  return reportOf([{ subject: { id: text('id'), label: text('case label'), input: { essay } }, judgement }], {
    rubric,
  });
}

const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><b>',
  '<!--',
  ']]>',
  '&lt;b&gt; &amp; &#60;i>',
  '</main></body></html><p>',
  '`${1}`',
  '\u0000<\u0000b>',
  '\u202e<a href="javascript:1">x',
];
const nasty = fc.oneof(
  fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', 'a', '!', '-', ';', '#', '\n', '`'),
    minLength: 1,
  }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);

describe('whatever the texts are', () => {
  it('they add no element and no attribute, and stand in the report as they are', async () => {
    const shapeOf = (document: ReturnType<typeof parse>) =>
      [...document.querySelectorAll('*')].map((element) => [
        element.tagName,
        [...element.attributes].map(({ name }) => name).join(' '),
      ]);
    const plain = shapeOf(parse(await filledWith((place) => `x${place}`)));
    await fc.assert(
      fc.asyncProperty(nasty, async (text) => {
        const document = parse(await filledWith((place) => `x${text}${place}`));
        expect(shapeOf(document)).toEqual(plain);
        if (!/^[\x20-\x7e]+$/.test(text)) return;
        const shown = document.body.textContent;
        for (const place of ['title', 'criterion', 'rationale', 'message', 'fact', 'label', 'model', 'case'])
          expect(shown).toContain(`x${text}${place}`);
      }),
      { numRuns: 30, examples: attacks.map((attack) => [attack]) },
    );
  }, 20_000);

  it('hidden and turning characters are shown by their codes', async () => {
    const html = await filledWith(() => 'a\u202eb\u0000c\u200bd');
    expect(html).toContain('a⟦U+202E⟧b⟦U+0000⟧c⟦U+200B⟧d');
    // eslint-disable-next-line no-control-regex -- these are what must not be there
    expect(html).not.toMatch(/[\u0000\u200b\u202e]/);
  });
});

describe('the file', async () => {
  const subject = { id: 'one', label: 'First case', input: { essay: 'An essay.' } };
  const html = await reportOf([{ subject, judgement: judgementOf() }]);

  it('needs no script and loads nothing', () => {
    const document = parse(html);
    expect(document.querySelectorAll('script, link, img, iframe, object, form, base')).toHaveLength(0);
    expect(document.querySelectorAll('[style], [src], [onclick]')).toHaveLength(0);
    expect(html).not.toMatch(/https?:|url\(|@import/);
    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(document.querySelector(link), link).not.toBeNull();
  });

  it('allows its own style, by hash, and nothing else', () => {
    const css = reportStyle.toString().slice('<style>'.length, -'</style>'.length);
    const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
    expect(reportStyleHash).toBe(hash);
    expect(parse(html).querySelector('meta[http-equiv]')?.getAttribute('content')).toBe(
      `default-src 'none'; style-src '${hash}'; base-uri 'none'; form-action 'none'`,
    );
  });
});

describe('its run', () => {
  const entries: Entry[] = [
    { subject: { id: 'a', input: { essay: 'text' } }, judgement: judgementOf() },
    { subject: { id: 'b', input: { essay: 'edited' } }, judgement: undefined, outdated: true },
  ];
  const model = { id: 'api', kind: 'model', model: 'some-model', parameters: {} } as const;
  it.each<[RunHead['judge'], string]>([
    [model, `some-model · ${en.mode.alone}`],
    [{ ...model, id: 'rules', kind: 'program', model: 'none' }, en.judge.rules],
    [{ ...model, kind: 'person', model: 'Mina' }, 'Person: Mina'],
  ])('is named with judge, rubric version and time: %s', async (judge, name) => {
    const summary = parse(await reportOf(entries, { head: runHead('run-1', { judge }) })).querySelector(
      '#summary',
    );
    const version = en.rubrics.version('1.0.0');
    expect(summary?.textContent).toContain(`Judge: ${name} · ${version} · 2026-01-02 03:04 UTC`);
  });

  it('says which cases were edited since, and nothing else of them', async () => {
    const document = parse(await reportOf(entries));
    const rows = [...document.querySelectorAll('#cases tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((each) => each.textContent),
    );
    expect(rows[1]).toEqual(['', '', english.outdated, '']);
    expect(document.querySelectorAll('section.judgement')).toHaveLength(1);
  });
});

describe('what it says', () => {
  const scored = (id: string, value: number, verdict: string): Entry => ({
    subject: { id, input: { essay: 'An essay.' } },
    judgement: judgementOf({
      fields: [{ path: 'style.score', by: 'model', known: { kind: 'value', value } }],
      headline: { value: { kind: 'value', value }, verdict: { kind: 'value', value: verdict } },
    }),
  });
  const unscored: Entry = {
    subject: { id: 'cut', input: { essay: 'An essay.' } },
    judgement: judgementOf({
      status: 'unscored',
      reason: 'truncated',
      output: null,
      fields: [],
      derived: {},
      checks: [],
      headline: null,
    }),
  };
  const partial: Entry = {
    subject: { id: 'open', input: { essay: '' } },
    judgement: judgementOf({
      status: 'partial',
      fields: [
        { path: 'style.score', by: 'nobody', known: { kind: 'range', min: 0, max: 15 }, because: 'short' },
      ],
      headline: { value: { kind: 'range', min: 0, max: 35 }, verdict: { kind: 'undecided' } },
    }),
  };
  const entries = [
    ...[30, 30, 30, 40, 40, 40].map((value, index) =>
      scored(`case ${index}`, value, value > 35 ? 'PASS' : 'FAIL'),
    ),
    unscored,
    partial,
    { subject: { id: 'later', input: {} }, judgement: undefined },
  ];
  const text = (html: string) => parse(html).body.textContent.replace(/\s+/g, ' ');

  it('counts what has a score apart from what has none', async () => {
    const shown = text(await reportOf(entries));
    for (const sentence of [
      '8 of 9 cases were judged.',
      'Average score 35 of 60 over 6 scored cases.',
      '3 of 6 scored cases passed.',
      'Decided in 6 of 8 judged cases.',
      'The reply was cut off',
      '0–15 of 40',
      'Not judged',
    ])
      expect(shown).toContain(sentence);
  });

  it('gives an expected score beside the score', async () => {
    const fields = judgementOf().fields.map((field) => ({ ...field, expected: 33.456 }));
    const shown = text(await reportOf([{ subject: unscored.subject, judgement: judgementOf({ fields }) }]));
    expect(shown).toContain('35 of 40 (expected 33.46)');
    expect(shown).toContain(en.judgement.expectedHint);
  });

  it('marks evidence where it stands, and says when no model was asked', async () => {
    const { receipt } = judgementOf();
    const span = (start: number, end: number, kind: 'found' | 'missing' | 'source') => ({
      input: 'essay',
      start,
      end,
      kind,
    });
    const judgement = judgementOf({
      receipt: { ...receipt, judge: 'rules', mode: 'rules-only' },
      facts: [
        {
          name: 'grade',
          value: null,
          text: 'Two quotes',
          spans: [span(0, 5, 'found'), span(3, 8, 'missing'), span(8, 99, 'source')],
        },
      ],
    });
    const document = parse(
      await reportOf([{ subject: { id: 'a', input: { essay: '0123456789' } }, judgement }]),
    );
    const marks = [...document.querySelectorAll('.text mark')].map((mark) => [
      mark.className,
      mark.textContent,
    ]);
    expect(marks).toEqual([
      ['found', '012'],
      ['missing', '34'],
      ['missing', '567'],
    ]);
    expect(document.querySelector('.text')?.textContent).toBe('0123456789');
    expect(document.body.textContent).toContain('Rules only. No model used.');
    expect(document.querySelector('.judgement')?.textContent).toContain('Judge: Rules only');
  });

  it('says why there is no score in its own language', async () => {
    const judgement = judgementOf({
      ...unscored.judgement,
      detail: 'The reply is empty; expected one JSON object.',
      causes: [{ code: 'empty' }],
      repairs: ['added a missing comma'],
    });
    const shown = async (language: Language) =>
      text(await reportOf([{ subject: unscored.subject, judgement }], { language }));
    const korean = await shown('ko');
    expect(await shown('en')).toContain('The reply is empty; expected one JSON object.');
    expect(korean).toContain('사례 1건 중 1건을 평가했습니다.');
    expect(korean).toContain('답변이 비어 있습니다. JSON 객체 하나가 있어야 합니다.');
    expect(korean).toContain('빠진 쉼표를 넣었습니다');
    expect(korean).not.toContain('The reply is empty');
  });

  it('says that nothing is judged yet, and leaves out what would be empty', async () => {
    const waiting = ['one', '<two>'].map((id) => ({ subject: { id, input: {} }, judgement: undefined }));
    const document = parse(await reportOf(waiting));
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map((item) => item.textContent);
    expect(texts('#summary').join('')).toContain('None of the 2 cases has been judged yet.');
    expect([...document.querySelectorAll('section')].map(({ id }) => id)).toEqual([
      'summary',
      'rubric',
      'cases',
    ]);
    expect(texts('table, svg, #summary h3')).toEqual([]);
    expect(texts('#cases li')).toEqual(['one', '<two>']);
  });
});
