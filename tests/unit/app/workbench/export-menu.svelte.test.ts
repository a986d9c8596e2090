import { render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import ExportMenu from '../../../../src/app/workbench/ExportMenu.svelte';
import { Exports } from '../../../../src/export/exports.svelte';
import { en } from '../../../../src/i18n/en/en';

vi.mock('../../../../src/i18n/preferences.svelte', () => ({
  usePreferences: () => ({ t: en, language: 'en' }),
}));
vi.mock('../../../../src/sheet/context', () => ({ useSheet: () => ({ workbench: { cases: [] } }) }));
vi.mock('../../../../src/app/app', () => ({ useApp: () => ({}) }));

function menu(): Exports {
  const never = () => Promise.reject(new Error('Expected no export.'));
  const exports = new Exports({
    loadWriters: never,
    allRead: never,
    *gather() {
      yield;
      return null;
    },
    reader: { readAll: never },
    deck: never,
    language: () => 'en',
    messages: () => en,
    translate: never,
    nameOf: ({ id }) => id,
    build: 'test',
    remembered: () => undefined,
    remember: () => undefined,
  });
  render(ExportMenu, { exports });
  return exports;
}

it('says beside the bar how far a file is, in whole per cent', () => {
  const exports = menu();
  exports.state = { kind: 'writing', what: 'csv', share: 0.426 };
  flushSync();
  expect(screen.getByRole('progressbar')).toHaveProperty('value', 0.426);
  expect(screen.getByText('42 %')).toBeDefined();
});

it('recommends the workbook for spreadsheets, and describes what protects a CSV against formulas', () => {
  menu();
  expect(screen.getByText(/in a spreadsheet, use Export XLSX/)).toBeDefined();
  expect(screen.getByRole('checkbox', { name: 'Protect against formulas' })).toHaveProperty('checked', true);
  expect(screen.getByText(/An apostrophe is put before each =, \+, - or @/)).toBeDefined();
});

it('offers a decimal comma where semicolons separate, and all else that is remembered', () => {
  const exports = menu();
  const comma = () => screen.queryByRole('checkbox', { name: /^Decimal comma/ });
  expect(comma()).toBeNull();
  exports.choose({ delimiter: ';' });
  flushSync();
  comma()?.click();
  for (const name of ['With prompts', 'Your own columns', 'For Excel (byte order mark)'])
    screen.getByRole('checkbox', { name }).click();
  expect(exports.choices).toMatchObject({
    decimalComma: true,
    prompts: false,
    without: ['original'],
    bom: false,
  });
});
