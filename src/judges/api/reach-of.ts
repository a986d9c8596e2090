/** How far away a server is, as browsers see it: each step towards this machine needs the person's permission. */
export type Reach = 'machine' | 'network' | 'internet';

const ofThisMachine = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const ofThisNetwork =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cde][0-9a-f:]*\]|.*\.local)$/;

/** By the name alone: one that only a name server knows to be near counts as far. */
export function reachOf(origin: string): Reach {
  const { hostname } = new URL(origin);
  if (ofThisMachine.test(hostname)) return 'machine';
  return ofThisNetwork.test(hostname) ? 'network' : 'internet';
}
