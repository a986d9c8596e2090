import type {
  BuiltInApi,
  BuiltInSession,
  PromptOptions,
} from '../../../../../src/judges/device/built-in/language-model';
import type { ChatMessage } from '../../../../../src/judges/device/messages';

type Says = (
  input: ChatMessage[],
  options: PromptOptions | undefined,
  asked: number,
) => string[] | Error | null;

/** A browser's model in which a character is a token, and which says what it is told to; null: nothing, for ever. */
export class FakeBrowserModel implements BuiltInApi {
  readonly made: { languages: string[]; shared: string; samplingMode: string | undefined }[] = [];
  asked = 0;
  /** Conversations that take memory, and those that were ended. */
  open = 0;
  ended = 0;
  window = 4000;
  availability: (options?: { expectedOutputs?: { languages: string[] }[] }) => Promise<unknown> = () =>
    Promise.resolve('available');
  says: Says = () => ['{"score":', '3}'];
  count: (length: number) => Promise<number> = (length) => Promise.resolve(length);

  create: BuiltInApi['create'] = (options = {}) => {
    options.signal?.throwIfAborted();
    const shared = options.initialPrompts?.map(({ content }) => content).join('') ?? '';
    this.made.push({
      languages: options.expectedOutputs?.flatMap(({ languages }) => languages) ?? [],
      shared,
      samplingMode: options.samplingMode,
    });
    options.monitor?.({ addEventListener: (_, heard) => heard({ loaded: 0.5 }) });
    return Promise.resolve(this.#session(shared.length));
  };

  #session(used: number): BuiltInSession {
    this.open += 1;
    let destroyed = false;
    const length = (input: ChatMessage[]) => input.reduce((sum, { content }) => sum + content.length, 0);
    const answer = (input: ChatMessage[], options?: PromptOptions) => {
      this.asked += 1;
      const said = this.says(input, options, this.asked);
      if (said instanceof Error) throw said;
      if (!said) return null;
      session.contextUsage = used + length(input) + said.join('').length;
      return said;
    };
    const session: BuiltInSession = {
      contextUsage: used,
      contextWindow: this.window,
      measureContextUsage: (input) => this.count(length(input)),
      clone: () => Promise.resolve(this.#session(used)),
      destroy: () => {
        if (destroyed) return;
        destroyed = true;
        this.open -= 1;
        this.ended += 1;
      },
      promptStreaming: (input, options) =>
        new ReadableStream<string>({
          start: (controller) => {
            try {
              const said = answer(input, options);
              for (const piece of said ?? []) controller.enqueue(piece);
              if (said) controller.close();
            } catch (error) {
              controller.error(error);
            }
          },
        }),
    };
    return session;
  }
}
