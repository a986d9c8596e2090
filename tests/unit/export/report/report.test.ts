import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { mostInFull, reportChunks } from '../../../../src/export/report/report';
import { reportStyle } from '../../../../src/export/report/report-style';
import { english } from '../../../../src/export/report/report-words';
import type { RunHead } from '../../../../src/sheet/run-record';
import type { Case } from '../../../../src/cases/case';
import type { Judgement } from '../../../../src/judgement/judgement';
import { en } from '../../../../src/i18n/en/en';
import { ko } from '../../../../src/i18n/ko/ko';
import { digestOf } from '../../../../src/judgement/digest';
import { measureCase } from '../../../../src/sheet/figures/measure';
import { Tally } from '../../../../src/sheet/figures/tally';
import type { Level, Rubric } from '../../../../src/rubric/rubric';
import type { CheckResult } from '../../../../src/rubric/values';
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
    font,
  }: { rubric?: Rubric; language?: Language; head?: RunHead | null; font?: string } = {},
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
    ...(font !== undefined && { font }),
  };
  const digested = entries.map((entry) => ({
    ...entry,
    digest: entry.judgement && digestOf(rubric, entry.judgement),
  }));
  return written(reportChunks(judgedRuns([{ head, rubric, entries: digested }]), options));
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
      // A picture breaks long words into lines, and what a reason quotes is marked in the case.
      [...document.querySelectorAll('*:not(svg text, mark)')].map((element) => [
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
    expect(html.replaceAll('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|url\(|@import/);
    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(document.querySelector(link), link).not.toBeNull();
  });

  it('brings its own font where it is given one, and allows no other', async () => {
    const font = 'data:font/woff2;base64,AAAA';
    const own = await reportOf([{ subject, judgement: judgementOf() }], { font });
    expect(own).toContain(`src: url(${font})`);
    expect(parse(own).querySelector('meta[http-equiv]')?.getAttribute('content')).toContain(
      "; font-src data:; base-uri 'none'",
    );
  });

  it('allows its own style, by hash, and nothing else', () => {
    const css = parse(html).querySelector('style')?.textContent ?? '';
    expect(css).toBe(reportStyle);
    const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
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
  ])('is named with judge, rubric version, date and number of cases: %s', async (judge, name) => {
    const document = parse(await reportOf(entries, { head: runHead('run-1', { judge }) }));
    const about = [...document.querySelectorAll('.about > div')].map((one) =>
      [...one.children].map((each) => each.textContent),
    );
    expect(about).toEqual([
      [en.judgement.judge, name],
      [en.setup.rubric, en.rubrics.version('1.0.0')],
      [english.date, '2 Jan 2026'],
      [english.cases, '2'],
    ]);
  });

  it.each([
    ['a random sample', { keys: [1], of: 2 }, 'A random 1 of 2 cases'],
    ['a random sample of more than the report is of', { keys: [1], of: 9 }, '2'],
    ['a random sample and others', { keys: [0, 1], of: 2 }, '2'],
  ])('says of how many cases they are %s', async (_, drawn, cases) => {
    const { counts } = runHead('run-1');
    const head = runHead('run-1', { counts: { ...counts, done: 1 }, drawn: { seed: 'seed', ...drawn } });
    const about = parse(await reportOf(entries, { head })).querySelectorAll('.about dd');
    expect([...about].at(-1)?.textContent).toBe(cases);
  });

  it('says which cases were edited since, and nothing else of them', async () => {
    const document = parse(await reportOf(entries));
    const [, edited] = [...document.querySelectorAll('#cases tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((each) => each.textContent),
    );
    expect(edited?.filter((text) => text !== '')).toEqual([english.outdated]);
    expect(document.querySelectorAll('.map tbody tr, details.case')).toHaveLength(2);
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
  const texts = (
    root: { querySelectorAll: ReturnType<typeof parse>['querySelectorAll'] },
    selector: string,
  ) => [...root.querySelectorAll(selector)].map((item) => item.textContent);

  it('counts what has a score apart from what has none', async () => {
    const html = await reportOf(entries);
    const shown = text(html);
    for (const sentence of [
      '3 of 6 scored cases pass.',
      '1 case could not be scored and is in no figure.',
      '35 of 60 on average',
      'The reply was cut off',
      'Not judged',
    ])
      expect(shown).toContain(sentence);
    // The bar is drawn against all cases.
    expect(texts(parse(html), '.side svg > title')[0]).toBe(
      'Pass rate: Pass 3, Fail 3, Open 1, Unscored 1, Not judged 1.',
    );
  });

  it('bins a criterion by the rubric’s levels; what has none is counted too', async () => {
    const rubric = essayRubric();
    const levels: Level[] = [
      { at: [35, 40], name: 'Good' },
      { at: [0, 35], name: 'Poor' },
    ];
    const criteria = rubric.criteria.map((one) => (one.id === 'style' ? { ...one, levels } : one));
    const titles = texts(
      parse(await reportOf(entries, { rubric: { ...rubric, criteria } })),
      '#figures title',
    );
    expect(titles).toContainEqual(expect.stringMatching(/: 35–40 Good 3, 0–35 Poor 3, Open 1, No score 2$/));
  });

  it('shows an expected score beside the score, with its meaning', async () => {
    const fields = judgementOf().fields.map((field) => ({ ...field, expected: 33.456 }));
    const shown = text(await reportOf([{ subject: unscored.subject, judgement: judgementOf({ fields }) }]));
    expect(shown).toContain('(expected 33.46)');
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
      ['source', '89'],
    ]);
    expect(texts(document, '.prose')).toContain('0123456789');
    expect(texts(document, '.lead').join('')).toContain('No model used');
    expect(texts(document, '.receipt').join('')).toContain('Judge: Rules only');
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
    expect(korean).toContain(ko.status.unscored);
    expect(korean).toContain('답변이 비어 있습니다. JSON 객체 하나가 있어야 합니다.');
    expect(korean).toContain('빠진 쉼표를 넣었습니다');
    expect(korean).not.toContain('The reply is empty');
  });

  it('says that nothing is judged yet, and leaves out what would be empty', async () => {
    const waiting = ['one', '<two>'].map((id) => ({ subject: { id, input: {} }, judgement: undefined }));
    const document = parse(await reportOf(waiting));
    expect(texts(document, '.lead')).toEqual(['None of the 2 cases has been judged yet.']);
    expect([...document.querySelectorAll('section')].map(({ id }) => id)).toEqual(['rubric']);
    expect(texts(document, 'table, svg')).toEqual([]);
  });

  describe('of many cases', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      scored(`case ${index}`, index + 1, index > 15 ? 'PASS' : 'FAIL'),
    );
    const withLongText = many.map((entry) => ({
      ...entry,
      subject: { ...entry.subject, input: { essay: 'x'.repeat(mostInFull / 20) } },
    }));

    it('leaves out none of a few more than page one has of many', async () => {
      const document = parse(await reportOf(many.slice(0, 12)));
      expect(document.querySelectorAll('.map tbody tr')).toHaveLength(12);
      expect(texts(document, '.map').join('')).toContain(english.heatAll);
    });

    it('has cases alike in everything once on page one', async () => {
      const alike = Array.from({ length: 20 }, (_, index) => scored(`like ${index}`, 1, 'FAIL'));
      const document = parse(await reportOf([...alike, ...many.slice(0, 4)]));
      expect(texts(document, '.map tbody td.number').map(Number)).toEqual([4, 3, 2, 1]);
      expect(document.querySelectorAll('#cases tbody tr')).toHaveLength(24);
    });

    it('says over how many cases the average is, and how many of them are inconsistent', async () => {
      const doubtful = many.slice(4, 6).map(({ subject, judgement }) => ({
        subject,
        judgement: judgement && { ...judgement, status: 'inconsistent' as const },
      }));
      const document = parse(await reportOf([...many.slice(0, 4), ...doubtful, unscored]));
      expect(texts(document, '.side').join(' ')).toMatch(
        /\d of 60 on average, 6 of 7 cases \(2 inconsistent\)/,
      );
    });

    it('has the lowest on page one, and says so', async () => {
      const document = parse(await reportOf(many));
      expect(texts(document, '.map tbody td.number').map(Number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(texts(document, '.map').join('')).toContain(english.heatCut(10, '30'));
      expect(document.querySelectorAll('details.case')).toHaveLength(30);
    });

    it('beyond a limit, has only those of page one in full, says so, and leads nowhere that is not there', async () => {
      const document = parse(await reportOf(withLongText));
      expect(document.querySelectorAll('#cases tbody tr')).toHaveLength(30);
      expect(document.querySelectorAll('details.case')).toHaveLength(10);
      expect(texts(document, '#full > p')).toEqual([english.shortened('30', 10)]);
      const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
      for (const link of links) expect(document.querySelector(link), link).not.toBeNull();
    });
  });

  it('leads from page one and the list to a case, and back; what it leads to lies within the fold', async () => {
    const document = parse(await reportOf(entries));
    for (const place of ['.map', '#cases'])
      expect(document.querySelector(`${place} a[href="#case-1"]`), place).not.toBeNull();
    const target = document.querySelector('#case-1');
    expect(target?.parentElement?.tagName).toBe('DETAILS');
    const back = [...(target?.querySelectorAll('.back a') ?? [])].map((link) => link.getAttribute('href'));
    expect(back).toEqual(['#row-1', '#top']);
  });

  it('names what the judge gets wrong most by its words, once for each case', async () => {
    const rubric = essayRubric({
      checks: [
        { id: 'one', title: 'Totals add up', severity: 'error', assert: 'true', message: 'x', about: [] },
        { id: 'two', title: 'Totals add up', severity: 'error', assert: 'true', message: 'x', about: [] },
        { id: 'hint', title: 'Long', severity: 'warning', assert: 'true', message: 'x', about: [] },
      ],
    });
    const failed = (id: string, severity: CheckResult['severity']): CheckResult => ({
      ...{ id, severity, title: 'Totals', outcome: 'failed', message: 'It is 3. '.repeat(20), about: [] },
    });
    const checks = [failed('one', 'error'), failed('two', 'error'), failed('hint', 'warning')];
    const judgement = judgementOf({ status: 'inconsistent', checks });
    const document = parse(await reportOf([{ subject: unscored.subject, judgement }], { rubric }));
    const items = texts(document, '.problems li').map((item) => item.replace(/\s+/g, ' '));
    expect(items).toHaveLength(1);
    expect(items[0]).toContain('“Totals add up” doesn’t hold 1 of 1');
    // The example ends with a whole word.
    expect(items[0]).toMatch(/ (?:It|is|3\.) … /);
    expect(document.body.textContent).not.toMatch(/\bhint\b/);
  });
});
