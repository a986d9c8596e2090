import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import RunFacts from '../../../../src/app/history/RunFacts.svelte';
import { en } from '../../../../src/i18n/en/en';
import { sampleRunHead, sampleSheetHead } from '../../sheet/store/sample-sheet';

vi.mock('../../../../src/i18n/preferences.svelte', () => ({
  usePreferences: () => ({ t: en, language: 'en' }),
}));
vi.mock('../../../../src/sheet/context', () => ({
  useSheet: () => ({ workbench: { library: { titleOf: () => 'Essay' } } }),
}));

it.each([
  ['its sample alone is judged', 20, 'A random 20 of 300 cases'],
  ['others are judged too', 21, '21 of 300 judged'],
  ['its sample is not all judged', 19, '19 of 300 judged'],
])('a run that began with a random sample says so while %s', (_, done, words) => {
  const { counts } = sampleRunHead('run', 'sheet');
  const drawn = { seed: 'seed', of: 300, keys: Array.from({ length: 20 }, (_each, key) => key) };
  const head = sampleRunHead('run', 'sheet', { counts: { ...counts, done }, drawn });
  render(RunFacts, { head, sheet: { ...sampleSheetHead('sheet'), cases: 300 } });
  expect(screen.getByText(words)).toBeDefined();
});
