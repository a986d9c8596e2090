import { answerSchema } from './answer-schema';
import type { Choice, Dialect, Question, Refusal } from './dialect';
import { floods, type Fault } from './faults';
import {
  breakOff,
  eventStream,
  flood,
  send,
  sendCut,
  sendInPieces,
  sendJson,
  type Response,
} from './respond';
import { isRecord } from './strict-schema';

interface Circumstances {
  dialect: Dialect;
  /** Counts the answers. */
  number: number;
  fault: Fault | null;
}

/** Answers a well-formed question, well or as the fault says. */
export async function answer(response: Response, question: Question, given: Circumstances): Promise<void> {
  const { dialect, fault } = given;
  switch (fault?.kind) {
    case 'status':
      if (fault.retryAfter !== undefined) response.setHeader('Retry-After', fault.retryAfter);
      if (fault.hideRetryAfter !== true) response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      refuse(response, dialect, {
        status: fault.status,
        message: fault.message ?? `The server answers ${fault.status}.`,
        code: fault.code ?? null,
        param: null,
      });
      return;
    case 'error-body':
      sendJson(response, fault.status, fault.body);
      return;
    case 'html': {
      const page = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>';
      send(response, fault.status, 'text/html', page);
      return;
    }
    case 'redirect':
      response.setHeader('Location', fault.to);
      send(response, 307, 'text/plain', '');
      return;
    case 'flood': {
      const type = fault.as === 'json' ? 'application/json' : 'text/event-stream';
      await flood(response, floods[fault.as], { ...fault, type });
      return;
    }
    case 'hang':
      throw new Error('A hanging request is never answered.');
    default:
      await (question.stream ? streamReply : sendReply)(response, question, given);
  }
}

export function refuse(response: Response, dialect: Dialect, refusal: Refusal): void {
  sendJson(response, refusal.status, dialect.error(refusal));
}

async function sendReply(
  response: Response,
  question: Question,
  { dialect, number, fault }: Circumstances,
): Promise<void> {
  const text = JSON.stringify(dialect.reply(question, number, choiceOf(question, fault)));
  const type = 'application/json';
  switch (fault?.kind) {
    case 'malformed':
      send(response, 200, type, text.slice(0, text.length / 2));
      return;
    case 'cut':
      sendCut(response, text, fault.by);
      return;
    case 'reset':
      await sendInPieces(response, text.slice(0, 20), { type });
      breakOff(response);
      return;
    case 'content-type':
      send(response, 200, fault.type, text);
      return;
    case 'drip':
      await sendInPieces(response, text, { type, milliseconds: fault.milliseconds });
      response.end();
      return;
    default:
      send(response, 200, type, text);
  }
}

async function streamReply(
  response: Response,
  question: Question,
  { dialect, number, fault }: Circumstances,
): Promise<void> {
  const events = dialect.events(question, number, choiceOf(question, fault));
  const half = events.slice(0, events.length / 2);
  const type = fault?.kind === 'content-type' ? fault.type : 'text/event-stream; charset=utf-8';
  const milliseconds = fault?.kind === 'drip' ? fault.milliseconds : 0;
  await sendInPieces(response, eventStream(eventsOf()), { type, milliseconds });
  if (fault?.kind === 'reset') breakOff(response);
  else response.end();

  function eventsOf(): string[] {
    switch (fault?.kind) {
      case 'reset':
      case 'cut':
      case 'malformed':
        return half;
      case 'broken-event':
        return [...half, 'data: {"half": ', ...events.slice(half.length)];
      case 'stream-error': {
        const refusal = { status: 500, message: fault.message, code: null, param: null };
        return [...half, `data: ${JSON.stringify(dialect.error(refusal))}`];
      }
      default:
        return events;
    }
  }
}

function choiceOf(question: Question, fault: Fault | null): Choice {
  const good = () => JSON.stringify(answerSchema(question.schema ?? schemaInWords(question.shared)));
  switch (fault?.kind) {
    case 'content':
      return {
        content: fault.content,
        end: fault.finish === undefined ? 'complete' : { word: fault.finish },
      };
    case 'cut-off':
      return { content: good().slice(0, -5), end: 'length' };
    case 'refusal':
      return { content: fault.words, end: 'refused' };
    case 'content-filter':
      return { content: '', end: 'filtered' };
    case 'tool-call':
      return { content: '', end: 'tool-call' };
    case 'no-choices':
      return null;
    default:
      return { content: good(), end: 'complete' };
  }
}

/** A question that no schema binds has one in its words: the last line that is one, since a rubric may quote others. */
function schemaInWords(shared: string): unknown {
  for (const line of shared
    .split('\n')
    .toReversed()
    .filter((each) => each.startsWith('{'))) {
    try {
      const json: unknown = JSON.parse(line);
      if (isRecord(json) && json['type'] === 'object') return json;
    } catch {
      continue;
    }
  }
  throw new Error('Expected a schema in the words of a question that has none of its own.');
}
