import { brandRow, delimited, header } from './fixtures/brand-cases';
import { chooseRubric, upload, use } from './fixtures/import-steps';
import { judgeAll } from './fixtures/workbench-steps';
import { expectAccessible } from './support/axe';
import { setUpApi, test } from './support/judge-server';
import { expect } from './support/test';

test('on a phone the bar has two rows, however many bytes it counts', async ({ page, open, startJudge }) => {
  const server = await startJudge();
  await open();
  await chooseRubric(page);
  const rows = [1, 2, 3].map((number) =>
    brandRow({
      id: `case-${number}`,
      title: `case-${number} Nike`,
      predicted_reasoning: 'Nike! '.repeat(20_000),
    }),
  );
  await upload(page, { name: 'cases.csv', bytes: delimited([header, ...rows]) });
  await use(page, '3');
  await setUpApi(page, server);
  const bar = page.getByRole('banner');
  const meter = bar.getByRole('button');
  await expect(meter).toHaveText(/^\s*0 bytes out/);
  await judgeAll(page);
  // The meter takes its time; each case has 120,000 bytes and a little more, so that it counts all three then.
  await expect(meter).toHaveAttribute('title', /^3\d\d,\d{3} bytes out$/);
  const exact = (await meter.getAttribute('title')) ?? '';
  await expect(meter).toHaveAccessibleName(exact);

  for (const language of ['en', 'ko'])
    for (const width of [360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      const choice = bar.getByRole('combobox', { name: /Language|언어/ });
      await choice.selectOption(language);
      const boxes = await bar.evaluate((element) => {
        const of = (selector: string) => element.querySelector(selector)?.getBoundingClientRect();
        const [mark, button, select, nav] = [of('a'), of('button'), of('select'), of('nav')];
        return {
          twoRows: element.getBoundingClientRect().height < 90,
          oneRow: [mark, button, select].every((box) => box && nav && box.bottom <= nav.top),
          apart: mark && button && select && mark.right < button.left && button.right < select.left,
          inside: element.scrollWidth <= element.clientWidth && (select?.right ?? Infinity) <= innerWidth,
        };
      });
      expect(boxes, `${language}, ${width} px`).toEqual({
        twoRows: true,
        oneRow: true,
        apart: true,
        inside: true,
      });
      // What is seen is short; the exact number is in the name.
      await expect(meter).toHaveAccessibleName(
        new RegExp(
          `^(\\d{3} kB out|외부 전송 \\d{3}kB) \\(${/[\d,]+/.exec(exact)?.[0] ?? ''}( bytes|바이트)\\)$`,
        ),
      );
    }
  await expectAccessible(page);
});
