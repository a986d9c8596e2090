import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What a file is answered with instead of itself. `hold`: its first half, and the rest once `release` is called. `break`: its first
 * half, and then the connection breaks.
 */
export type Instead = { status: number } | { bytes: Buffer } | 'hold' | 'break';

export interface ModelServer {
  origin: string;
  /** Names of the files that were asked for, one after the other; "name from 99" where only the rest was. */
  asked: string[];
  instead: Map<string, Instead>;
  release(): void;
  close(): Promise<void>;
}

/** A host of models on this machine: the files of one model, at any path, by their names. */
export async function serveModel(files: ReadonlyMap<string, Buffer>): Promise<ModelServer> {
  const asked: string[] = [];
  const instead = new Map<string, Instead>();
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '');
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (request.method !== 'HEAD') asked.push(from > 0 ? `${name} from ${from}` : name);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'ETag, Content-Range');
    response.setHeader('ETag', '"one"');
    const other = instead.get(name);
    const bytes = files.get(name);
    if (!bytes || (typeof other === 'object' && 'status' in other))
      answer(response, typeof other === 'object' && 'status' in other ? other.status : 404, Buffer.of());
    else if (typeof other === 'object') answer(response, 200, other.bytes);
    else if (other && request.method !== 'HEAD') {
      response.writeHead(200, { 'Content-Length': bytes.length });
      const goOn = () => (other === 'break' ? response.destroy() : undefined);
      response.write(bytes.subarray(0, bytes.length / 2), goOn);
      held.push(() => response.end(bytes.subarray(bytes.length / 2)));
    } else if (from > 0) {
      response.setHeader('Content-Range', `bytes ${from}-${bytes.length - 1}/${bytes.length}`);
      answer(response, 206, bytes.subarray(from));
    } else answer(response, 200, bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = portOf(server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    instead,
    release: () => {
      for (const goOn of held.splice(0)) goOn();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answer(response: ServerResponse, status: number, bytes: Buffer): void {
  response.writeHead(status, { 'Content-Length': bytes.length });
  response.end(bytes);
}

function portOf(address: AddressInfo | string | null): AddressInfo {
  if (typeof address === 'object' && address) return address;
  throw new Error('Expected a port on this machine.');
}
