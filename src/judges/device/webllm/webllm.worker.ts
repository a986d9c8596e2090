import { readKeptAddress } from '../files/mlc-model';
import { modelStorage } from '../files/storage.browser';
import type { Answer, Order, WebllmLoad } from '../messages';
import { openWebLlm } from './web-llm-engine.browser';
import { WebllmSession } from './web-llm-session';

const session = new WebllmSession((answer: Answer) => postMessage(answer), openWebLlm);

addEventListener('message', ({ data }: MessageEvent<Order<WebllmLoad>>) => {
  void session.take(data);
});

// WebLLM reads its files from a cache of the browser. Here it gets the page's own store for that, and can fetch nothing.
const cache = {
  async match({ url }: Request): Promise<Response | undefined> {
    const kept = readKeptAddress(url);
    const file = kept && (await modelStorage.file(kept.id, kept.name));
    return file ? new Response(file) : undefined;
  },
  add: ({ url }: Request) => Promise.reject(new Error(`Expected ${url} to be kept.`)),
  keys: () => Promise.resolve([]),
};
Object.defineProperty(self, 'caches', { value: { open: () => Promise.resolve(cache) } });
