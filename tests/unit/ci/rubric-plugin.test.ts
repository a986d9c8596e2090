import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { rubricFiles } from '../../../.ci/rubric-plugin';
import { parseRubric } from '../../../src/rubric/file/parse-rubric';
import { rubricFromContract } from '../../../src/rubric/file/read-contract';
import { exampleYaml, fileOf, spoilt } from '../rubric/file/example-contract';

const imported = import.meta.glob<{ contract: unknown; prompt: string }>('../../../rubrics/*/rubric.md', {
  eager: true,
  import: 'default',
});
const texts = import.meta.glob<string>('../../../rubrics/*/rubric.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

describe('a rubric file imported as a module', () => {
  it('is there', () => {
    expect(Object.keys(imported).length).toBeGreaterThan(0);
  });

  it.each(Object.entries(imported))('%s is the rubric that its text is', (file, { contract, prompt }) => {
    const fromModule = rubricFromContract(contract, prompt);
    expect(fromModule.ok).toBe(true);
    expect(fromModule).toEqual(parseRubric(texts[file] ?? ''));
  });
});

describe('a build with a rubric file', () => {
  async function built(yaml: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'assay-rubric-'));
    try {
      await writeFile(join(folder, 'rubric.md'), fileOf(yaml));
      const entry = join(folder, 'entry.js');
      await writeFile(entry, "import rubric from './rubric.md';\nexport default rubric;\n");
      await build({
        configFile: false,
        root: folder,
        logLevel: 'silent',
        plugins: [rubricFiles()],
        build: { write: false, lib: { entry, formats: ['es'] } },
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it('succeeds where the file is right', async () => {
    await expect(built(exampleYaml)).resolves.toBeUndefined();
  });

  it.each([
    ['in its shape', 'purpose:', 'porpose:', /rubric\.md:7:1 .*did you mean "purpose"/],
    [
      'in an expression',
      'size(input.answer)',
      'size(input.anser)',
      /rubric\.md:50:11 .*input\.anser is not declared/,
    ],
  ])('stops where the file has a mistake %s', async (_, from, to, words) => {
    await expect(built(spoilt(from, to))).rejects.toThrow(words);
  });
});
