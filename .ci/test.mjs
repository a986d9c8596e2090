// npm test: installs what is missing and runs every check there is. The last line is `N passed, M failed`.
import { installBrowser } from './lib/browser.mjs';
import { failuresOfPlaywright, failuresOfVitest } from './lib/failures.mjs';
import { installPackages, ROOT } from './lib/project.mjs';
import { atMost, notRun, runStatic, runTests } from './lib/steps.mjs';

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} VitestCounts
 * @typedef {VitestCounts & import('./lib/failures.mjs').VitestTests} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightCounts
 * @typedef {PlaywrightCounts & import('./lib/failures.mjs').PlaywrightTests} PlaywrightReport
 */

/** How many failures the end of the output repeats. */
const mostFailures = 10;

const began = performance.now();
let finished = false;
process.once('exit', () => {
  if (!finished) console.log('0 passed, 1 failed');
});

installPackages();
installBrowser();

// Two lanes for two cores. The longest step goes first, so that both lanes end together.
const outcomes = await atMost(2, [
  () => runTests({ ...vitest('Unit and contract tests', 'unit'), keepOutput: true }),
  () => runStatic('Lint', 'lint'),
  () => runStatic('Types', 'check'),
  () => runStatic('Format', 'format:check'),
  () => runStatic('Build', 'build'),
  () => runStatic('Import directions', 'imports'),
  () => runStatic('Dead code', 'dead-code'),
  () => runStatic('Sizes', 'sizes'),
]);

if (outcomes.some(({ name, failed }) => name === 'Build' && failed === 0)) {
  outcomes.push(await runTests(vitest('Tests of the build', 'build:check')));
  outcomes.push(
    await runTests({
      name: 'Browser tests',
      script: 'e2e',
      options: () => ['--reporter=list,json'],
      count: (/** @type {PlaywrightReport} */ { stats }) => ({
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        skipped: stats.skipped,
      }),
      failures: failuresOfPlaywright,
    }),
  );
} else {
  outcomes.push(
    notRun('Tests of the build', 'the build failed'),
    notRun('Browser tests', 'the build failed'),
  );
}

// Repeated at the end, because often only the end of a long output is kept.
const failures = outcomes.flatMap((outcome) => outcome.failures ?? []);
for (const { where, why } of failures.slice(0, mostFailures)) {
  console.log(`\nFAILED ${where}\n${why.replaceAll(/^/gm, '    ')}`);
}
if (failures.length > mostFailures)
  console.log(`\n… and ${failures.length - mostFailures} more, listed above.`);

console.log('\n=== Summary ===');
for (const { name, passed, failed, seconds } of outcomes) {
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`,
  );
}
console.log(`Total time ${((performance.now() - began) / 1000).toFixed(0)} s\n`);

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
finished = true;
process.exitCode = failed === 0 ? 0 : 1;

/**
 * @param {string} name
 * @param {string} script
 * @returns {import('./lib/steps.mjs').TestStep<VitestReport>}
 */
function vitest(name, script) {
  return {
    name,
    script,
    options: (report) => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    count: (result) => ({
      passed: result.numPassedTests,
      failed: result.numFailedTests,
      skipped: result.numPendingTests + result.numTodoTests,
    }),
    failures: (result) => failuresOfVitest(result, ROOT),
  };
}
