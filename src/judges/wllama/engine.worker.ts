import type { Answer } from '../in-tab/messages';
import { LlamaSession, type LlamaOrder } from './llama-session';

const session = new LlamaSession((answer: Answer) => postMessage(answer));

addEventListener('message', ({ data }: MessageEvent<LlamaOrder>) => {
  void session.take(data);
});
