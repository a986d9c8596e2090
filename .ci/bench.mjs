// npm run bench [name]: measures tests/bench/*.bench.ts, prints a table and writes bench-results/latest.json.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { pathToFileURL } from 'node:url';
import { installPackages, ROOT, stop } from './lib/project.mjs';

const SUFFIX = '.bench.ts';
const BUILT = `${ROOT}/node_modules/.cache/assay-bench`;

installPackages();
const wanted = process.argv[2] ?? '';
const names = readdirSync(`${ROOT}/tests/bench`)
  .filter((file) => file.endsWith(SUFFIX) && file.includes(wanted))
  .map((file) => file.slice(0, -SUFFIX.length));
if (names.length === 0)
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
rmSync(BUILT, { recursive: true });

const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
const folder = `${ROOT}/bench-results`;
mkdirSync(folder, { recursive: true });
writeFileSync(
  `${folder}/latest.json`,
  `${JSON.stringify({ measured: new Date().toISOString(), machine, results }, null, 2)}\n`,
);
console.log(
  `\nProcessor time. Node ${machine.node}, ${machine.cores} × ${machine.cpu}. Written to bench-results/latest.json`,
);

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
  console.log(
    `  ${ratio.median.toFixed(2).padStart(10)} ×   ratio; half of the ${rounds} rounds lie in ${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}`,
  );
}
