import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Papa from 'papaparse';
import { runnerImport, type Plugin } from 'vite';
import { parse } from 'yaml';
import type * as CompileRubric from '../src/rubric/program/compile-rubric.ts';
import type * as ParseRubric from '../src/rubric/file/parse-rubric.ts';
import type * as SplitFrontMatter from '../src/rubric/file/split-front-matter.ts';
import type { RubricCard, RubricContract } from '../src/rubric/rubric.ts';
import type * as Texts from '../src/rubric/texts.ts';

const RUBRIC_FILE = /[\\/]rubric\.md(\?card)?$/;
const TEXTS_FILE = /[\\/]texts\.([a-z]{2,3})\.yaml$/;

interface Context {
  addWatchFile: (file: string) => void;
  error: (message: string) => never;
  warn: (message: string) => void;
}

/**
 * Lets code import `rubrics/<id>/rubric.md` as `{ contract, prompt }` and `texts.<language>.yaml` as what it says, the YAML already
 * read, so that no YAML reader is shipped with the first load; `rubric.md?card` is the few words by which a list names a rubric.
 * A file with mistakes stops the build; the dev server shows them and goes on.
 */
export function rubricFiles(): Plugin {
  let building = false;
  const report = (context: Context, mistakes: readonly string[]): void => {
    if (mistakes.length === 0) return;
    if (building) context.error(mistakes.join('\n'));
    context.warn(mistakes.join('\n'));
  };
  return {
    name: 'assay:rubric-files',
    enforce: 'pre',
    configResolved: (config) => {
      building = config.command === 'build';
    },
    load: {
      filter: { id: [RUBRIC_FILE, TEXTS_FILE] },
      async handler(id) {
        const [file = id, query] = id.split('?');
        this.addWatchFile(file);
        const content = TEXTS_FILE.test(file)
          ? await readTexts(file, (mistakes) => report(this, mistakes))
          : await readRubric(file, query === 'card', this, (mistakes) => report(this, mistakes));
        const json = JSON.stringify(JSON.stringify(content));
        return { code: `export default JSON.parse(${json});`, map: null, moduleType: 'js' };
      },
    },
  };
}

const broken = { version: '', language: 'en', purpose: '', summary: '', samples: 0, translations: {} };

type Report = (mistakes: readonly string[]) => void;

async function readRubric(file: string, asCard: boolean, context: Context, report: Report): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  const { parseRubric, splitFrontMatter, expressionProblems } = await core();
  const rubric = parseRubric(text, expressionProblems);
  report(
    rubric.ok
      ? []
      : rubric.problems.map(({ line, column, message }) => `${file}:${line}:${column} ${message}`),
  );
  if (asCard && rubric.ok) return cardOf(rubric.rubric, dirname(file), context);
  const parts = splitFrontMatter(text);
  if (!parts.ok) return context.error(`${file}: ${parts.problem.message}`);
  const contract: unknown = parse(parts.yaml);
  return asCard ? { ...broken, title: basename(dirname(file)) } : { contract, prompt: parts.body };
}

async function readTexts(file: string, report: Report): Promise<unknown> {
  const content: unknown = parse(await readFile(file, 'utf8'));
  const read = (await core()).rubricTextsSchema.safeParse(content);
  report(read.error?.issues.map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`) ?? []);
  return read.data ?? content;
}

/** What the page needs to list a rubric before it is chosen. */
async function cardOf(rubric: RubricContract, folder: string, context: Context): Promise<RubricCard> {
  const { title, version, language, purpose, summary = firstSentence(purpose, language) } = rubric;
  const files = await readdir(folder);
  const read = (name: string) => {
    context.addWatchFile(join(folder, name));
    return readFile(join(folder, name), 'utf8');
  };
  const samples = files.includes('samples.csv') ? countRows(await read('samples.csv')) : 0;
  const translations: RubricCard['translations'] = {};
  for (const name of files) {
    const other = TEXTS_FILE.exec(`/${basename(name)}`)?.[1];
    const texts = other && (await core()).rubricTextsSchema.safeParse(parse(await read(name))).data;
    if (texts) translations[other] = { title: texts.title, summary: texts.summary };
  }
  return { title, version, language, purpose, summary, samples, translations };
}

function countRows(csv: string): number {
  return Papa.parse(csv, { header: true, skipEmptyLines: 'greedy' }).data.length;
}

function firstSentence(text: string, language: string): string {
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  return first?.segment.trim() ?? text;
}

/** The page's own reader. It is TypeScript for a bundler, so Vite has to load it. */
async function core() {
  const load = <T>(file: string) =>
    runnerImport<T>(fileURLToPath(new URL(`../src/rubric/${file}.ts`, import.meta.url)));
  const [parsing, splitting, compiling, texts] = await Promise.all([
    load<typeof ParseRubric>('file/parse-rubric'),
    load<typeof SplitFrontMatter>('file/split-front-matter'),
    load<typeof CompileRubric>('program/compile-rubric'),
    load<typeof Texts>('texts'),
  ]);
  return { ...parsing.module, ...splitting.module, ...compiling.module, ...texts.module };
}
