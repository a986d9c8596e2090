import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright/test';
import { apiWords as apiEn } from '../../src/i18n/en/api';
import { editorWords as editorEn } from '../../src/i18n/en/editor';
import { en } from '../../src/i18n/en/en';
import { screenWords as screenEn } from '../../src/i18n/en/screens';
import { studioWords as studioEn } from '../../src/i18n/en/studio';
import { apiWords as apiKo } from '../../src/i18n/ko/api';
import { editorWords as editorKo } from '../../src/i18n/ko/editor';
import { ko } from '../../src/i18n/ko/ko';
import { screenWords as screenKo } from '../../src/i18n/ko/screens';
import { studioWords as studioKo } from '../../src/i18n/ko/studio';
import type { LoopbackJudge } from '../support/loopback-judge/loopback-judge';
import { expectAccessible } from './support/axe';
import { apiKey, test } from './support/judge-server';
import { tabTo } from './support/page';
import { watch } from './support/watch';
import { expect } from './support/test';

const languages = [
  {
    locale: 'en-GB',
    t: { ...en, api: apiEn, editor: editorEn, screens: screenEn, studio: studioEn },
    prompt: `You review how a help desk answers its customers.

Question:
{question}

Answer:
{answer}

Solution (0-4): does the answer solve the problem?
4: The problem is solved in full.
2: Part of the problem is solved.
0: The problem is not touched.

Clarity (0-4): can the customer follow it?
4: Every step is clear.
2: Some steps are unclear.
0: Nobody could follow it.

The total is the sum of solution and clarity. If the total is 6 or more, the verdict is "send", otherwise "rework".

Reply with JSON only:
{
  "solution": { "reason": "<why>", "score": <0-4> },
  "clarity": { "reason": "<why>", "score": <0-4> },
  "total": <0-8>,
  "verdict": "send" | "rework"
}
`,
    title: 'Help desk answers',
    label: 'Customer question',
    cases: 'Question: My screen stays black.\nAnswer: Turn it on.',
    level: { score: '0: ', line: 'Nobody could follow it.', more: ' Say which step.' },
    verdicts: { judge: 'send', rule: 'rework' },
  },
  {
    locale: 'ko-KR',
    t: { ...ko, api: apiKo, editor: editorKo, screens: screenKo, studio: studioKo },
    prompt: `고객 상담 답변을 검토합니다.

질문:
{question}

답변:
{answer}

해결 (0-4): 답변이 문제를 해결하나요?
4점: 문제를 모두 해결했습니다.
2점: 문제의 일부만 해결했습니다.
0점: 문제를 다루지 않았습니다.

명확성 (0-4): 고객이 따라 할 수 있나요?
4점: 모든 단계가 분명합니다.
2점: 일부 단계가 분명하지 않습니다.
0점: 단계가 빠져 있어서 처음 보는 고객은 아무도 따라 할 수 없습니다.

총점은 해결과 명확성 점수의 합입니다. 총점이 6점 이상이면 판정은 "발송", 아니면 "수정"입니다.

JSON으로만 답하세요:
{
  "solution": { "reason": "<이유>", "score": <0-4> },
  "clarity": { "reason": "<이유>", "score": <0-4> },
  "total": <0-8>,
  "verdict": "발송" | "수정"
}
`,
    title: '상담 답변',
    label: '고객 질문',
    cases: 'Question: 화면이 켜지지 않습니다.\nAnswer: 전원을 켜세요.',
    level: {
      score: '0점: ',
      line: '단계가 빠져 있어서 처음 보는 고객은 아무도 따라 할 수 없습니다.',
      more: ' 어느 단계인지 쓰세요.',
    },
    verdicts: { judge: '발송', rule: '수정' },
  },
] as const;

