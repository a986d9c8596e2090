import { expect, it, vi } from 'vitest';
import { localNetwork } from '../../../../../src/judges/api/http/reach.browser';

class Status {
  readonly state: string;
  constructor(state: string) {
    this.state = state;
  }
}
const knowing = (states: Partial<Record<string, string>>) => ({
  permissions: {
    query: ({ name }: { name: string }) => {
      const state = states[name];
      return state === undefined ? Promise.reject(new TypeError(name)) : Promise.resolve(new Status(state));
    },
  },
});

it.each([
  ['the newer name', 'assay.example', knowing({ 'loopback-network': 'denied' }), 'denied'],
  ['the older name alone', 'assay.example', knowing({ 'local-network-access': 'prompt' }), 'prompt'],
  ['neither', 'assay.example', knowing({}), null],
  ['a state that nobody knows', 'assay.example', knowing({ 'loopback-network': 'perhaps' }), null],
  ['no permissions at all', 'assay.example', {}, null],
  ['a page of this machine, which needs none', 'localhost', knowing({ 'loopback-network': 'denied' }), null],
])('a browser that knows %s', async (_, hostname, navigator, expected) => {
  vi.stubGlobal('location', { hostname });
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('PermissionStatus', Status);
  expect(await localNetwork('machine')).toBe(expected);
});
