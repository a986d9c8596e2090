import { promptAsText } from '../core/prompt/render';
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

  get request(): JudgeRequest | null {
    return this.#pending?.request ?? null;
  }
  /** What to carry to the chat: the prompt, or on a second try what was wrong with the reply. */
  get textToCarry(): string {
    const request = this.#pending?.request;
    if (!request) return '';
    return request.previous?.problem ?? promptAsText(request.prompt);
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
        reject(new DOMException('The run was cancelled.', 'AbortError'));
      };
      request.signal.addEventListener('abort', giveUp, { once: true });
      this.#pending = {
        request,
        settle: (reply) => {
          request.signal.removeEventListener('abort', giveUp);
          this.#pending = null;
          resolve(reply);
        },
      };
    });

  answer(text: string, unnamed: string): void {
    this.#pending?.settle({ text, model: this.#model.trim() || unnamed });
  }
  decline(): void {
    this.#pending?.settle(null);
  }
}
