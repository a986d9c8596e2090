import { mostConnections, type Connections } from '../../core/model/connection';
import { isOnesOwn } from './reach-of';

interface Server {
  origin: string;
  /** Without encryption browsers speak HTTP/1.1 only. */
  plain: boolean;
}

/** `protocol` is what the browser says of a server's answers; null where it does not, or none has come yet. */
export function connectionsTo({ origin, plain }: Server, protocol: string | null): Connections {
  if (plain) return 'plain';
  if (protocol !== null) return /^http\/[01]/.test(protocol) ? 'few' : 'many';
  // What people run near them speaks HTTP/1.1 as a rule, and what is offered to the world HTTP/2.
  return isOnesOwn(origin) ? 'perhaps-few' : 'perhaps-many';
}

export function mostAtOnceTo(server: Server, protocol: string | null): number {
  return connectionsTo(server, protocol).endsWith('many') ? Infinity : mostConnections;
}
