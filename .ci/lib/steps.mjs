import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ROOT } from './project.mjs';

/**
 * @typedef {import('./failures.mjs').Failure} Failure
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ name: string, seconds: number, failures?: Failure[] } & Count} Outcome `failures` where a step tells them one by one.
 */

/**
 * @template Report
 * @typedef {{
 *   name: string,
 *   script: string,
 *   options: (file: string) => string[],
 *   count: (report: Report) => Count & { skipped: number },
 *   failures: (report: Report) => Failure[],
 *   keepOutput?: boolean,
 * }} TestStep `script` is one of package.json's; `options` make it write a JSON report; `count` and `failures` read that. With
 *   `keepOutput` what it prints is kept until it ends, so that another step can run beside it.
 */

const RESULTS = `${ROOT}/test-results`;

/**
 * A script of package.json that counts as one test. What it prints is kept until it ends, so that two can run side by side.
 *
 * @param {string} name
 * @param {string} script
 * @returns {Promise<Outcome>}
 */
export async function runStatic(name, script) {
  const { code, seconds, printed } = await run(script, { keepOutput: true });
  heading(name);
  process.stdout.write(printed);
  return finish({ name, seconds, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });
}

/**
 * A step that counts its own tests in a JSON report.
 *
 * @template Report
 * @param {TestStep<Report>} step
 * @returns {Promise<Outcome>}
 */
export async function runTests({ name, script, options, count, failures, keepOutput = false }) {
  if (!keepOutput) heading(name);
  const file = `${RESULTS}/${script.replace(':', '-')}.json`;
  mkdirSync(RESULTS, { recursive: true });
  rmSync(file, { force: true });
  const { code, seconds, printed } = await run(script, {
    keepOutput,
    options: options(file),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  if (keepOutput) {
    heading(name);
    process.stdout.write(printed);
  }
  const report = read(file, (/** @type {Report} */ found) => ({
    ...count(found),
    failures: failures(found),
  }));
  const { passed, failed, skipped } = report;
  if (skipped > 0)
    console.log(`${skipped} skipped: a test that does not run proves nothing, so each counts as failed.`);
  if (passed + failed + skipped === 0) console.log('No test ran, which counts as a failure.');
  const broken = (code !== 0 || passed === 0) && failed + skipped === 0 ? 1 : 0;
  return finish({ name, seconds, passed, failed: failed + skipped + broken, failures: report.failures });
}

/**
 * @param {string} name
 * @param {string} why
 * @returns {Outcome}
 */
export function notRun(name, why) {
  heading(name);
  console.log(`Not run: ${why}.`);
  return finish({ name, seconds: 0, passed: 0, failed: 1 });
}

/**
 * Runs the jobs in order, at most `limit` at a time.
 *
 * @template T
 * @param {number} limit
 * @param {(() => Promise<T>)[]} jobs
 * @returns {Promise<T[]>}
 */
export async function atMost(limit, jobs) {
  /** @type {T[]} */
  const results = [];
  const queue = jobs.entries();
  const worker = async () => {
    for (const [index, job] of queue) results[index] = await job();
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}

/**
 * @param {string} script
 * @param {{ keepOutput?: boolean, options?: string[], env?: Record<string, string> }} settings
 */
async function run(script, { keepOutput = false, options = [], env = {} }) {
  const began = performance.now();
  const output = keepOutput ? 'pipe' : 'inherit';
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    shell: process.platform === 'win32',
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (printed += text));
  }
  /** @type {number | null} */
  const code = await new Promise((done, failed) => child.once('error', failed).once('close', done));
  return { code, seconds: (performance.now() - began) / 1000, printed };
}

/**
 * @template Report
 * @param {string} file
 * @param {(report: Report) => Count & { skipped: number, failures: Failure[] }} readReport
 */
function read(file, readReport) {
  try {
    return readReport(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.log(`No readable report at ${file}: ${String(error)}`);
    return { passed: 0, failed: 0, skipped: 0, failures: [] };
  }
}

/** @param {string} name */
function heading(name) {
  console.log(`\n=== ${name} ===`);
}

/** @param {Outcome} outcome */
function finish(outcome) {
  const word = outcome.failed === 0 ? 'ok' : 'FAILED';
  console.log(`--- ${outcome.name}: ${word}, ${outcome.seconds.toFixed(1)} s`);
  return outcome;
}
