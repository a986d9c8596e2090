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
  ['the name', 'assay.example', knowing({ 'loopback-network': 'denied' }), 'denied'],
  ['no such name', 'assay.example', knowing({}), null],
  ['an unknown state', 'assay.example', knowing({ 'loopback-network': 'perhaps' }), null],
  ['no permissions at all', 'assay.example', {}, null],
  ['a page of this machine, which needs none', 'localhost', knowing({ 'loopback-network': 'denied' }), null],
])('a browser that knows %s', async (_, hostname, navigator, expected) => {
  vi.stubGlobal('location', { hostname });
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('PermissionStatus', Status);
  expect(await localNetwork('machine')).toBe(expected);
});
