// npm run bench [name]: measures tests/bench/*.bench.ts in Node and tests/bench/browser in Chromium, prints tables and
// writes bench-results/latest.json. The name leaves out all others; the browser has "browser", "storage",
// "runs", "burst", "batch", "stored", "interaction" and "overview".
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';
import { findChromium, installBrowser } from './lib/browser.mjs';
import { installPackages, ROOT, stop } from './lib/project.mjs';
import { serveFolder } from './lib/static-server.mjs';

const SUFFIX = '.bench.ts';
const BUILT = `${ROOT}/node_modules/.cache/assay-bench`;
const SITE = `${ROOT}/node_modules/.cache/assay-bench-site`;
const LOOPBACK = `${ROOT}/tests/support/loopback-judge`;
const PROFILE = `${ROOT}/node_modules/.cache/assay-bench-profile`;

installPackages();
const wanted = process.argv[2] ?? '';
const names = readdirSync(`${ROOT}/tests/bench`)
  .filter((file) => file.endsWith(SUFFIX) && file.includes(wanted))
  .map((file) => file.slice(0, -SUFFIX.length));
const inBrowser = 'browser'.includes(wanted);
const ofStorage = 'storage'.includes(wanted);
const ofRuns = 'runs'.includes(wanted);
const ofBurst = 'burst'.includes(wanted);
const ofBatch = 'batch'.includes(wanted);
const ofStored = 'stored'.includes(wanted);
const ofInteraction = 'interaction'.includes(wanted);
const ofOverview = 'overview'.includes(wanted);
const needsBrowser =
  inBrowser || ofStorage || ofRuns || ofBurst || ofBatch || ofStored || ofInteraction || ofOverview;
if (names.length === 0 && !needsBrowser)
  stop(`Expected a benchmark named like ${JSON.stringify(wanted)} in tests/bench, found none.`);

// Bundled as the page is, so that what is measured is what people run.
const { build } = await import('vite');
await build({
  root: ROOT,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: BUILT,
    emptyOutDir: true,
    manifest: false,
    rolldownOptions: {
      input: {
        measure: `${ROOT}/tests/bench/support/measure.ts`,
        'loopback-judge': `${LOOPBACK}/loopback-judge.ts`,
        'in-browser': `${ROOT}/tests/bench/browser/in-browser.bench.ts`,
        ...Object.fromEntries(names.map((name) => [name, `${ROOT}/tests/bench/${name}${SUFFIX}`])),
      },
      output: { entryFileNames: '[name].mjs' },
    },
  },
});
const { measure } = await load('measure');

const results = [];
for (const name of names) {
  const { comparisons } = await load(name);
  for (const comparison of comparisons) {
    const result = measure(comparison);
    results.push(result);
    printResult(result);
  }
}
const browser = needsBrowser ? await measureInBrowser() : null;
rmSync(BUILT, { recursive: true });

const machine = {
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  // Above the number of cores, times by the clock are longer than the machine would need for this alone.
  load: loadavg(),
};
const folder = `${ROOT}/bench-results`;
mkdirSync(folder, { recursive: true });
writeFileSync(
  `${folder}/latest.json`,
  `${JSON.stringify({ measured: new Date().toISOString(), machine, results, ...browser }, null, 2)}\n`,
);
console.log(
  `\nProcessor time where nothing else is said. Node ${machine.node}, ${machine.cores} × ${machine.cpu}, ` +
    `load ${machine.load.map((load) => load.toFixed(1)).join(' ')}. Written to bench-results/latest.json`,
);

