import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import { parse } from 'yaml';
import type * as ParseRubric from '../src/core/rubric/parse-rubric.ts';
import type * as SplitFrontMatter from '../src/core/rubric/split-front-matter.ts';

const RUBRIC_FILE = /[\\/]rubric\.md$/;

/**
 * Lets code import `rubrics/<id>/rubric.md` as `{ contract, prompt }`, the YAML already read, so that no YAML reader is
 * shipped with the first load. A file with mistakes stops the build; the dev server shows them and goes on.
 */
export function rubricFiles(): Plugin {
  let building = false;
  return {
    name: 'assay:rubric-files',
    enforce: 'pre',
    configResolved: (config) => {
      building = config.command === 'build';
    },
    async load(id) {
      if (!RUBRIC_FILE.test(id)) return null;
      this.addWatchFile(id);
      const text = await readFile(id, 'utf8');
      const { parseRubric, splitFrontMatter } = await core();
      const rubric = parseRubric(text);
      if (!rubric.ok) {
        const mistakes = rubric.problems.map(
          ({ line, column, message }) => `${id}:${line}:${column} ${message}`,
        );
        if (building) return this.error(mistakes.join('\n'));
        this.warn(mistakes.join('\n'));
      }
      const parts = splitFrontMatter(text);
      if (!parts.ok) return this.error(`${id}: ${parts.problem.message}`);
      const contract: unknown = parse(parts.yaml);
      const file = JSON.stringify({ contract, prompt: parts.body });
      return { code: `export default JSON.parse(${JSON.stringify(file)});`, map: null, moduleType: 'js' };
    },
  };
}

/** The page's own reader. It is TypeScript for a bundler, so Vite has to load it. */
async function core() {
  const load = <T>(file: string) =>
    runnerImport<T>(fileURLToPath(new URL(`../src/core/rubric/${file}.ts`, import.meta.url)));
  const [parsing, splitting] = await Promise.all([
    load<typeof ParseRubric>('parse-rubric'),
    load<typeof SplitFrontMatter>('split-front-matter'),
  ]);
  return { ...parsing.module, ...splitting.module };
}
