import { render, screen, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import ImportPanel from '../../../../src/cases/view/ImportPanel.svelte';
import { en } from '../../../../src/i18n/en/en';
import type { Rubric } from '../../../../src/rubric/rubric';
import { csvFile, importWith } from '../../sheet/import-for-tests';
import { rubricSource } from '../../sheet/tabs';

let desk = importWith();
vi.mock('../../../../src/i18n/preferences.svelte', () => ({
  usePreferences: () => ({ t: en, language: 'en' }),
}));
vi.mock('../../../../src/cases/context', () => ({
  useCases: () => ({ caseImport: desk.caseImport, incoming: {}, shown: (rubric: Rubric) => rubric }),
}));

const inputs = [
  { name: 'text', label: 'Text' },
  { name: 'topic', label: 'Topic', required: false },
  { name: 'source', label: 'Source', required: false },
];

async function panelOf(file: string | Uint8Array<ArrayBuffer>): Promise<HTMLElement> {
  const { contract, prompt } = await rubricSource('first').loadContract();
  const changed = { ...Object(contract), inputs };
  desk = importWith({ rubric: { loadContract: () => Promise.resolve({ contract: changed, prompt }) } });
  await desk.caseImport.open([csvFile(file)]);
  const { container } = render(ImportPanel);
  return container;
}
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('the preview', () => {
  it('names optional inputs without a column, until they have one', async () => {
    await panelOf('id,text,note\na,one,x\n');
    expect(screen.getByText('No column for these optional inputs: Topic, Source.')).toBeDefined();
    await desk.preview().map({ kind: 'inputs', name: 'topic', column: 2 });
    flushSync();
    expect(screen.getByText('No column for these optional inputs: Source.')).toBeDefined();
    await desk.preview().map({ kind: 'inputs', name: 'source', column: 0 });
    flushSync();
    await desk.preview().map({ kind: 'inputs', name: 'text', column: null });
    flushSync();
    expect(screen.queryByText(/optional inputs/)).toBeNull();
  });

  it('has how many rows have a problem above the button that imports them, wherever it is scrolled to', async () => {
    await panelOf('id,text\na,one\nb,\nc,\n');
    const use = screen.getByRole('button', { name: 'Import 3 cases' });
    const footer = use.closest('footer');
    if (!footer) throw new Error('Expected a footer, which stays in view.');
    const problems = within(footer).getByRole('button', { name: '2 rows have a problem' });
    expect(problems.compareDocumentPosition(use) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    problems.click();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '2 rows have a problem' }));
  });
});

describe('the encoding', () => {
  const field = () => screen.getByRole('combobox', { name: 'Encoding' });

  it.each<[string, string | Uint8Array<ArrayBuffer>, string, boolean]>([
    ['is open where it was guessed', latin1('id,text\na,caf\xe9\n'), 'windows-1252', true],
    ['is folded where the bytes tell it', 'id,text\na,café\n', 'utf-8', false],
  ])('%s', async (_, file, encoding, isOpen) => {
    await panelOf(file);
    expect(field()).toHaveProperty('value', encoding);
    expect(field().closest('details') === null).toBe(isOpen);
  });

  it('is asked for where it cannot be told, with where the first wrong byte is', async () => {
    await panelOf(latin1('id,text\na,\x81\xff\xfe\n'));
    expect(screen.getByRole('alert').textContent).toMatch(/Choose the encoding below.*byte 11 .* line 2/s);
    expect([...field().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Choose',
      ...['UTF-8', 'UTF-16LE', 'UTF-16BE', 'EUC-KR', 'SHIFT_JIS', 'WINDOWS-1252'],
    ]);
  });
});
