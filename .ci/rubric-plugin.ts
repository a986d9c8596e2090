import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import { parse } from 'yaml';
import type * as CompileRubric from '../src/rubric/program/compile-rubric.ts';
import type * as ParseRubric from '../src/rubric/file/parse-rubric.ts';
import type * as SplitFrontMatter from '../src/rubric/file/split-front-matter.ts';

const RUBRIC_FILE = /[\\/]rubric\.md(\?card)?$/;
const CARD = ['title', 'version', 'language', 'purpose'];

/**
 * Lets code import `rubrics/<id>/rubric.md` as `{ contract, prompt }`, the YAML already read, so that no YAML reader is
 * shipped with the first load; with `?card`, as the few words by which a list names it. A file with mistakes stops the build; the dev server shows them and goes on.
 */
export function rubricFiles(): Plugin {
  let building = false;
  return {
    name: 'assay:rubric-files',
    enforce: 'pre',
    configResolved: (config) => {
      building = config.command === 'build';
    },
    load: {
      filter: { id: RUBRIC_FILE },
      async handler(id) {
        const [file = id, query] = id.split('?');
        this.addWatchFile(file);
        const text = await readFile(file, 'utf8');
        const { parseRubric, splitFrontMatter, expressionProblems } = await core();
        const rubric = parseRubric(text, expressionProblems);
        if (!rubric.ok) {
          const mistakes = rubric.problems.map(
            ({ line, column, message }) => `${file}:${line}:${column} ${message}`,
          );
          if (building) return this.error(mistakes.join('\n'));
          this.warn(mistakes.join('\n'));
        }
        const parts = splitFrontMatter(text);
        if (!parts.ok) return this.error(`${file}: ${parts.problem.message}`);
        const contract: unknown = parse(parts.yaml);
        const content = query === 'card' ? cardOf(contract) : { contract, prompt: parts.body };
        const json = JSON.stringify(JSON.stringify(content));
        return { code: `export default JSON.parse(${json});`, map: null, moduleType: 'js' };
      },
    },
  };
}

/** What the page needs to list a rubric before it is chosen. */
function cardOf(contract: unknown): unknown {
  if (typeof contract !== 'object' || contract === null) return {};
  return Object.fromEntries(Object.entries(contract).filter(([key]) => CARD.includes(key)));
}

/** The page's own reader. It is TypeScript for a bundler, so Vite has to load it. */
async function core() {
  const load = <T>(file: string) =>
    runnerImport<T>(fileURLToPath(new URL(`../src/rubric/${file}.ts`, import.meta.url)));
  const [parsing, splitting, compiling] = await Promise.all([
    load<typeof ParseRubric>('file/parse-rubric'),
    load<typeof SplitFrontMatter>('file/split-front-matter'),
    load<typeof CompileRubric>('program/compile-rubric'),
  ]);
  return { ...parsing.module, ...splitting.module, ...compiling.module };
}
