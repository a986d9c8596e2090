// Who may import whom. Anything that a rule does not allow is a violation; imports of types count too.

/** From top to bottom: a folder of src imports from its own and from lower rows only. The last row is the ground. */
const LAYERS = [
  ['app'],
  ['studio', 'export'],
  ['compare', 'overview'],
  ['sheet'],
  ['judges'],
  ['judgement'],
  ['cases'],
  ['rubric'],
  ['privacy', 'kit', 'i18n'],
];
const GROUND = LAYERS.length - 1;
const FOLDERS = LAYERS.flat();

/** Libraries that only some files may import: they are large, or their place is a promise. */
const LIBRARIES = {
  'd3-scale': '^src/kit/charts/',
  yaml: '^src/rubric/file/',
  '@marcbachmann/cel-js': '^src/rubric/',
  papaparse: '^src/(kit/csv|cases)',
  idb: '^src/sheet/store/',
  'idb-keyval': '^src/(kit/storage|cases/mapping|judges/(api|device))/',
  '@wllama/wllama': '^src/judges/device/(wllama/|open-device-judge\\.browser\\.ts$)',
  '@mlc-ai/web-llm': '^src/judges/device/webllm/',
};

/** What a pure file may not import at run time: state, views, workers and what touches the browser. */
const IMPURE = ['\\.browser\\.ts$', '\\.worker\\.ts$', '\\.svelte(\\.ts)?$'];
const TOUCHING_THE_BROWSER = ['\\.browser\\.ts$', '\\.worker\\.ts$', '^src/main\\.ts$'];
/** They put the parts of the page together. */
const COMPOSING = ['^src/main\\.ts$', '^src/[a-z-]+/context\\.ts$', '^src/app/app\\.ts$'];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const importRules = [
  ...LAYERS.flatMap((row, level) =>
    row.map((folder) => {
      const below = level === GROUND ? row : LAYERS.slice(level + 1).flat();
      return only(
        `${folder}: ${below.join(', ')}`,
        `^src/${folder}/`,
        [
          `^src/${folder}/`,
          ...below.map((lower) => `^src/${lower}/`),
          '^rubrics/',
          '^node_modules/',
          '^public/rubric\\.schema\\.json$',
        ],
        folder === 'i18n' ? { dependencyTypesNot: ['type-only'] } : {},
      );
    }),
  ),
  {
    name: 'src: only the folders that .ci/import-rules.mjs lists',
    severity: 'error',
    from: { path: '^src/[^/]+/', pathNot: `^src/(${FOLDERS.join('|')})/` },
    to: {},
  },
  only('rubrics/<id>: its own folder, rubric, kit', '^rubrics/([^/]+)/', [
    '^rubrics/$1/',
    '^src/rubric/',
    '^src/kit/',
  ]),
  only('rubrics/*.ts: the rubrics, rubric, kit', '^rubrics/[^/]+$', [
    '^rubrics/',
    '^src/rubric/',
    '^src/kit/',
  ]),
  {
    name: 'src/rubric and below know no built-in rubric',
    severity: 'error',
    from: { path: '^src/(rubric|cases|judgement|judges|kit|privacy|i18n)/' },
    to: { path: '^rubrics/' },
  },
  {
    name: 'pure files (.ts) import pure files',
    severity: 'error',
    from: { path: '^(src|rubrics)/.*\\.ts$', pathNot: [...IMPURE, ...COMPOSING] },
    to: { path: IMPURE, dependencyTypesNot: ['type-only', 'dynamic-import'] },
  },
  {
    name: '*.browser.ts: main.ts, workers and others of their kind; those of src/kit also state and views',
    severity: 'error',
    from: { path: '^src/', pathNot: [...TOUCHING_THE_BROWSER, '\\.svelte(\\.ts)?$'] },
    to: { path: '\\.browser\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: '*.browser.ts outside of src/kit: only main.ts, workers and others of their kind',
    severity: 'error',
    from: { path: '^src/', pathNot: TOUCHING_THE_BROWSER },
    to: { path: '\\.browser\\.ts$', pathNot: '^src/kit/', dependencyTypesNot: ['type-only'] },
  },
  ...Object.entries(LIBRARIES).map(
    /** @returns {import('dependency-cruiser').IForbiddenRuleType} */
    ([name, place]) => ({
      name: `${name}: only ${place}`,
      severity: 'error',
      from: { path: '^src/', pathNot: place },
      to: { path: `^node_modules/${name}/` },
    }),
  ),
  {
    name: 'no cycles, but for types',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  { name: 'every import resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'the product: nothing from tests or .ci',
    severity: 'error',
    from: { path: '^(src|rubrics)/' },
    to: { path: ['^tests/', '^\\.ci/'] },
  },
  {
    name: 'the product runs in browsers: no module of Node',
    severity: 'error',
    from: { path: '^(src|rubrics)/' },
    to: { dependencyTypes: ['core'] },
  },
];

/**
 * @param {string} name
 * @param {string} from
 * @param {string[]} allowed
 * @param {object} more
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
function only(name, from, allowed, more = {}) {
  return {
    name,
    severity: 'error',
    from: { path: from },
    to: { pathNot: allowed, couldNotResolve: false, ...more },
  };
}
