// npm run sizes: fails when the product or its tests grow beyond these limits. Raise a limit only by what an issue allows.
import { ROOT, stop } from './lib/project.mjs';
import { folderSizes, longLines, readFiles, sizeOf } from './lib/sizes.mjs';

const mostSourceLines = 79_400;
const mostSourceFiles = 645;
const mostTestLines = 53_200;
const mostFilesPerFolder = 25;
const longestLine = 140;

/** How many folders a message names. */
const namedFolders = 5;

const source = readFiles(ROOT, 'src');
const tests = readFiles(ROOT, 'tests').filter(({ path }) => /\.(ts|svelte|mjs|js)$/.test(path));
const sourceSize = sizeOf(source);
const testSize = sizeOf(tests);

const problems = [
  ...tooLarge('lines in src', sourceSize.lines, mostSourceLines, largestFolders(source, 'lines')),
  ...tooLarge('files in src', sourceSize.files, mostSourceFiles, largestFolders(source, 'files')),
  ...tooLarge('lines of test code', testSize.lines, mostTestLines, largestFolders(tests, 'lines')),
  ...folderSizes(source).flatMap(({ folder, files }) =>
    tooLarge(
      `files directly in ${folder}`,
      files,
      mostFilesPerFolder,
      'Give them sub-folders that mean something.',
    ),
  ),
  ...longLines(source, longestLine).map(
    ({ place, length }) => `${place}: ${length} characters besides strings, at most ${longestLine} allowed.`,
  ),
];
if (problems.length > 0) stop(problems.join('\n'));
console.log(
  `src: ${sourceSize.lines} lines in ${sourceSize.files} files; tests: ${testSize.lines} lines. All within the limits.`,
);

/**
 * @param {string} what
 * @param {number} figure
 * @param {number} limit
 * @param {string} hint
 */
function tooLarge(what, figure, limit, hint) {
  return figure > limit ? [`${figure} ${what}, at most ${limit} allowed. ${hint}`] : [];
}

/**
 * @param {import('./lib/sizes.mjs').SourceFile[]} files
 * @param {'lines' | 'files'} unit
 */
function largestFolders(files, unit) {
  const named = folderSizes(files)
    .toSorted((a, b) => b[unit] - a[unit])
    .slice(0, namedFolders)
    .map((size) => `${size.folder} ${size[unit]}`);
  return `Largest folders: ${named.join(', ')}.`;
}
