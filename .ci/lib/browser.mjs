import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { ROOT, stop } from './project.mjs';

// The same engine without windows and menus: the tests take it where it is, as they need a third less processor time.
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome'];
const KOREAN_FONT = 'fonts-noto-cjk';

/**
 * The Chromium that the browser tests drive, or null when there is none.
 *
 * @returns {string | null}
 */
export function findChromium() {
  const given = givenPath();
  if (given !== null) {
    return isExecutable(given) ? given : stop(`CHROMIUM_PATH: expected a program, got ${given}`);
  }
  return NAMES.map(onPath).find((file) => file !== null) ?? playwrightsOwn();
}

/**
 * One whose tabs can be hidden, which those of the headless shell cannot; null when there is none.
 *
 * @returns {string | null}
 */
export function findChromiumWithTabs() {
  const names = NAMES.filter((name) => name !== HEADLESS_SHELL);
  return givenPath() ?? names.map(onPath).find((file) => file !== null) ?? playwrightsOwn();
}

/** Installs Chromium and a Korean font where they are missing, or ends the program saying what to run. */
export function installBrowser() {
  const hasAll = () => findChromium() !== null && findChromiumWithTabs() !== null && hasKoreanFont();
  const hasBest = () => givenPath() !== null || onPath(HEADLESS_SHELL) !== null;
  if (hasAll() && (hasBest() || !canUseApt() || !aptOffers(HEADLESS_SHELL))) return;
  if (canUseApt()) {
    aptGet('update');
    if (aptOffers(HEADLESS_SHELL)) aptGet('install', HEADLESS_SHELL, KOREAN_FONT);
    if (!hasAll()) aptGet('install', 'chromium', KOREAN_FONT);
  }
  if (findChromiumWithTabs() === null) {
    console.log('Installing Chromium (playwright install) ...');
    spawnSync(process.execPath, [`${ROOT}/node_modules/playwright/cli.js`, 'install', 'chromium'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }
  if (findChromium() === null) {
    stop(
      'The browser tests need Chromium and it could not be installed. Install it and run npm test again:\n' +
        `  Debian, Ubuntu:  sudo apt-get install chromium ${KOREAN_FONT}\n` +
        '  elsewhere:       npx playwright install --with-deps chromium\n' +
        '  already there:   CHROMIUM_PATH=/path/to/chromium npm test',
    );
  }
  if (!hasKoreanFont()) {
    stop(
      'The browser tests need a font with Korean letters and none could be installed. Install one and run npm test again:\n' +
        `  Debian, Ubuntu:  sudo apt-get install ${KOREAN_FONT}\n` +
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

/**
 * Debian has the headless shell, Ubuntu has not.
 *
 * @param {string} name
 */
function aptOffers(name) {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;
}

/**
 * Without a network it gives up soon, and it removes nothing to make room: what is there may do.
 *
 * @param {'update' | 'install'} command
 * @param {string[]} packages
 */
function aptGet(command, ...packages) {
  console.log(`apt-get ${[command, ...packages].join(' ')} ...`);
  const options = ['-y', '-q', '--no-install-recommends', '--no-remove'];
  const limits = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  spawnSync('apt-get', [command, ...options, ...limits, ...packages], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function canUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function givenPath() {
  const given = process.env['CHROMIUM_PATH'];
  return given === undefined || given === '' ? null : given;
}

/** @param {string} name */
function onPath(name) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
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
