import { describe, expect, it } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest } from '../../../.ci/lib/failures.mjs';

const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
const passed = { status: 'passed', fullName: 'adds', failureMessages: [] };

describe('failures of unit tests', () => {
  it('are told with file, name and the beginning of what was said', () => {
    const said = `AssertionError: expected 1 to be 2\n\n${red('- Expected')}\n    at file.ts:3:1\n    at other.ts:4:2`;
    const failed = { status: 'failed', fullName: 'core adds up', failureMessages: [said] };
    const report = {
      testResults: [
        { name: '/home/me/assay/tests/a.test.ts', message: '', assertionResults: [passed, failed] },
      ],
    };
    expect(failuresOfVitest(report, '/home/me/assay')).toEqual([
      { where: 'tests/a.test.ts › core adds up', why: 'AssertionError: expected 1 to be 2\n- Expected' },
    ]);
  });

  it('include a file that could not be read', () => {
    const report = {
      testResults: [
        { name: '/home/me/assay/tests/b.test.ts', message: 'No such module', assertionResults: [] },
      ],
    };
    expect(failuresOfVitest(report, '/home/me/assay')).toEqual([
      { where: 'tests/b.test.ts', why: 'No such module' },
    ]);
  });
});

describe('failures of browser tests', () => {
  const spec = (title: string, ...messages: string[]) => ({
    title,
    file: 'runs/a.spec.ts',
    line: 7,
    ok: messages.length === 0,
    tests: [{ results: [{ errors: messages.map((message) => ({ message })) }] }],
  });

  it('are found in suites within suites', () => {
    const inner = { specs: [spec('goes on', `${red('Error')}: one\n\nExpected: 2\nReceived: 3`)] };
    const report = { suites: [{ specs: [spec('begins')], suites: [inner] }], errors: [] };
    expect(failuresOfPlaywright(report)).toEqual([
      { where: 'runs/a.spec.ts:7 › goes on', why: 'Error: one\nExpected: 2\nReceived: 3' },
    ]);
  });

  it('include what went wrong outside any test, and no more than a few lines each', () => {
    const long = Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n');
    const failures = failuresOfPlaywright({ suites: [], errors: [{ message: long }] });
    expect(failures).toEqual([
      { where: 'outside any test', why: Array.from({ length: 8 }, (_, line) => `line ${line}`).join('\n') },
    ]);
  });
});
