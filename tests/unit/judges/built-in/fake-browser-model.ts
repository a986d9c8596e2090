import type {
  BuiltInApi,
  BuiltInSession,
  PromptOptions,
} from '../../../../src/judges/built-in/language-model';
import type { ChatMessage } from '../../../../src/judges/in-tab/messages';

type Says = (input: ChatMessage[], options: PromptOptions | undefined, asked: number) => string[] | Error;

/** A browser's model in which a character is a token, and which says what it is told to. */
export class FakeBrowserModel implements BuiltInApi {
  readonly made: { languages: string[]; shared: string; samplingMode: string | undefined }[] = [];
  asked = 0;
  open = 0;
  window = 4000;
  streams = true;
  availability: (options?: { expectedOutputs?: { languages: string[] }[] }) => Promise<unknown> = () =>
    Promise.resolve('available');
  says: Says = () => ['{"score":', '3}'];

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
    const length = (input: ChatMessage[]) => input.reduce((sum, { content }) => sum + content.length, 0);
    const answer = (input: ChatMessage[], options?: PromptOptions) => {
      this.asked += 1;
      const said = this.says(input, options, this.asked);
      if (said instanceof Error) throw said;
      session.contextUsage = used + length(input) + said.join('').length;
      return said;
    };
    const session: BuiltInSession = {
      contextUsage: used,
      contextWindow: this.window,
      measureContextUsage: (input) => Promise.resolve(length(input)),
      clone: () => Promise.resolve(this.#session(used)),
      destroy: () => {
        this.open -= 1;
      },
      prompt: (input, options) => Promise.resolve().then(() => answer(input, options).join('')),
      ...(this.streams
        ? {
            promptStreaming: (input: ChatMessage[], options?: PromptOptions) =>
              new ReadableStream<string>({
                start: (controller) => {
                  try {
                    for (const piece of answer(input, options)) controller.enqueue(piece);
                    controller.close();
                  } catch (error) {
                    controller.error(error);
                  }
                },
              }),
          }
        : {}),
    };
    return session;
  }
}
