import axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

/**
 * Holds the page as it stands, once its colours have settled, against the rules of axe-core: WCAG 2.2 A and AA, and its best practices.
 * The source is evaluated from outside the page, so the page's policy does not stop it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    );
    const result = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return result.violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      at: nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    }));
  });
  expect(violations, 'what axe-core objects to').toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
