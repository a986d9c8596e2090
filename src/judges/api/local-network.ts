import { z } from '../../core/model/zod';
import type { LocalNetwork } from './test-connection';

/** Newest name first; browsers know the older one as another word for it. */
const names = ['loopback-network', 'local-network-access'];
const statusSchema = z.object({ state: z.enum(['granted', 'denied', 'prompt']) });
const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Browsers ask the person before a page from elsewhere may reach a server on this machine. A page from this machine is not asked about. */
export const localNetwork: LocalNetwork = async () => {
  if (ownMachine.has(location.hostname)) return null;
  const { permissions } = navigator;
  for (const name of names) {
    try {
      // The types of the DOM do not know these names, and browsers that do not reject.
      const answer: unknown = await Reflect.apply(permissions.query, permissions, [{ name }]);
      const read = statusSchema.safeParse({ state: stateOf(answer) });
      if (read.success) return read.data.state;
    } catch {
      continue;
    }
  }
  return null;
};

function stateOf(status: unknown): unknown {
  return status instanceof PermissionStatus ? status.state : undefined;
}
