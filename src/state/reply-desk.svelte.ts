import { promptAsText } from '../core/prompt/prompt-as-text';
import type { FetchReply } from '../judges/pasted/pasted-judge';
import type { JudgeRequest } from '../judges/judge';

interface Pending {
  request: JudgeRequest;
  settle: (reply: { text: string; model: string } | null) => void;
}

/** Where a person who carries prompts by hand picks one up and leaves the reply. One case at a time. */
export class ReplyDesk {
  #pending = $state.raw<Pending | null>(null);
  #model = $state('');
  #draft = $state('');
  #lastReply = '';

  get request(): JudgeRequest | null {
    return this.#pending?.request ?? null;
  }
  /** What to carry to the chat. */
  get promptText(): string {
    const request = this.#pending?.request;
    return request ? promptAsText(request.prompt) : '';
  }
  /** On a second try: what to tell the chat about its reply. */
  get correction(): string | null {
    return this.#pending?.request.previous?.problem ?? null;
  }
  /** What was pasted so far. It stays until it is used or the run is given up. */
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
      const giveUp = () => {
        this.#pending = null;
        this.#draft = '';
        reject(new DOMException('The run was cancelled.', 'AbortError'));
      };
      request.signal.addEventListener('abort', giveUp, { once: true });
      // A refused reply stays to be mended; the next case starts empty.
      this.#draft = request.previous === undefined ? '' : this.#lastReply;
      this.#pending = {
        request,
        settle: (reply) => {
          request.signal.removeEventListener('abort', giveUp);
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
