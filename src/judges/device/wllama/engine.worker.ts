import type { Answer, LlamaLoad, Order } from '../messages';
import { LlamaSession } from './llama-session';

const session = new LlamaSession((answer: Answer) => postMessage(answer));

addEventListener('message', ({ data }: MessageEvent<Order<LlamaLoad>>) => {
  void session.take(data);
});

// wllama starts a worker of its own from a blob, by a plain address. The page's policy holds here too and refuses any other.
const scope: { trustedTypes?: Window['trustedTypes'] } = self;
scope.trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    if (!address.startsWith('blob:')) throw new Error(`Expected a worker from a blob, got ${address}.`);
    return address;
  },
});
