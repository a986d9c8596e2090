import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the project, without a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

const OLDEST_NODE = [20, 19];

/** Only Node's own modules are used up to here, so that a fresh clone can start. */
export function installPackages() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    stop(
      `Expected Node ${OLDEST_NODE.join('.')} or newer, got ${process.versions.node}. Install a newer Node.`,
    );
  }
  if (packagesAreCurrent()) return;
  console.log('Installing packages (npm ci) ...');
  const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) stop('npm ci failed; its message stands above. Run it again once that is mended.');
}

/** @param {string} message @returns {never} */
export function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Compares the lock file with the record npm keeps of what it installed. */
function packagesAreCurrent() {
  const record = `${ROOT}/node_modules/.package-lock.json`;
  if (!existsSync(record)) return false;
  const wanted = readPackages(`${ROOT}/package-lock.json`);
  const installed = readPackages(record);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    // Builds for other platforms are optional and rightly absent.
    const here = installed[path];
    return here === undefined ? entry.optional === true : here.version === entry.version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
