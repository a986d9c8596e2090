import { z } from 'zod';
import { badRequest, parseJson, tokens, wordsOf, type Question, type Refusal } from './dialect';

/** An Ollama to play. What it holds may change while it runs, as a server that is started anew. */
export interface Ollama {
  context: number;
  /** What a question that does not fit leaves: half of the context, the whole of it, or a refusal. */
  cuts: 'to-half' | 'to-all' | 'nothing';
  /** Whether the model is in memory. It is after the first question. */
  loaded: boolean;
  /** False for one that does not say how much context a model was loaded with. */
  tellsContext?: boolean;
  /** The context with which someone else loaded the model. The next question that asks for none loads it anew. */
  loadedElsewhere?: number;
  /** True while it takes no question to be counted. */
  busy?: boolean;
  /** True behind a proxy that lets through what it shares with other servers, and nothing else. */
  hidden?: boolean;
}

/** Tokens that are left of a question, and counted. */
export function readBy({ context, cuts }: Ollama, prompt: number): number {
  if (prompt <= context) return prompt;
  return cuts === 'to-half' ? context / 2 + 2 : context;
}

/** What it says to a question that it neither takes nor cuts. */
export function refusalOf(ollama: Ollama, question: Question): Refusal | null {
  load(ollama);
  const { prompt } = tokens(question, 1, '');
  return ollama.cuts === 'nothing' && prompt > ollama.context ? noRoom(ollama, prompt) : null;
}

function load(ollama: Ollama): void {
  ollama.loaded = true;
  delete ollama.loadedElsewhere;
}

function noRoom({ context }: Ollama, prompt: number): Refusal {
  const message = `request (${prompt} tokens) exceeds the available context size (${context} tokens), try increasing it`;
  return badRequest(JSON.stringify({ error: { code: 400, message, type: 'exceed_context_size_error' } }));
}

const tooMany = 'server busy, please try again.  maximum pending requests exceeded';
const messages = z.array(z.strictObject({ role: z.string(), content: z.string() })).min(1);
const chatSchema = z.strictObject({
  model: z.string(),
  messages,
  stream: z.literal(false),
  truncate: z.literal(false),
  shift: z.literal(false),
  options: z.strictObject({ num_predict: z.literal(1) }),
});
const loadSchema = z.strictObject({ model: z.string(), stream: z.literal(false) });

interface Call {
  method: string;
  path: string;
  body: string;
  models: readonly string[];
}
interface Told {
  status: number;
  json: unknown;
  offence?: string;
}

/** Its own interface, as far as Assay has a use for it. */
export function answerNative(ollama: Ollama, { method, path, body, models }: Call): Told {
  const { tellsContext = true } = ollama;
  const context = ollama.loadedElsewhere ?? ollama.context;
  if (ollama.hidden) return { status: 404, json: { error: 'not found' } };
  const running = models.map((name) => ({
    name,
    model: name,
    ...(tellsContext && { context_length: context }),
  }));
  switch (`${method} ${path}`) {
    case 'GET /api/ps':
      return { status: 200, json: { models: ollama.loaded ? running : [] } };
    case 'POST /api/generate': {
      const read = loadSchema.safeParse(parseJson(body)?.json);
      if (!read.success) return offended(path, read.error.message);
      if (!models.includes(read.data.model)) return noModel(read.data.model);
      load(ollama);
      return { status: 200, json: { model: read.data.model, response: '', done: true, done_reason: 'load' } };
    }
    case 'POST /api/chat': {
      const read = chatSchema.safeParse(parseJson(body)?.json);
      if (!read.success) return offended(path, read.error.message);
      if (!models.includes(read.data.model)) return noModel(read.data.model);
      if (ollama.busy) return { status: 503, json: { error: tooMany } };
      load(ollama);
      return counted(ollama, wordsOf(read.data.messages.map(({ content }) => content)).characters);
    }
    default:
      return {
        status: 404,
        json: { error: 'not found' },
        offence: `${method} ${path} is not known to Ollama`,
      };
  }
}

/** Since 0.12.6 it can be told not to cut. */
function counted(ollama: Ollama, characters: number): Told {
  const prompt = Math.ceil(characters / 4);
  const obeys = ollama.cuts !== 'to-all';
  if (obeys && prompt > ollama.context)
    return { status: 400, json: { error: noRoom(ollama, prompt).message } };
  const json = {
    done: true,
    done_reason: 'length',
    prompt_eval_count: readBy(ollama, prompt),
    eval_count: 1,
  };
  return { status: 200, json };
}

function noModel(model: string): Told {
  return { status: 404, json: { error: `model '${model}' not found` } };
}

function offended(path: string, why: string): Told {
  return { status: 400, json: { error: why }, offence: `${path}: ${why}` };
}