/** The page as it is built for people, and beside it those where we compete with Papa Parse and with bare idb-keyval. */
async function measureInBrowser() {
  installBrowser();
  await build({
    root: ROOT,
    logLevel: 'warn',
    build: {
      outDir: SITE,
      emptyOutDir: true,
      rolldownOptions: {
        input: [
          `${ROOT}/index.html`,
          ...['contest', 'storage'].map((name) => `${ROOT}/tests/bench/browser/${name}.html`),
        ],
      },
    },
  });
  const { chromium } = await import('playwright');
  const server = await serveFolder({ folder: SITE });
  const options = {
    executablePath: findChromium() ?? stop('Expected Chromium, found none. `npm test` installs it.'),
    // Chromium's sandbox refuses to run as root.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  };
  try {
    if (ofStorage) await measureStorage(chromium, options, server.url);
    const runMemory = ofRuns ? await measureRuns(chromium, options, server.url) : null;
    const burst = ofBurst ? await measureBurst(chromium, options, server.url) : null;
    const page = inBrowser ? await measurePage(chromium, options, server.url) : null;
    const batch = ofBatch ? await measureBatch(chromium, options, server.url) : null;
    const stored = ofStored ? await measureStored(chromium, options, server.url) : null;
    const interaction = ofInteraction ? await measureInteraction(chromium, options, server.url) : null;
    const overview = ofOverview ? await measureOverview(chromium, options, server.url) : null;
    return { ...page, ...runMemory, ...burst, ...batch, ...stored, ...interaction, ...overview };
  } finally {
    await server.close();
    rmSync(SITE, { recursive: true });
  }
}

/**
 * @param {import('playwright').BrowserType} chromium
 * @param {import('playwright').LaunchOptions} options
 * @param {string} address
 */
async function measureStorage(chromium, options, address) {
  const { measureStorage: measureIn } = await load('in-browser');
  await withProfile(chromium, options, async (profile) => {
    results.push(...(await measureIn(profile, address, printResult)));
  });
}

/**
 * @param {import('playwright').BrowserType} chromium
 * @param {import('playwright').LaunchOptions} options
 * @param {string} address
 */
async function measureRuns(chromium, options, address) {
  const { holdRunContests, runSizes, weighRun } = await load('in-browser');
  const startLoopbackJudge = await loadJudge();
  const launch = {
    program: options.executablePath,
    options: [...(options.args ?? []), '--ignore-certificate-errors'],
    profile: PROFILE,
    connect: (/** @type {string} */ endpoint) => chromium.connectOverCDP(endpoint),
  };
  results.push(...(await holdRunContests(launch, address, startLoopbackJudge, printResult)));
  const memory = [];
  for (const cases of runSizes)
    memory.push(
      await withProfile(chromium, { ...options, ignoreHTTPSErrors: true }, (profile) =>
        weighRun(profile, address, startLoopbackJudge, cases),
      ),
    );
  printRunMemory(memory);
  return { runMemory: memory };
}

/**
 * @param {import('playwright').BrowserType} chromium
 * @param {import('playwright').LaunchOptions} options
 * @param {string} address
 */
async function measureBurst(chromium, options, address) {
  const { measureBurst: measureIn } = await load('in-browser');
  const startLoopbackJudge = await loadJudge();
  return withProfile(chromium, { ...options, ignoreHTTPSErrors: true }, async (profile) => {
    const burst = await measureIn(profile, address, startLoopbackJudge);
    printBurst(burst);
    return { burst };
  });
}

/**
 * @param {import('playwright').BrowserType} chromium
 * @param {import('playwright').LaunchOptions} options
 * @param {string} address
 */
async function measureStored(chromium, options, address) {
  const { storeRuns, visitStored } = await load('in-browser');
  const startLoopbackJudge = await loadJudge();
  return withProfile(chromium, { ...options, ignoreHTTPSErrors: true }, async (profile) => {
    await storeRuns(profile, address, startLoopbackJudge);
    /** @type {import('../tests/bench/browser/stored-visit').StoredVisit} */
    const stored = await visitStored(profile, address);
    console.log(`\nmain thread with a stored run of ${stored.cases.toLocaleString('en')} cases`);
    printTasks(stored.longestTasks);
    console.log(
      `${stored.firstWeighingSeconds.toFixed(1).padStart(9)} s by the clock for the first weighing`,
    );
    return { stored };
  });
}

/**
 * @param {import('playwright').BrowserType} chromium
 * @param {import('playwright').LaunchOptions} options
 * @param {string} address
 */
async function measureInteraction(chromium, options, address) {
  const { measureInteraction: measureIn } = await load('in-browser');
  return withProfile(chromium, { ...options, viewport: { width: 1440, height: 900 } }, async (profile) => {
    /** @type {import('../tests/bench/browser/interaction').Interactions} */
    const interaction = await measureIn(profile, address);
    console.log(
      `\nfrom a press to the next paint, at worst, with ${interaction.cases.toLocaleString('en')} judged cases`,
    );
    for (const { name, milliseconds, presses } of interaction.slowest)
      console.log(`${milliseconds.toFixed(0).padStart(7)} ms  ${name} (${presses} presses over 16 ms)`);
    return { interaction };
  });
}

/**
 * @param {import('playwright').BrowserType} chromium
 * @param {import('playwright').LaunchOptions} options
 * @param {string} address
 */
async function measureOverview(chromium, options, address) {
  const { measureOverview: measureIn } = await load('in-browser');
  const chrome = await chromium.launch(options);
  try {
    /** @type {import('../tests/bench/browser/overview').OverviewTimes} */
    const overview = await measureIn(chrome, address);
    const { cases, openingMilliseconds, opening, scrolling } = overview;
    console.log(`\noverview of ${cases.toLocaleString('en')} judged cases`);
    console.log(`${openingMilliseconds.toFixed(0).padStart(7)} ms  from the press until it is drawn`);
    for (const { name, milliseconds, processorMilliseconds, processorOver50 } of [opening, scrolling])
      console.log(
        `${milliseconds.toFixed(0).padStart(7)} ms  longest task: ${name} (${processorMilliseconds.toFixed(0)} ms of processor, ${processorOver50} over 50 ms)`,
      );
    return { overview };
  } finally {
    await chrome.close();
  }
}

async function loadJudge() {
  // The judge reads its certificate from beside itself.
  for (const file of ['test-only-key.pem', 'test-only-certificate.pem'])
    copyFileSync(`${LOOPBACK}/${file}`, `${BUILT}/${file}`);
  const { startLoopbackJudge } = await load('loopback-judge');
  return startLoopbackJudge;
}

/**
 * @param {import('playwright').BrowserType} chromium
 * @param {import('playwright').LaunchOptions} options
 * @param {string} address
 */
async function measureBatch(chromium, options, address) {
  const { visitWithBatch } = await load('in-browser');
  const chrome = await chromium.launch(options);
  try {
    /** @type {import('../tests/bench/browser/batch-visit').BatchVisit} */
    const batch = await visitWithBatch(chrome, address, SITE);
    const { questions, megabytes, files, exported, imported } = batch;
    console.log(
      `\nbatch of ${questions.toLocaleString('en')} questions, ${megabytes.toFixed(0)} MB in ${files} files`,
    );
    printBatchWork(exported, 'exported');
    printBatchWork(imported, 'results imported');
    return { batch };
  } finally {
    await chrome.close();
  }
}

/**
 * @param {import('../tests/bench/browser/batch-visit').BatchWork} work
 * @param {string} name
 */
function printBatchWork(work, name) {
  const { seconds, processorSeconds, tasksOver50, longestMilliseconds, peakMegabytes, addedMegabytes } = work;
  const longest = tasksOver50 === 0 ? '' : `, the longest ${longestMilliseconds.toFixed(0)} ms`;
  const memory =
    peakMegabytes === null || addedMegabytes === null
      ? ''
      : `; ${peakMegabytes.toFixed(0)} MB at most, ${addedMegabytes.toFixed(0)} MB more than before`;
  console.log(
    `${seconds.toFixed(0).padStart(7)} s by the clock, ${processorSeconds.toFixed(0)} s of a processor, ` +
      `${tasksOver50} tasks over 50 ms${longest}${memory}: ${name}`,
  );
}

/**
 * A profile on disk, as people have; others lie in memory.
 *
 * @template T
 * @param {import('playwright').BrowserType} chromium
 * @param {NonNullable<Parameters<import('playwright').BrowserType['launchPersistentContext']>[1]>} options
 * @param {(profile: import('playwright').BrowserContext) => Promise<T>} use
 */
async function withProfile(chromium, options, use) {
  rmSync(PROFILE, { recursive: true, force: true });
  const profile = await chromium.launchPersistentContext(PROFILE, options);
  try {
    return await use(profile);
  } finally {
    await profile.close();
    rmSync(PROFILE, { recursive: true });
  }
}

/**
 * @param {import('playwright').BrowserType} chromium
 * @param {import('playwright').LaunchOptions} options
 * @param {string} address
 */
async function measurePage(chromium, options, address) {
  const { measureInBrowser: measureIn } = await load('in-browser');
  const chrome = await chromium.launch(options);
  try {
    const { results: contests, ...visit } = await measureIn(chrome, { folder: SITE, address }, printResult);
    results.push(...contests);
    printVisit(visit);
    return { browser: { version: chrome.version(), ...visit } };
  } finally {
    await chrome.close();
  }
}

/** @param {import('../tests/bench/browser/visit').Visit} visit */
function printVisit({ longestTasks, memory, firstRowsMilliseconds, scrolling }) {
  console.log('\nmain thread of the built page');
  printTasks(longestTasks);
  console.log(
    `\n${firstRowsMilliseconds.toFixed(0).padStart(9)} ms  from the end of reading to the first rows on the screen`,
  );
  console.log(
    `${String(scrolling.gaps).padStart(9)}     of ${scrolling.frames} scrolled frames showed a gap while the wheel was turned`,
  );
  console.log('\nmemory at rest, and how much more than before in sizes of the file');
  for (const { name, megabytes, timesFile } of memory)
    console.log(`  ${megabytes.toFixed(0).padStart(7)} MB${timesFile.toFixed(2).padStart(8)} ×  ${name}`);
}

/** @param {import('../tests/bench/browser/longest-task').LongestTask[]} longestTasks */
function printTasks(longestTasks) {
  console.log(
    'longest task by the clock, and by processor time; tasks over 50 ms by the clock, and by processor time',
  );
  for (const { name, milliseconds, processorMilliseconds, garbageMilliseconds, ...over } of longestTasks) {
    const times = [milliseconds, processorMilliseconds].map((time) => `${time.toFixed(0).padStart(7)} ms`);
    const counts = [over.over50, over.processorOver50].map((count) => String(count).padStart(5));
    const garbage =
      garbageMilliseconds >= 1 ? `, ${garbageMilliseconds.toFixed(0)} ms of it clearing memory` : '';
    console.log(`  ${times.join('')}${counts.join('')}  ${name}${garbage}`);
  }
}

/** @param {import('../tests/bench/browser/runs/run-memory').RunMemory[]} memory */
function printRunMemory(memory) {
  console.log('\nheap of the page: with the cases, what a run of them adds, and that for each case');
  for (const { cases, casesMegabytes, runMegabytes, bytesPerCase } of memory) {
    const sizes = [casesMegabytes, runMegabytes].map((size) => `${size.toFixed(1).padStart(9)} MB`);
    console.log(
      `${sizes.join('')}${bytesPerCase.toFixed(0).padStart(9)} bytes  ${cases.toLocaleString('en')} cases`,
    );
  }
}

/** @param {import('../tests/bench/browser/runs/burst').Burst} burst */
function printBurst(burst) {
  const { cases, atOnce, fromSeconds, forSeconds, inFlight, recoveredAfterSeconds: recovered } = burst;
  console.log(
    `\nquestions in flight, each tenth of a second: ${cases.toLocaleString('en')} cases, ${atOnce} at once, judge of ` +
      `${burst.latencyMilliseconds} ms that answers 429 from ${fromSeconds.toFixed(1)} s on for ${forSeconds} s`,
  );
  for (let second = 0; second * 10 < inFlight.length; second += 1) {
    const tenths = inFlight.slice(second * 10, second * 10 + 10);
    console.log(
      `${String(second).padStart(6)} s  ${tenths.map((mean) => mean.toFixed(1).padStart(6)).join('')}`,
    );
  }
  console.log(
    `${burst.beforePerSecond.toFixed(0).padStart(6)}    answered in a second before, ` +
      `${burst.afterPerSecond.toFixed(0)} after: ${burst.ratio.toFixed(2)} ×; full again ` +
      (recovered === null ? 'never' : `${recovered.toFixed(1)} s after the burst`),
  );
}

/** @param {string} name */
function load(name) {
  return import(pathToFileURL(`${BUILT}/${name}.mjs`).href);
}

/** @param {import('../tests/bench/support/measure').Measurement} result */
function printResult({ name, unit, subject, baseline, ratio, rounds }) {
  const line = (/** @type {typeof subject} */ timing) =>
    `  ${timing.microseconds.toFixed(1).padStart(10)} µs  ${timing.name}`;
  console.log(`\n${name} (${unit})`);
  console.log(line(subject));
  console.log(line(baseline));
  // Of a few rounds a middle half says nothing.
  const spread =
    rounds < 9
      ? `the ${rounds} rounds: ${ratio.each.map((each) => each.toFixed(2)).join(', ')}`
      : `half of the ${rounds} rounds lie in ${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}`;
  console.log(`  ${ratio.median.toFixed(2).padStart(10)} ×   ratio; ${spread}`);
}
