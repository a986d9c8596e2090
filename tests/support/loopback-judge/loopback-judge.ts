import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { ProviderId } from '../../../src/judges/api/providers';
import { answer, refuse } from './answer';
import { anthropicDialect } from './anthropic';
import { badRequest, type Dialect, type Question, type Refusable, type Route } from './dialect';
import { geminiDialect } from './gemini';
import { openAiDialect } from './openai';
import type { Fault } from './faults';
import { Gate } from './gate';
import { answerNative, refusalOf, type Ollama } from './ollama';
import { send, sendJson, type Request, type Response } from './respond';

export interface LoopbackOptions {
  provider?: ProviderId;
  refuses?: readonly Refusable[];
  /** HTTP/2 over TLS with a certificate that nobody trusts; without it plain HTTP/1.1. */
  http2?: boolean;
  key?: string | null;
  models?: readonly string[];
  latency?: number;
  /** Plays an Ollama, with its own interface beside the one it shares: a context, and what becomes of what does not fit. */
  ollama?: Ollama;
  cors?: boolean;
  /** Every request is led to another address. */
  redirectsTo?: string;
  port?: number;
  /** Finds the name of a case in the messages, so that requests can be counted by case. */
  marker?: RegExp;
  /** Decides about each well-formed request; nothing: a good answer. */
  decide?: (question: Question, marker: string) => Fault | undefined;
}

export interface Seen {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty for one that was refused before its body was read. */
  body: string;
  marker: string;
}

export interface LoopbackJudge {
  baseUrl: string;
  origin: string;
  host: string;
  /** The requests seen last, oldest first. Preflights are not among them. */
  seen: readonly Seen[];
  counts: ReadonlyMap<string, number>;
  /** What requests did that no client of the real service may do. */
  offences: readonly string[];
  /** Well-formed questions being worked on now, and at most so far; and those among them that are never answered, or without end. */
  inFlight(): { now: number; most: number; hanging: number };
  setLatency(milliseconds: number): void;
  setCors(allowed: boolean): void;
  hold(): void;
  /** Answers so many of those that wait, or that come next; all of them, and no more waiting, without a number. */
  letGo(count?: number): void;
  /** The next questions meet these faults, one each. `null` is a good answer. */
  script(...faults: readonly (Fault | null)[]): void;
  close(): Promise<void>;
}

export function dialectOf(provider: ProviderId, ollama?: Ollama): Dialect {
  if (provider === 'anthropic') return anthropicDialect;
  return provider === 'gemini' ? geminiDialect : openAiDialect(provider, ollama);
}

const mostSeen = 500;
const readPem = (name: string) => readFileSync(new URL(name, import.meta.url));

/**
 * A judge on this machine that speaks a provider's format as strictly as the provider does: it refuses unknown fields, schemas
 * outside the dialect, missing headers, and tells what clients must never send. It is steered through its handle. README.md says
 * what it holds clients to, and where that stands.
 */
