// Who may import whom. Each rule names a folder and everything it may reach; anything else is a violation.

const MODEL = '^src/core/model/';
const TEXT = '^src/core/text/';
const JUDGE = '^src/judges/(judge|device)\\.ts$';
const WORDS = '^src/i18n/';
const SVELTE = library('svelte');
const SHEET_STORE = '^src/sheet/store/';

/** The libraries made for a stage of core. */
const STAGE_LIBRARIES = {
  cases: ['papaparse', '@types/papaparse'],
  check: ['@marcbachmann/cel-js'],
  compare: [],
  export: [],
  prompt: [],
  receipt: ['@noble/hashes'],
  reply: ['jsonrepair'],
  rubric: ['yaml', 'zod'],
  shape: ['zod'],
  stats: [],
};

/** The judges that run inside the tab and what they share, with the library of each. */
const IN_TAB_LIBRARIES = {
  'in-tab': ['@noble/hashes'],
  wllama: ['@wllama/wllama'],
  webllm: ['@mlc-ai/web-llm', '@noble/hashes'],
  'built-in': [],
};

/** What a folder of the page takes from another besides kit. A folder that is not listed takes nothing. */
const UI_NEIGHBOURS = {
  compare: ['judgement/'],
  history: ['batch/', 'compare/', 'reweigh/'],
  judgement: ['case/'],
  reweigh: ['compare/'],
  settings: ['shell/'],
  workbench: ['batch/', 'case/', 'judge-setup/', 'judgement/', 'shell/'],
};

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const importRules = [
  only('core/model: zod', MODEL, [MODEL, library('zod')]),
  only('core/text: core/model', TEXT, [TEXT, MODEL]),
  ...Object.entries(STAGE_LIBRARIES).map(([stage, libraries]) =>
    only(
      `core/${stage}: core/model, core/text, ${libraries.join(', ') || 'no library'}; never a sibling stage`,
      `^src/core/${stage}/`,
      [`^src/core/${stage}/`, MODEL, TEXT, ...libraries.map(library)],
    ),
  ),
  {
    name: 'core: a stage that .ci/import-rules.mjs knows',
    severity: 'error',
    from: {
      path: '^src/core/',
      pathNot: `^src/core/(model|text|${Object.keys(STAGE_LIBRARIES).join('|')})/`,
    },
    to: {},
  },
  {
    name: 'yaml: only where a rubric file is parsed, which no first load needs',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/core/rubric/parse-rubric\\.ts$' },
    to: { path: library('yaml') },
  },
  only('rubrics/<id>: its own folder, core/model, core/text', '^rubrics/([^/]+)/', [
    '^rubrics/$1/',
    MODEL,
    TEXT,
  ]),
  only('rubrics/*.ts: core/model, the rubrics', '^rubrics/[^/]+$', ['^rubrics/', MODEL]),
  only(
    'judges/<id>: its own folder, core/model, the interfaces',
    `^src/judges/(?!(?:person|${Object.keys(IN_TAB_LIBRARIES).join('|')})/)([^/]+)/`,
    ['^src/judges/$1/', MODEL, JUDGE],
  ),
  only('judges/person: core, pipeline: labels go through the same checks as replies', '^src/judges/person/', [
    '^src/judges/person/',
    '^src/core/',
    '^src/pipeline/',
  ]),
  ...Object.entries(IN_TAB_LIBRARIES).map(([id, libraries]) =>
    only(
      `judges/${id}: its own folder, judges/in-tab, core/model, the interfaces, ${libraries.join(', ') || 'no library'}`,
      `^src/judges/${id}/`,
      [`^src/judges/${id}/`, '^src/judges/in-tab/', MODEL, JUDGE, ...libraries.map(library)],
    ),
  ),
  {
    name: '@wllama/wllama: only inside its worker; the page knows the address of its file',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/judges/wllama/(llama-session|llama-words|wllama)\\.ts$' },
    to: { path: library('@wllama/wllama') },
  },
  {
    name: '@mlc-ai/web-llm: only inside its worker',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/judges/webllm/web-llm-(session|engine|prefix)\\.ts$' },
    to: { path: library('@mlc-ai/web-llm') },
  },
  only('judges/*.ts: core/model, each other', JUDGE, [MODEL, JUDGE]),
  only('storage: core/model, idb-keyval, zod', '^src/storage/', [
    '^src/storage/',
    MODEL,
    library('idb-keyval'),
    library('zod'),
  ]),
  only('pipeline: core, the judge interface, the interface of the sheet store', '^src/pipeline/', [
    '^src/pipeline/',
    '^src/core/',
    JUDGE,
    '^src/storage/',
    '^src/sheet/[^/]+\\.ts$',
  ]),
  only(
    'sheet: core, pipeline, judges, storage, state, i18n; no library but svelte',
    '^src/sheet/(?!store/)',
    [
      '^src/sheet/',
      '^src/core/',
      '^src/pipeline/',
      '^src/judges/',
      '^src/storage/',
      '^src/state/',
      WORDS,
      SVELTE,
    ],
  ),
  {
    name: 'sheet: judges by interface, so import their types only; main.ts hands in the rest',
    severity: 'error',
    from: { path: '^src/sheet/', pathNot: '^src/sheet/people\\.ts$' },
    to: { path: '^src/judges/', dependencyTypesNot: ['type-only'] },
  },
  only('sheet/store: core/model, the store interface, storage, idb, zod', SHEET_STORE, [
    SHEET_STORE,
    '^src/sheet/sheet-store\\.ts$',
    MODEL,
    '^src/storage/',
    library('idb'),
    library('zod'),
  ]),
  {
    name: 'idb: only where sheets are stored',
    severity: 'error',
    from: { path: '^src/', pathNot: SHEET_STORE },
    to: { path: library('idb') },
  },
  {
    name: '*.browser.ts: only main.ts and the files beside it, workers and others of its kind',
    severity: 'error',
    from: { path: '^src/', pathNot: ['\\.browser\\.ts$', '^src/[^/]+\\.ts$', '\\.worker\\.ts$'] },
    to: { path: '\\.browser\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  only('workers: core, read-excel-file', '^src/workers/', [
    '^src/workers/',
    '^src/core/',
    library('read-excel-file'),
  ]),
  {
    name: 'read-excel-file: only inside a worker, and only when a workbook is opened',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/workers/open-workbook\\.ts$' },
    to: { path: library('read-excel-file') },
  },
  only('state: core, pipeline, sheet, the interfaces, i18n', '^src/state/', [
    '^src/state/',
    '^src/workers/read-file-client\\.ts$',
    '^src/core/',
    '^src/pipeline/',
    '^src/judges/',
    '^src/storage/',
    '^src/sheet/',
    WORDS,
    SVELTE,
  ]),
  {
    name: 'pipeline, state: judges, storage and workers by interface, so import their types only; main.ts hands in the rest',
    severity: 'error',
    from: { path: '^src/(pipeline|state)/' },
    to: { path: '^src/(judges|storage|workers)/', dependencyTypesNot: ['type-only'] },
  },
  only('ui/kit: state, sheet, core/model, i18n, virtua; no screen', '^src/ui/kit/', [
    '^src/ui/kit/',
    '^src/state/',
    '^src/sheet/',
    MODEL,
    WORDS,
    SVELTE,
    library('virtua'),
  ]),
  only('ui: state, sheet, core/model, i18n, virtua', '^src/ui/(?!kit/)', [
    '^src/ui/',
    '^src/state/',
    '^src/sheet/',
    MODEL,
    WORDS,
    SVELTE,
    library('virtua'),
  ]),
  ...Object.entries(UI_NEIGHBOURS).map(([folder, neighbours]) =>
    screen(`^src/ui/${folder}/`, [`^src/ui/${folder}/`, ...neighbours.map((path) => `^src/ui/${path}`)]),
  ),
  screen(`^src/ui/(?!(?:kit|${Object.keys(UI_NEIGHBOURS).join('|')})/)([^/]+)/`, ['^src/ui/$1/']),
  only('i18n: core/model', WORDS, [WORDS, MODEL]),
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
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
function only(name, from, allowed) {
  return { name, severity: 'error', from: { path: from }, to: { pathNot: allowed, couldNotResolve: false } };
}

/**
 * @param {string} from
 * @param {string[]} allowed
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
function screen(from, allowed) {
  return {
    name: 'ui: a screen takes kit, and of other screens only what .ci/import-rules.mjs lists',
    severity: 'error',
    from: { path: from },
    to: { path: '^src/ui/', pathNot: ['^src/ui/kit/', ...allowed] },
  };
}

/** @param {string} name */
function library(name) {
  return `^node_modules/${name}/`;
}
