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
  async function built(
    yaml: string,
    others: Record<string, string> = {},
    what = 'rubric.md',
  ): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'assay-rubric-'));
    try {
      const entry = join(folder, 'entry.js');
      const files = {
        'rubric.md': fileOf(yaml),
        'entry.js': `import it from './${what}';\nexport default it;\n`,
        ...others,
      };
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
      const made = await build({
        configFile: false,
        root: folder,
        logLevel: 'silent',
        plugins: [rubricFiles()],
        build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
      });
      const [chunk] = Array.isArray(made) && made[0] ? made[0].output : [];
      return chunk?.code ?? '';
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it('succeeds where the file is right', async () => {
    await expect(built(exampleYaml)).resolves.toContain('JSON.parse');
  });

  const samples = 'id,label,answer\na,A,"one\ntwo"\nb,B,three\n';
  const texts = 'title: 예시\nsummary: 답을 평가합니다.\npurpose: 답을 평가합니다.\n';

  it('gives a card that names the rubric in every language it has texts in', async () => {
    const others = { 'samples.csv': samples, 'texts.ko.yaml': texts };
    const code = await built(exampleYaml, others, 'rubric.md?card');
    const json: unknown = JSON.parse(/JSON\.parse\((".*")\)/.exec(code)?.[1] ?? 'null');
    expect(JSON.parse(String(json))).toMatchObject({
      samples: 2,
      summary: expect.any(String),
      translations: { ko: { title: '예시', summary: '답을 평가합니다.' } },
    });
  });

  it('stops where the texts in another language have a mistake', async () => {
    const others = { 'texts.ko.yaml': `${texts}chekcs: {}\n` };
    await expect(built(exampleYaml, others, 'texts.ko.yaml')).rejects.toThrow(/texts\.ko\.yaml: .*chekcs/);
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
