import { LlamaSession } from './llama-session';
import type { Answer, Order } from './messages';

const session = new LlamaSession((answer: Answer) => postMessage(answer));

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  void session.take(data);
});
