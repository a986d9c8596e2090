import type { Answer, LlamaLoad, Order } from '../messages';
import { LlamaSession } from './llama-session';

const session = new LlamaSession((answer: Answer) => postMessage(answer));

addEventListener('message', ({ data }: MessageEvent<Order<LlamaLoad>>) => {
  void session.take(data);
});

/** Lets this worker start further workers from blobs, by plain addresses. Self-contained: its source goes into those workers too. */
function allowBlobWorkers(): void {
  const scope: { trustedTypes?: Window['trustedTypes'] } = self;
  scope.trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (!address.startsWith('blob:')) throw new Error(`Expected a worker from a blob, got ${address}.`);
      return address;
    },
  });
}

// wllama starts a worker from a blob, which starts one per thread in the same way. The page's policy holds in each of them and
// refuses plain addresses, so the scripts of the workers that start here begin with the rule that allows blobs.
allowBlobWorkers();
const createObjectURL = URL.createObjectURL.bind(URL);
URL.createObjectURL = (made: Blob) =>
  createObjectURL(
    made.type === 'text/javascript'
      ? new Blob([`(${allowBlobWorkers.toString()})();`, made], { type: made.type })
      : made,
  );
