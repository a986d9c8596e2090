import type { Answer } from '../in-tab/messages';
import { openWebLlm } from './web-llm-engine';
import type { WebllmOrder } from './open-engine';
import { WebllmSession } from './web-llm-session';

const session = new WebllmSession((answer: Answer) => postMessage(answer), openWebLlm);

addEventListener('message', ({ data }: MessageEvent<WebllmOrder>) => {
  void session.take(data);
});
