import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { answerSchema } from './answer-schema';
import { completion } from './completion';
import type { Fault } from './faults';
import type { ChatRequest, Refusal } from './strict-request';

export type Request = IncomingMessage | Http2ServerRequest;
export type Response = ServerResponse | Http2ServerResponse;

/** Answers a well-formed question, well or as the fault says. `number` counts the answers. */
export function answer(
  response: Response,
  request: ChatRequest,
  { number, fault }: { number: number; fault: Fault | null },
): void {
  const good = () => JSON.stringify(answerSchema(request.response_format.json_schema.schema));
  const say = (choice: Parameters<typeof completion>[2]) =>
    sendJson(response, 200, completion(request, number, choice));
  switch (fault?.kind) {
    case undefined:
      say({ content: good(), finish: 'stop' });
      return;
    case 'content':
      say({ content: fault.content, finish: fault.finish ?? 'stop' });
      return;
    case 'cut-off':
      say({ content: good().slice(0, -5), finish: 'length' });
      return;
    case 'refusal':
      say({ content: null, refusal: fault.words, finish: 'stop' });
      return;
    case 'content-filter':
      say({ content: null, finish: 'content_filter' });
      return;
    case 'tool-call': {
      const call = { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{}' } };
      say({ content: null, finish: 'tool_calls', toolCalls: [call] });
      return;
    }
    case 'no-choices':
      say(null);
      return;
    case 'status':
      if (fault.retryAfter !== undefined) response.setHeader('Retry-After', fault.retryAfter);
      if (fault.hideRetryAfter !== true) response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
      refuse(response, {
        status: fault.status,
        message: fault.message ?? `The server answers ${fault.status}.`,
        code: fault.code ?? null,
        param: null,
      });
      return;
    case 'html':
      send(
        response,
        fault.status,
        'text/html',
        '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>',
      );
      return;
    case 'redirect':
      response.setHeader('Location', fault.to);
      send(response, 307, 'text/plain', '');
      return;
    case 'malformed':
      send(response, 200, 'application/json', '{"choices": [{"message": {"content": "{');
      return;
    case 'reset':
      breakOff(response);
      return;
    case 'hang':
      throw new Error('A hanging request is never answered.');
  }
}

export function refuse(response: Response, { status, message, code, param }: Refusal): void {
  sendJson(response, status, { error: { message, type: 'invalid_request_error', param, code } });
}

function sendJson(response: Response, status: number, value: unknown): void {
  send(response, status, 'application/json', JSON.stringify(value));
}

function send(response: Response, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.end(text);
}

function breakOff(response: Response): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'application/json');
  const half = '{"choices": [';
  if (response instanceof Http2ServerResponse) {
    response.write(half, () => {
      response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    });
  } else {
    response.write(half, () => {
      response.destroy();
    });
  }
}
