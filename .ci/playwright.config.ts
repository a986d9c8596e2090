import { defineConfig } from 'playwright/test';
import { findChromium } from './lib/browser.mjs';

const isRoot = process.getuid?.() === 0;
const executablePath = findChromium();
/** Begun first, so that both workers end together. */
const longest = ['runs/killed-runs.spec.ts', 'many-cases.spec.ts'];
if (executablePath === null) throw new Error('Expected Chromium, found none. `npm test` installs it.');

export default defineConfig({
  testDir: '../tests/e2e',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // A test that fails waits so long; one that passes on a busy machine takes three times as long as on an idle one.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'rest', testIgnore: longest },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    viewport: { width: 1280, height: 800 },
    // Recording every test costs a third of its time; `npm run e2e -- --trace retain-on-failure` records.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        // Chromium's sandbox refuses to run as root.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