type Words = (typeof languages)[number]['t'];

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}
/** Goes through the options of a list by arrow key. */
async function choose(page: Page, list: Locator, option: string | RegExp): Promise<void> {
  await tabTo(page, list);
  const options = await list.locator('option').allTextContents();
  const wanted = options.findIndex((text) =>
    typeof option === 'string' ? text === option : option.test(text),
  );
  expect(wanted, `${String(option)} among ${options.join(', ')}`).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Home');
  for (let down = 0; down < wanted; down += 1) await page.keyboard.press('ArrowDown');
  await expect(list.locator('option:checked')).toHaveText(option);
}
async function downloaded(page: Page, link: Locator): Promise<{ name: string; text: string }> {
  const started: Promise<Download> = page.waitForEvent('download');
  await press(page, link);
  const file = await started;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Brings a case, sets the API judge up and has it judge. Gives the judgement. */
async function judgeCase(page: Page, server: LoopbackJudge, t: Words, text: string): Promise<Locator> {
  const box = page.getByRole('textbox', { name: t.import.paste });
  if (!(await box.isVisible())) await press(page, page.locator('[aria-controls$="-cases"]'));
  await write(page, box, text);
  await press(page, page.getByRole('button', { name: t.start.judgePasted, exact: true }));
  // Judged by rules already: the keyboard is led to the judgement last of all.
  await expect(page.locator('#judgement-heading')).toBeFocused();
  await choose(page, page.getByRole('combobox', { name: t.judge.label, exact: true }), t.judge.api);
  await write(page, page.getByRole('textbox', { name: t.api.baseUrl }), server.baseUrl);
  await write(page, page.getByLabel(t.api.key), apiKey);
  await write(page, page.getByLabel(t.common.model, { exact: true }), 'judge-1');
  await press(page, page.getByRole('button', { name: t.setup.judgeAll }));
  const judgement = page.getByRole('region', { name: t.judgement.label, exact: true });
  await expect(judgement.getByText('judge-1-loopback').first()).toBeVisible();
  return judgement;
}
/** Puts the cursor behind a line of the file, going up from its end. */
async function goBehind(page: Page, file: Locator, line: string): Promise<void> {
  await tabTo(page, file);
  await page.keyboard.press('ControlOrMeta+End');
  const active = file.locator('.cm-activeLine');
  const most = 40;
  for (let way = 0; way < most && !(await active.textContent())?.includes(line); way += 1) {
    // Only lines near the cursor are drawn.
    const up = await file.locator('.cm-line').evaluateAll((lines, wanted) => {
      const here = lines.findIndex((one) => one.classList.contains('cm-activeLine'));
      return (
        here -
        Math.max(
          0,
          lines.findLastIndex((one, at) => at < here && one.textContent.includes(wanted)),
        )
      );
    }, line);
    for (let pressed = 0; pressed < Math.max(1, up); pressed += 1) await page.keyboard.press('ArrowUp');
  }
  await expect(active).toContainText(line);
  await page.keyboard.press('End');
}

for (const { locale, t, ...own } of languages) {
  test.describe(locale, () => {
    test.use({ locale });

    test('by key alone: a judge prompt becomes a rubric, judges, is edited, and judges elsewhere', async ({
      page,
      open,
      startJudge,
      browser,
      site,
    }) => {
      const server = await startJudge();
      const { studio, editor } = t;
      const { rubrics } = t.screens;
      await open('#/rubrics');

      // Paste.
      await press(page, page.getByRole('button', { name: rubrics.new }));
      await write(page, page.getByRole('textbox', { name: studio.prompt }), own.prompt);
      await press(page, page.getByRole('button', { name: studio.importPrompt }));

      // Confirm.
      await expect(page.getByRole('heading', { name: studio.proposal })).toBeFocused();
      const proposal = page.getByRole('region', { name: studio.proposal, exact: true });
      await write(page, proposal.getByRole('textbox', { name: studio.rubricTitle }), own.title);
      await write(page, proposal.getByRole('textbox', { name: studio.rubricId }), 'help-desk');
      const input = proposal.locator('[data-piece="input:question"]');
      await press(page, input.getByRole('button', { name: studio.edit('Question') }));
      await write(page, input.getByLabel(studio.label, { exact: true }), own.label);
      await page.keyboard.press('Escape');
      await expect(input).toContainText(own.label);
      await expect(input).toContainText(studio.confirmed);

      // Save: the links of the proposal lead past its pieces.
      await press(page, proposal.getByRole('button', { name: new RegExp(`^${studio.sections.result} \\d`) }));
      await press(page, proposal.getByRole('button', { name: studio.save }));
      await expect(page.getByRole('status').filter({ hasText: rubrics.savedNew(own.title) })).toBeVisible();

      // Judge.
      await press(page, page.getByRole('button', { name: rubrics.useNew }));
      const judgement = await judgeCase(page, server, t, own.cases);
      await expect(judgement.getByText(own.verdicts.rule).first()).toBeVisible();
      expect(server.seen).toHaveLength(1);

      // Edit a level, for people and for the judge, and see what changes.
      await press(page, page.getByRole('link', { name: t.nav.rubrics }));
      await press(page, page.getByRole('link', { name: editor.edit, exact: true }));
      const file = page.getByRole('textbox', { name: editor.editor.file });
      await goBehind(page, file, `description: ${own.level.line}`);
      await page.keyboard.insertText(own.level.more);
      const level = own.level.line + own.level.more;
      await expect(page.getByRole('article').getByRole('cell', { name: level })).toBeVisible();
      await press(page, page.getByRole('button', { name: editor.editor.test }));
      await choose(page, page.getByRole('combobox', { name: editor.test.reply }), /judge-1/);
      await expect(page.getByText(editor.test.nothingChanged)).toBeVisible();
      await expect(page.getByText(editor.test.oldWords([own.level.line]))).toBeVisible();
      await goBehind(page, file, `${own.level.score}${own.level.line}`);
      await page.keyboard.insertText(own.level.more);
      await expect(page.getByText(editor.test.promptChanged)).toBeVisible();
      await expect(page.getByText(editor.test.oldWords([own.level.line]))).toHaveCount(0);
      await expectAccessible(page);

      // Save.
      await press(page, page.getByRole('button', { name: editor.editor.raise('1.1.0') }));
      await press(page, page.getByRole('button', { name: editor.editor.save }));
      await expect(page.getByRole('status').filter({ hasText: editor.editor.saved('1.1.0') })).toBeVisible();
      await press(page, page.getByRole('link', { name: editor.editor.back }));
      await expect(
        page.getByRole('region', { name: editor.versions.title }).getByRole('listitem'),
      ).toContainText(['1.1.0', editor.versions.runs(2)]);
      await expectAccessible(page);

      // Export.
      const exported = await downloaded(page, page.getByRole('link', { name: editor.exportFile }));
      expect(exported.name).toBe('help-desk.rubric.md');

      // Elsewhere: open.
      const context = await browser.newContext({ locale });
      const problems = await watch(context, new URL(site).origin);
      const fresh = await context.newPage();
      await fresh.goto(`${site}#/rubrics`);
      const chooser = fresh.waitForEvent('filechooser');
      await press(fresh, fresh.getByLabel(rubrics.openFile));
      const given = { name: exported.name, mimeType: 'text/markdown', buffer: Buffer.from(exported.text) };
      await (await chooser).setFiles(given);
      const offer = fresh.getByRole('dialog', { name: editor.offer.title(own.title) });
      await press(fresh, offer.getByRole('button', { name: editor.offer.add }));
      await expect(fresh.getByRole('article').getByRole('cell', { name: level })).toBeVisible();
      expect(problems).toEqual([]);
      await context.close();
    });
  });
}
