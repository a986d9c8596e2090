import type { JudgeRequest } from '../../judgement/judge';
import { promptAsText } from '../../judgement/prompt/build-prompt';
import type { FetchReply } from './pasted-judge';

/** The prompt to copy and the reply to paste, one case at a time. */
export class PastedReplies {
  request = $state.raw<JudgeRequest | null>(null);
  draft = $state('');
  /** Remembered between cases: the same chat usually answers all of them. */
  model = $state('');
  #lastReply = '';
  #offered = '';
  #settle: (reply: Awaited<ReturnType<FetchReply>>) => void = () => undefined;

  get promptText(): string {
    return this.request ? promptAsText(this.request.prompt) : '';
  }
  get correction(): string | null {
    return this.request?.previous?.problem ?? null;
  }

  /** The same text would be refused again. */
  get isRefused(): boolean {
    return this.correction !== null && this.draft.trim() === this.#lastReply.trim();
  }

  /** A reply that came before its question: it stands in the next dialog. */
  offer(text: string): void {
    this.#offered = text;
  }

  readonly fetchReply: FetchReply = (request) =>
    new Promise((resolve, reject) => {
      const cancel = () => {
        this.request = null;
        this.draft = '';
        reject(new DOMException('The run was cancelled.', 'AbortError'));
      };
      request.signal.addEventListener('abort', cancel, { once: true });
      // A refused reply stays to be corrected; the next case starts empty.
      this.draft = request.previous === undefined ? this.#offered : this.#lastReply;
      this.#offered = '';
      this.request = request;
      this.#settle = (reply) => {
        request.signal.removeEventListener('abort', cancel);
        this.request = null;
        this.#lastReply = reply?.text ?? '';
        resolve(reply);
      };
    });

  answer(): void {
    if (this.request) this.#settle({ text: this.draft, model: this.model.trim() });
  }
  decline(): void {
    if (this.request) this.#settle(null);
  }
}
