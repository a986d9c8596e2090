import type { JudgeReply, ModelJudge } from '../../../src/judges/judge';

/** Answers when it is told to, and counts how often it is asked for room. */
export class SlowJudge {
  readonly judge: ModelJudge;
  looked = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(id: string) {
    const text = JSON.stringify({ quality: { rationale: 'fine', score: 4 } });
    const reply: JudgeReply = { text, stop: 'complete', model: id, parameters: {} };
    this.judge = {
      kind: 'model',
      id,
      describe: () => ({ model: id, parameters: {} }),
      ask: () => new Promise((resolve) => this.#waiting.push(() => resolve(reply))),
      prepare: () => {
        this.looked += 1;
        return Promise.resolve({ misfits: [] });
      },
    };
  }
  get asked(): number {
    return this.#waiting.length;
  }
  answer(): void {
    this.#waiting.shift()?.();
  }
}
