import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { ROOT, stop } from './project.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const DEBIAN_PACKAGES = 'chromium fonts-noto-cjk';

/**
 * The Chromium that the browser tests drive, or null when there is none.
 *
 * @returns {string | null}
 */
export function findChromium() {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') {
    return isExecutable(given) ? given : stop(`CHROMIUM_PATH: expected a program, got ${given}`);
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  return onPath ?? playwrightsOwn();
}

/** Installs Chromium and a Korean font where they are missing, or ends the program saying what to run. */
export function installBrowser() {
  if (findChromium() !== null && hasKoreanFont()) return;
  if (canUseApt()) {
    console.log(`Installing ${DEBIAN_PACKAGES} (apt-get) ...`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-q'],
      ['install', '-y', '-q', '--no-install-recommends', ...DEBIAN_PACKAGES.split(' ')],
    ]) {
      spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
    }
  }
  if (findChromium() === null) {
    console.log('Installing Chromium (playwright install) ...');
    spawnSync(process.execPath, [`${ROOT}/node_modules/playwright/cli.js`, 'install', 'chromium'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }
  if (findChromium() === null) {
    stop(
      'The browser tests need Chromium and it could not be installed. Install it and run npm test again:\n' +
        `  Debian, Ubuntu:  sudo apt-get install ${DEBIAN_PACKAGES}\n` +
        '  elsewhere:       npx playwright install --with-deps chromium\n' +
        '  already there:   CHROMIUM_PATH=/path/to/chromium npm test',
    );
  }
  if (!hasKoreanFont()) {
    stop(
      'The browser tests need a font with Korean letters and none could be installed. Install one and run npm test again:\n' +
        '  Debian, Ubuntu:  sudo apt-get install fonts-noto-cjk\n' +
        '  Fedora:          sudo dnf install google-noto-sans-cjk-fonts',
    );
  }
}

/** Only Linux systems come without one. */
function hasKoreanFont() {
  if (process.platform !== 'linux') return true;
  const list = spawnSync('fc-list', [':lang=ko', 'family'], { encoding: 'utf8' });
  return list.status === 0 && list.stdout.trim() !== '';
}

function canUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Read late: Playwright itself may have been installed a moment ago. */
function playwrightsOwn() {
  const own = createRequire(import.meta.url)('playwright').chromium.executablePath();
  return isExecutable(own) ? own : null;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
