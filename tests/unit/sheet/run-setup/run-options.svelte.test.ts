import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { en } from '../../../../src/i18n/en/en';
import RunOptions from '../../../../src/sheet/run-setup/RunOptions.svelte';
import { RunSetup } from '../../../../src/sheet/run-setup/run-setup.svelte';
import { ScriptedJudge } from '../tabs';

const setAwake = vi.fn();
let supported = true;
vi.mock('../../../../src/i18n/preferences.svelte', () => ({
  usePreferences: () => ({ t: en, language: 'en', awake: true, setAwake }),
}));
vi.mock('../../../../src/sheet/context', () => ({
  useSheet: () => ({
    workbench: { setup: new RunSetup([new ScriptedJudge('rules')]) },
    notice: { failure: null },
    awake: { supported },
  }),
}));
vi.mock('../../../../src/judges/context', () => ({ useJudges: () => ({}) }));

it('a switch says whether the screen stays on, where the browser can do that', () => {
  const field = () => screen.queryByRole('checkbox', { name: 'Keep the screen on during a run' });
  const { unmount } = render(RunOptions);
  field()?.click();
  expect(setAwake.mock.calls).toEqual([[false]]);
  unmount();
  supported = false;
  render(RunOptions);
  expect(field()).toBeNull();
});
