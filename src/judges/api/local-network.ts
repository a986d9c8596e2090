import { z } from '../../core/model/zod';
import type { LocalNetwork } from './test-connection';

/** Newest name first; some browsers know the older one alone. */
const names = {
  machine: ['loopback-network', 'local-network-access'],
  network: ['local-network', 'local-network-access'],
};
const stateSchema = z.enum(['granted', 'denied', 'prompt']);
const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Browsers ask the person before a page from elsewhere may reach a server on this machine. A page that comes from this machine
 * needs nobody's permission.
 */
export const localNetwork: LocalNetwork = async (reach) => {
  if (ownMachine.has(location.hostname)) return null;
  for (const name of names[reach]) {
    const state = await stateOf(name);
    if (state !== null) return state;
  }
  return null;
};

/** The types of the DOM do not know these names. A browser that does not know one either rejects. */
async function stateOf(name: string): Promise<z.infer<typeof stateSchema> | null> {
  try {
    // Some browsers have no permissions to look at.
    const query: unknown = Reflect.get(navigator.permissions, 'query');
    if (typeof query !== 'function') return null;
    const status: unknown = await Reflect.apply(query, navigator.permissions, [{ name }]);
    const read = stateSchema.safeParse(status instanceof PermissionStatus ? status.state : null);
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
