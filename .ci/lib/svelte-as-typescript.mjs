// The Svelte parser gives TypeScript another text of a component than its file holds. To TypeScript, which has read the file, that
// is a change: it forgot every type it knew, once for each component. So it reads the parser's text from the start.
import * as svelteParser from 'svelte-eslint-parser';
import typescript from 'typescript';
import ts from 'typescript-eslint';

/** @type {{ parseForESLint: (text: string, options: object) => unknown }} The package's own type leaves the options out. */
const typescriptParser = ts.parser;

/**
 * Changes what TypeScript reads in this process. A text that turns out to be another costs time, nothing else: typescript-eslint
 * compares it with the one it lints.
 *
 * @param {{ svelteConfig: object }} options What ESLint gives the Svelte parser.
 */
export function readSvelteAsTypeScript(options) {
  const readFile = typescript.sys.readFile.bind(typescript.sys);
  typescript.sys.readFile = (path, encoding) => {
    const text = readFile(path, encoding);
    const isSvelte = /\.svelte(\.ts)?$/.test(path);
    return text !== undefined && isSvelte ? textForTypeScript(path, text, options) : text;
  };
}

/**
 * @param {string} filePath
 * @param {string} text
 * @param {object} options
 * @returns {string}
 */
function textForTypeScript(filePath, text, options) {
  let wanted = text;
  const parser = {
    parseForESLint(/** @type {string} */ code, /** @type {{ project?: unknown }} */ given) {
      if (given.project === undefined) return typescriptParser.parseForESLint(code, given);
      wanted = code;
      throw new Error('Types are asked for this text; no more is wanted.');
    },
  };
  try {
    svelteParser.parseForESLint(text, { ...options, filePath, parser, project: 'any' });
  } catch {
    // Ours, or the file cannot be parsed, which ESLint says when it comes to it.
  }
  return wanted;
}
