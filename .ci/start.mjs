// npm start: installs what is missing, builds, serves the built page on this machine and prints its address.
import { spawnSync } from 'node:child_process';
import { installPackages, ROOT, stop } from './lib/project.mjs';
import { serveFolder } from './lib/static-server.mjs';

const FIRST_PORT = 4173;
const PORTS_TRIED = 50;

const port = wantedPort();
installPackages();
console.log('Building ...');
const build = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (build.status !== 0) stop('The build failed; its message stands above.');

const server = await serveOnFreePort(port);
console.log(`\n  Assay is at ${server.url}\n\n  Ctrl-C ends it.\n`);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void server.close().then(() => process.exit(0));
  });
}

function wantedPort() {
  const text = process.env['PORT'] ?? '';
  if (text === '') return FIRST_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  return stop(`PORT: expected a whole number from 0 to 65535, got ${JSON.stringify(text)}.`);
}

/** @param {number} first */
async function serveOnFreePort(first) {
  for (let port = first; port < first + PORTS_TRIED && port <= 65535; port += 1) {
    try {
      return await serveFolder({ folder: `${ROOT}/dist`, port });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  return stop(`The ports from ${first} on are taken. Choose another one: PORT=8080 npm start`);
}
