import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import project from '../package.json' with { type: 'json' };

/** `0.1.0+3f2a91c`, with `-dirty` for uncommitted changes; the version alone where there is no git. */
export function buildName(): string {
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (!existsSync(`${root}/.git`)) return project.version;
  try {
    const commit = execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return `${project.version}+${commit.trim()}`;
  } catch {
    return project.version;
  }
}
