// npm run imports: holds every import of the product against .ci/import-rules.mjs.
import { readdirSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { importRules } from './import-rules.mjs';
import { ROOT, stop } from './lib/project.mjs';

const FOLDERS = ['src', 'rubrics'];

process.chdir(ROOT);
const { output } = await cruise(
  FOLDERS,
  {
    validate: true,
    ruleSet: { forbidden: importRules },
    doNotFollow: { path: '^node_modules/' },
    // Imports of types count too, but for those in .svelte files, which are compiled before they are read.
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

for (const { rule, from, to } of output.summary.violations)
  console.log(`${from} → ${to}\n  breaks "${rule.name}"`);
const found = output.summary.violations.length;
if (found > 0) stop(`\n${found} imports go the wrong way.`);
console.log(
  `${files.length} files read, ${output.summary.totalDependenciesCruised ?? 0} imports, all in the right direction.`,
);

/** @param {string} folder */
function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(ts|svelte)$/.test(file));
}
