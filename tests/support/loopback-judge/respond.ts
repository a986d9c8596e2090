import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';

export type Request = IncomingMessage | Http2ServerRequest;
export type Response = ServerResponse | Http2ServerResponse;

export function sendJson(
  response: Response,
  status: number,
  value: unknown,
  type = 'application/json',
): void {
  send(response, status, type, JSON.stringify(value));
}

export function send(response: Response, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.end(text);
}

/** Sizes that cut lines, line ends and letters in two. */
const awkward = [1, 2, 3, 61, 5, 7, 97, 1, 13];

/** The text in pieces that no reader would wish for; without the last ones of them where it is to break off. */
export async function sendInPieces(
  response: Response,
  text: string,
  { type, milliseconds = 0 }: { type: string; milliseconds?: number },
): Promise<void> {
  response.statusCode = 200;
  response.setHeader('Content-Type', type);
  const bytes = Buffer.from(text, 'utf8');
  for (let from = 0, step = 0; from < bytes.length && !response.destroyed; step += 1) {
    const size = awkward[step % awkward.length] ?? 1;
    write(response, bytes.subarray(from, from + size));
    from += size;
    await (milliseconds > 0 ? wait(milliseconds) : turn());
  }
}

/** Half of it, as if that were all; at least the connection ends early. */
export function sendCut(response: Response, text: string, by: 'length' | 'gzip'): void {
  const bytes = by === 'gzip' ? gzipSync(text) : Buffer.from(text);
  response.statusCode = 200;
  response.setHeader('Content-Type', 'application/json');
  if (by === 'gzip') response.setHeader('Content-Encoding', 'gzip');
  else response.setHeader('Content-Length', bytes.length);
  write(response, bytes.subarray(0, bytes.length / 2));
  if (by === 'gzip') response.end();
  else setTimeout(() => breakOff(response), 5);
}

interface FloodOptions {
  bytes: number;
  type: string;
  status?: number;
  milliseconds?: number;
}

/** Begins so, then the same again and again, no faster than it is taken, until the connection ends or so much is sent. */
export async function flood(
  response: Response,
  [begin, again]: readonly [string, string],
  { bytes, type, status = 200, milliseconds = 0 }: FloodOptions,
): Promise<void> {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  const connection = { isOpen: true };
  const gone = new Promise<void>((done) =>
    response.once('close', () => {
      connection.isOpen = false;
      done();
    }),
  );
  write(response, Buffer.from(begin));
  const piece = Buffer.from(again);
  for (let sent = 0; sent < bytes && connection.isOpen; sent += piece.length) {
    const drained = write(response, piece)
      ? turn()
      : new Promise<void>((done) => response.once('drain', () => done()));
    await Promise.race([gone, drained]);
    if (milliseconds > 0) await Promise.race([gone, wait(milliseconds)]);
  }
  if (connection.isOpen) response.end();
}

/** The two kinds of responses have no signature of `write` in common. */
function write(response: Response, bytes: Buffer): boolean {
  return response instanceof Http2ServerResponse ? response.write(bytes) : response.write(bytes);
}

/** Ends the connection after what was written. */
export function breakOff(response: Response): void {
  if (response instanceof Http2ServerResponse) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.destroy();
}

/** Line ends of both kinds, and the comments that keep a connection awake. */
export function eventStream(events: readonly string[]): string {
  return events
    .map((event, index) => {
      const end = index % 2 === 0 ? '\n' : '\r\n';
      const comment = index % 3 === 0 ? `: keep-alive${end}${end}` : '';
      return comment + event.replaceAll('\n', end) + end + end;
    })
    .join('');
}
