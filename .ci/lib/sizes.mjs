import { readdirSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ path: string, text: string }} SourceFile
 * @typedef {{ lines: number, files: number }} Size
 */

// Prettier breaks everything but comments and these: quoted text, text within backticks, addresses, regular expressions
// and the later lines of a template.
const UNBREAKABLE = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`.*|https?:\S+|^\s*\/[^/*].*|^\s*[<$].*/g;

/**
 * @param {string} root
 * @param {string} folder
 * @returns {SourceFile[]}
 */
export function readFiles(root, folder) {
  return readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((file) => ({
      path: file.slice(root.length + 1).replaceAll('\\', '/'),
      text: readFileSync(file, 'utf8'),
    }));
}

/**
 * Counts lines as `wc -l` does.
 *
 * @param {SourceFile[]} files
 * @returns {Size}
 */
export function sizeOf(files) {
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  return { lines, files: files.length };
}

/**
 * The size of each folder without its sub-folders.
 *
 * @param {SourceFile[]} files
 * @returns {(Size & { folder: string })[]}
 */
export function folderSizes(files) {
  /** @type {Map<string, SourceFile[]>} */
  const folders = new Map();
  for (const file of files) {
    const folder = file.path.slice(0, file.path.lastIndexOf('/'));
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders].map(([folder, inside]) => ({ folder, ...sizeOf(inside) }));
}

/**
 * @param {SourceFile[]} files
 * @param {number} longest
 */
export function longLines(files, longest) {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({
        place: `${path}:${index + 1}`,
        length: [...line.replace(UNBREAKABLE, '')].length,
      }))
      .filter(({ length }) => length > longest),
  );
}
