/** How far away a server is, as browsers see it: each step towards this machine needs the person's permission. */
export type Reach = 'machine' | 'network' | 'internet';

const ofThisMachine = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
const ofThisNetwork =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|\[f[cde][0-9a-f:]*\]|.*\.local)$/;
/** Names that the internet gives to nobody: one without a dot, and those that are kept for networks of one's own. */
const ofSomeNetwork = /^([^.:]+|.*\.(lan|internal|home\.arpa))$/;

/** By the name alone: one that only a name server knows to be near counts as far. */
export function reachOf(origin: string): Reach {
  const { hostname } = new URL(origin);
  if (ofThisMachine.test(hostname)) return 'machine';
  return ofThisNetwork.test(hostname) ? 'network' : 'internet';
}

/**
 * Whether somebody runs it for themselves, by its name: more than browsers see as near. Where the network is, and whether there
 * is such a name at all, only a name server knows.
 */
export function isOnesOwn(origin: string): boolean {
  return reachOf(origin) !== 'internet' || ofSomeNetwork.test(new URL(origin).hostname);
}
