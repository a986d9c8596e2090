import { promptAsText } from '../../judgement/prompt/build-prompt';
import type { FetchReply } from './pasted-judge';
import type { JudgeRequest } from '../../judgement/judge';

interface Pending {
  request: JudgeRequest;
  settle: (reply: { text: string; model: string } | null) => void;
}

/** The prompt to copy and the reply to paste, one case at a time. */
export class PastedReplies {
  #pending = $state.raw<Pending | null>(null);
  #model = $state('');
  #draft = $state('');
  #lastReply = '';

  get request(): JudgeRequest | null {
    return this.#pending?.request ?? null;
  }
  get promptText(): string {
    const request = this.#pending?.request;
    return request ? promptAsText(request.prompt) : '';
  }
  /** On a second try: what was wrong with the reply. */
  get correction(): string | null {
    return this.#pending?.request.previous?.problem ?? null;
  }
  /** Stays until it is used or the run is cancelled. */
  get draft(): string {
    return this.#draft;
  }
  set draft(text: string) {
    this.#draft = text;
  }
  /** Remembered between cases: the same chat usually answers all of them. */
  get model(): string {
    return this.#model;
  }
  set model(name: string) {
    this.#model = name;
  }

  readonly fetchReply: FetchReply = (request) =>
    new Promise((resolve, reject) => {
      const cancel = () => {
        this.#pending = null;
        this.#draft = '';
        reject(new DOMException('The run was cancelled.', 'AbortError'));
      };
      request.signal.addEventListener('abort', cancel, { once: true });
      // A refused reply stays to be corrected; the next case starts empty.
      this.#draft = request.previous === undefined ? '' : this.#lastReply;
      this.#pending = {
        request,
        settle: (reply) => {
          request.signal.removeEventListener('abort', cancel);
          this.#pending = null;
          this.#lastReply = reply?.text ?? '';
          resolve(reply);
        },
      };
    });

  answer(): void {
    this.#pending?.settle({ text: this.#draft, model: this.#model.trim() });
  }
  decline(): void {
    this.#pending?.settle(null);
  }
}
