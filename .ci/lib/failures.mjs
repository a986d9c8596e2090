/**
 * What is read of a test that failed.
 *
 * @typedef {{ where: string, why: string }} Failure `where` is its file and name, `why` the first lines of what it said.
 *
 * @typedef {{ testResults: {
 *   name: string,
 *   message: string,
 *   assertionResults: { status: string, fullName: string, failureMessages: string[] }[],
 * }[] }} VitestTests
 *
 * @typedef {{ title: string, file: string, line: number, ok: boolean, tests: { results: { errors: { message?: string }[] }[] }[] }} Spec
 * @typedef {{ specs: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ suites: Suite[], errors: { message?: string }[] }} PlaywrightTests
 */

/** Enough for what was expected and what came. */
const mostLines = 8;

/**
 * @param {VitestTests} report
 * @param {string} root
 * @returns {Failure[]}
 */
export function failuresOfVitest({ testResults }, root) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    // A file that could not be read has no tests, only a message.
    if (failed.length === 0) return message === '' ? [] : [{ where: file, why: beginningOf(message) }];
    return failed.map(({ fullName, failureMessages }) => ({
      where: `${file} › ${fullName}`,
      why: beginningOf(failureMessages.join('\n')),
    }));
  });
}

/**
 * @param {PlaywrightTests} report
 * @returns {Failure[]}
 */
export function failuresOfPlaywright({ suites, errors }) {
  const specs = suites.flatMap(specsIn).filter(({ ok }) => !ok);
  return [
    ...errors.map(({ message = '' }) => ({ where: 'outside any test', why: beginningOf(message) })),
    ...specs.map(({ title, file, line, tests }) => {
      const said = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return {
        where: `${file}:${line} › ${title}`,
        why: beginningOf(said.map(({ message = '' }) => message).join('\n')),
      };
    }),
  ];
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsIn({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)];
}

/**
 * Without colours, empty lines and the stack.
 *
 * @param {string} message
 */
function beginningOf(message) {
  // eslint-disable-next-line no-control-regex -- that is what a colour begins with
  const plain = message.replaceAll(/\u001b\[[\d;]*m/g, '');
  const lines = plain.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return lines.slice(0, mostLines).join('\n');
}