export async function startLoopbackJudge(options: LoopbackOptions = {}): Promise<LoopbackJudge> {
  const {
    provider = 'compatible',
    refuses = [],
    http2 = false,
    key = 'test-key-0123456789abcdef',
    models = ['judge-1'],
    marker = /\bcase-\d+\b/,
    decide,
    ollama,
  } = options;
  let { latency = 0, cors = true } = options;
  const dialect = dialectOf(provider, ollama);
  const seen: Seen[] = [];
  const counts = new Map<string, number>();
  const offences: string[] = [];
  const scripted: (Fault | null)[] = [];
  const sockets = new Set<Socket>();
  let now = 0;
  let most = 0;
  let hanging = 0;
  let answered = 0;
  const gate = new Gate();

  const handle = (request: Request, response: Response) => {
    serve(request, response).catch((error: unknown) => {
      offences.push(`the server broke: ${String(error)}`);
      response.end();
    });
  };
  const server = http2
    ? createSecureServer(
        { key: readPem('test-only-key.pem'), cert: readPem('test-only-certificate.pem') },
        handle,
      )
    : createServer(handle);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(options.port ?? 0, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  const host = `127.0.0.1:${address.port}`;
  const origin = `${http2 ? 'https' : 'http'}://${host}`;

  async function serve(request: Request, response: Response): Promise<void> {
    const { method = '', url: path = '' } = request;
    if (cors) response.setHeader('Access-Control-Allow-Origin', '*');
    if (method === 'OPTIONS') {
      preflight(request, response);
      return;
    }
    if (options.redirectsTo !== undefined) {
      response.setHeader('Location', options.redirectsTo);
      send(response, 307, 'text/plain', '');
      return;
    }
    const { headers } = request;
    for (const name of ['cookie', 'referer'])
      if (headers[name] !== undefined) offences.push(`${name} was sent to ${path}`);
    const entry: Seen = { method, path, headers: { ...headers }, body: '', marker: '' };
    seen.push(entry);
    if (seen.length > mostSeen) seen.shift();
    if (ollama && path.startsWith('/api/')) {
      entry.body = await bodyOf(request);
      const told = answerNative(ollama, { method, path, body: entry.body, models });
      if (told.offence !== undefined) offences.push(told.offence);
      sendJson(response, told.status, told.json);
      return;
    }
    const route = path.startsWith(dialect.base) ? dialect.route(path.slice(dialect.base.length)) : null;
    if (!route) {
      refuse(response, dialect, { ...badRequest(`Invalid URL (${method} ${path})`), status: 404 });
      return;
    }
    if (method !== (route.kind === 'models' ? 'GET' : 'POST')) {
      refuse(response, dialect, { ...badRequest(`Not allowed to ${method}`), status: 405 });
      return;
    }
    const given = dialect.keyIn(headers);
    if (key !== null && given !== key) {
      refuse(response, dialect, dialect.noKey(given));
      return;
    }
    const missing = dialect.headerFault(headers);
    if (missing) {
      offences.push(missing.message);
      refuse(response, dialect, missing);
      return;
    }
    if (route.kind === 'models') sendJson(response, 200, dialect.models(models));
    else await hear(request, response, route, entry);
  }

  async function hear(request: Request, response: Response, route: Route, entry: Seen): Promise<void> {
    if (request.headers['content-type']?.split(';')[0] !== 'application/json') {
      refuse(response, dialect, badRequest('Expected Content-Type: application/json'));
      return;
    }
    entry.body = await bodyOf(request);
    const read = dialect.read(entry.body, route);
    if (!read.ok) {
      offences.push(read.refusal.message);
      refuse(response, dialect, read.refusal);
      return;
    }
    const { question } = read;
    if (!models.includes(question.model)) {
      refuse(response, dialect, dialect.noModel(question.model));
      return;
    }
    entry.marker = marker.exec(question.text)?.[0] ?? '';
    counts.set(entry.marker, (counts.get(entry.marker) ?? 0) + 1);
    const noRoom = ollama && refusalOf(ollama, question);
    if (noRoom) {
      refuse(response, dialect, noRoom);
      return;
    }
    const unwanted = question.uses.find((each) => refuses.includes(each));
    if (unwanted) refuse(response, dialect, dialect.refuses(unwanted));
    else await work(question, entry.marker, response);
  }

  async function work(question: Question, name: string, response: Response): Promise<void> {
    now += 1;
    most = Math.max(most, now);
    const gone = new Promise<void>((done) => response.once('close', () => done()));
    let working = true;
    const end = () => {
      if (working) now -= 1;
      working = false;
    };
    void gone.then(end);
    const fault = (scripted.length > 0 ? scripted.shift() : decide?.(question, name)) ?? null;
    if (fault?.kind === 'hang') {
      hanging += 1;
      void gone.then(() => (hanging -= 1));
      return;
    }
    if (fault?.kind === 'flood') {
      hanging += 1;
      void gone.then(() => (hanging -= 1));
    }
    await gate.pass(gone);
    if (latency > 0) await Promise.race([gone, new Promise((done) => setTimeout(done, latency))]);
    answered += 1;
    await answer(response, question, { dialect, number: answered, fault });
    // Not only when the connection says so: the client may have its answer, and ask again, before that.
    end();
  }

  function preflight(request: Request, response: Response): void {
    const asked = request.headers['access-control-request-headers'] ?? '';
    const stray = asked
      .split(',')
      .map((name) => name.trim())
      .find((name) => name !== '' && !dialect.headers.includes(name));
    if (stray !== undefined) offences.push(`a preflight asks for the header ${stray}`);
    if (cors) {
      response.setHeader('Access-Control-Allow-Headers', dialect.headers.join(', '));
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
      response.setHeader('Access-Control-Max-Age', '600');
    }
    response.statusCode = 204;
    response.end();
  }

  return {
    baseUrl: origin + dialect.base,
    origin,
    host,
    seen,
    counts,
    offences,
    inFlight: () => ({ now, most, hanging }),
    setLatency: (milliseconds) => (latency = milliseconds),
    setCors: (allowed) => (cors = allowed),
    hold: () => gate.close(),
    letGo: (count) => gate.letGo(count),
    script: (...faults) => scripted.push(...faults),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function bodyOf(request: Request): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
