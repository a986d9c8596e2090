// npm run imports: holds every import of the product against .ci/import-rules.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { importRules } from './import-rules.mjs';
import { ROOT, stop } from './lib/project.mjs';
import { brokenRules, svelteImports } from './lib/svelte-imports.mjs';

const FOLDERS = ['src', 'rubrics'];

process.chdir(ROOT);
const { output } = await cruise(
  FOLDERS,
  {
    validate: true,
    ruleSet: { forbidden: importRules },
    doNotFollow: { path: '^node_modules/' },
    // Imports of types count too; those of components are read below.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: '.ci/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'svelte', 'browser', 'types', 'default'],
    },
  },
  {},
  { tsConfig: extractTSConfig(`${ROOT}/.ci/tsconfig.json`) },
);
if (typeof output === 'string')
  throw new Error('expected a result of dependency-cruiser as an object, got text');

const read = new Map(output.modules.map((module) => [module.source, module]));
const files = FOLDERS.flatMap((folder) => sourceFiles(folder));
const unread = files.filter((file) => !read.has(file));
if (unread.length > 0) {
  stop(
    `${unread.length} of ${files.length} files were not read, so their imports are unknown:\n  ${unread.join('\n  ')}`,
  );
}

const inComponents = files
  .filter((file) => file.endsWith('.svelte'))
  .flatMap((from) =>
    svelteImports(from, readFileSync(from, 'utf8')).flatMap((to) =>
      brokenRules(importRules, from, to).map((name) => ({ from, to, name })),
    ),
  );
const violations = new Set(
  [
    ...output.summary.violations.map(({ rule, from, to }) => ({ from, to, name: rule.name })),
    ...inComponents,
  ].map(({ from, to, name }) => `${from} → ${to}\n  breaks "${name}"`),
);
for (const violation of violations) console.log(violation);
if (violations.size > 0) stop(`\n${violations.size} imports go the wrong way.`);
console.log(
  `${files.length} files read, ${output.summary.totalDependenciesCruised ?? 0} imports, all in the right direction.`,
);

/** @param {string} folder */
function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(ts|svelte)$/.test(file));
}
