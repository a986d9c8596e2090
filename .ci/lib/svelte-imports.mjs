// dependency-cruiser compiles a component before it reads it, which drops imports of types. These come from the source.
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script>/g;
const ENDINGS = ['', '.ts', '.svelte', '.js', '/index.ts'];

/**
 * Everything the script blocks of a component import, types too, as paths from the project's root.
 *
 * @param {string} file
 * @param {string} text
 * @param {(path: string) => boolean} exists
 * @returns {string[]}
 */
export function svelteImports(file, text, exists = existsSync) {
  return [...text.matchAll(SCRIPT)]
    .flatMap(([, script = '']) => ts.preProcessFile(script).importedFiles)
    .map(({ fileName }) => {
      if (!fileName.startsWith('.')) return `node_modules/${fileName}/`;
      const path = posix.join(posix.dirname(file), fileName);
      return ENDINGS.map((ending) => path + ending).find(exists) ?? path;
    });
}

/**
 * The names of the rules that an import breaks, as far as they speak of paths alone.
 *
 * @param {import('dependency-cruiser').IForbiddenRuleType[]} rules
 * @param {string} from
 * @param {string} to
 * @returns {string[]}
 */
export function brokenRules(rules, from, to) {
  return rules.flatMap((rule) => {
    if (!('to' in rule)) return [];
    const { path, pathNot, ...others } = rule.to;
    const speaksOfPaths = path !== undefined || pathNot !== undefined;
    // `couldNotResolve: false` is how a rule on paths says that a missing file is another rule's business.
    const more = Object.entries(others).filter(
      ([key, value]) => key !== 'couldNotResolve' || value !== false,
    );
    const found = matchOf(rule.from.path, from);
    if (!speaksOfPaths || more.length > 0 || !found) return [];
    if (rule.from.pathNot !== undefined && matchOf(rule.from.pathNot, from)) return [];
    const withGroups = (/** @type {string | string[]} */ patterns) =>
      [patterns].flat().map((pattern) => pattern.replace(/\$(\d)/g, (_, n) => found[Number(n)] ?? ''));
    const forbidden = path === undefined || matchOf(withGroups(path), to) !== null;
    const excused = pathNot !== undefined && matchOf(withGroups(pathNot), to) !== null;
    return forbidden && !excused && rule.name !== undefined ? [rule.name] : [];
  });
}

/**
 * @param {string | string[] | undefined} patterns
 * @param {string} path
 * @returns {RegExpMatchArray | null}
 */
function matchOf(patterns, path) {
  if (patterns === undefined) return path.match(/^/);
  for (const pattern of [patterns].flat()) {
    const match = path.match(new RegExp(pattern));
    if (match) return match;
  }
  return null;
}
