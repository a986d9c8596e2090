import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';

export interface Question {
  model: string;
  shared: string;
  /** Everything that is said in it, a part a line; and how many characters that are. */
  text: string;
  characters: number;
  /** The schema that binds the reply; null where there is none. */
  schema: unknown;
  stream: boolean;
  /** What else it asks for, of what a model may refuse. */
  uses: readonly Refusable[];
  /** Whether it must be told of the tokens at the end of a stream. */
  countStream?: boolean;
}

const refusable = ['schema', 'json', 'temperature', 'seed', 'stream', 'stream-count'] as const;
/** What a server can be told not to take, as some models do not. */
export type Refusable = (typeof refusable)[number];

/** An error, before it is put in a format. */
export interface Refusal {
  status: number;
  message: string;
  code: string | null;
  param: string | null;
}

export type End = 'complete' | 'length' | 'refused' | 'filtered' | 'tool-call' | { word: string };
/** What the model says, before it is put in a format; null: a reply without any answer in it. */
export type Choice = { content: string; end: End } | null;

export interface Route {
  kind: 'question' | 'models';
  /** Where the path names them. */
  model?: string;
  stream?: boolean;
}

export type Read = { ok: true; question: Question } | { ok: false; refusal: Refusal };

/** How one provider speaks, and what it refuses to hear. */
export interface Dialect {
  /** What stands before the paths, as base URLs have it. */
  base: string;
  /** The headers that a page may send. */
  headers: readonly string[];
  /** The path is below the base. Null: there is no such path. */
  route(path: string): Route | null;
  keyIn(headers: IncomingHttpHeaders): string | undefined;
  /** What is missing among the headers, the key apart. */
  headerFault(headers: IncomingHttpHeaders): Refusal | null;
  read(body: string, route: Route): Read;
  reply(question: Question, number: number, choice: Choice): unknown;
  /** The events of a stream, without the empty lines between them. */
  events(question: Question, number: number, choice: Choice): string[];
  error(refusal: Refusal): unknown;
  models(ids: readonly string[]): unknown;
  noKey(given: string | undefined): Refusal;
  noModel(model: string): Refusal;
  /** How it says that a model does not take something. */
  refuses(what: Refusable): Refusal;
}

/** How a format says that a request is wrong; `usual` is its own word for most of it. */
export function refusals(usual: string) {
  const failed = (message: string, status = 400, code = usual): Refusal => ({
    ...badRequest(message, null, code),
    status,
  });
  return { failed, refuse: (message: string): Read => ({ ok: false, refusal: failed(message) }) };
}

/** A body as the format has it, or what the format says of one that is otherwise. */
export function readBody<T>(
  body: string,
  schema: z.ZodType<T>,
  say: {
    notJson: string;
    unknownField: (at: string, field: string) => string;
    wrong: (at: string, why: string) => string;
  },
): { ok: true; request: T } | { ok: false; message: string } {
  const parsed = parseJson(body);
  if (!parsed) return { ok: false, message: say.notJson };
  const read = schema.safeParse(parsed.json);
  if (read.success) return { ok: true, request: read.data };
  const [issue] = read.error.issues;
  const at = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    return { ok: false, message: say.unknownField(at, issue.keys[0] ?? '') };
  return { ok: false, message: say.wrong(at, issue?.message ?? '') };
}

export function wordOf(
  status: number,
  words: Readonly<Partial<Record<number, string>>>,
  { server, request }: { server: string; request: string },
): string {
  return words[status] ?? (status >= 500 ? server : request);
}

/** A quarter of the characters; a shared part is put into the cache by the first answer, and read from it by all others. */
export function tokens({ characters, shared }: Question, number: number, content: string) {
  const prompt = Math.ceil(characters / 4);
  const shareable = Math.floor(shared.length / 4);
  const [written, cached] = number === 1 ? [shareable, 0] : [0, shareable];
  return { prompt, cached, written, reply: Math.ceil(content.length / 4) };
}

export function wordsOf(parts: readonly string[]): Pick<Question, 'text' | 'characters'> {
  return { text: parts.join('\n'), characters: parts.reduce((sum, part) => sum + part.length, 0) };
}

/** Small pieces of a text; no character is cut. */
export function pieces(text: string): string[] {
  return Array.from({ length: Math.ceil([...text].length / 5) }, (_, index) =>
    [...text].slice(index * 5, index * 5 + 5).join(''),
  );
}

export function badRequest(
  message: string,
  param: string | null = null,
  code: string | null = null,
): Refusal {
  return { status: 400, message, code, param };
}

export function usesOf(asked: Partial<Record<Refusable, boolean>>): Refusable[] {
  return refusable.filter((name) => asked[name]);
}

export function parseJson(body: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(body) };
  } catch {
    return null;
  }
}
