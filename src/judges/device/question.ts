import { causeInEnglish } from '../../i18n/en/causes';
import type { Cause } from '../../judgement/cause';
import type {
  ComingQuestion,
  JudgeFailure,
  JudgeReply,
  JudgeRequest,
  Misfit,
  ModelJudge,
} from '../../judgement/judge';
import { parseJson, type Json } from '../../kit/json';
import type { OutputSchema } from '../../rubric/output-schema';
import type { DeviceProblem, Fit, JudgeChoices } from './device';
import type { ChatMessage } from './messages';

const textTokens = 160;
const listItems = 3;
const leastRoom = 512;
const mostRoom = 4096;

/** Tokens to keep free for a reply: room for a rationale in every text, on the generous side. */
export function roomFor({ exact, shape }: Pick<ComingQuestion, 'exact' | 'shape'>): number {
  return Math.min(mostRoom, Math.max(leastRoom, Math.ceil(tokensOf(exact ?? shape))));
}

function tokensOf(schema: OutputSchema): number {
  if ('anyOf' in schema) return Math.max(...schema.anyOf.map(tokensOf));
  switch (schema.type) {
    case 'object':
      return sum(
        Object.entries(schema.properties).map(([key, value]) => key.length / 3 + 4 + tokensOf(value)),
      );
    case 'array':
      if ('prefixItems' in schema) return sum(schema.prefixItems.map(tokensOf)) + 2;
      return 2 + Math.max(listItems, schema.minItems ?? 0) * tokensOf(schema.items);
    case 'string':
      return schema.enum ? Math.max(...schema.enum.map((text) => text.length)) / 2 + 2 : textTokens;
    default:
      return 4;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The rubric's part comes first and alone, so that it is the same for every case and is read once. */
export function messagesOf({ prompt, previous }: Pick<JudgeRequest, 'prompt' | 'previous'>): ChatMessage[] {
  return [
    { role: 'system', content: prompt.shared },
    { role: 'user', content: prompt.own },
    ...(previous
      ? [
          { role: 'assistant' as const, content: previous.text },
          { role: 'user' as const, content: previous.problem },
        ]
      : []),
  ];
}

/** What the model's own format puts around the messages, at most. */
const formatTokens = 64;

/** No tokenizer makes more tokens than the text has bytes. */
export function mostTokensOf(messages: readonly ChatMessage[]): number {
  const encoder = new TextEncoder();
  return formatTokens + sum(messages.map(({ content }) => encoder.encode(content).length));
}

interface Counting {
  context: number;
  sharedTokens: number;
  count: (question: ComingQuestion) => Promise<number>;
  signal: AbortSignal;
  onCount?: ((counted: number, of: number) => void) | undefined;
}
interface Counted {
  question: number;
  tokens: number;
  reply: number;
}
export interface CountedQuestions {
  counted: Counted[];
  /** Tokens that are enough for each of the others, with its reply. */
  bound: number;
}

/** Counts the questions that may not fit. Of the others each byte is taken for a token: counting them all would take too long. */
export async function countQuestions(
  all: readonly ComingQuestion[],
  { context, sharedTokens, count, signal, onCount }: Counting,
): Promise<CountedQuestions> {
  const sizes = all.map((asked, question) => {
    const [, ...own] = messagesOf(asked);
    const reply = roomFor(asked);
    return { asked, question, reply, most: sharedTokens + mostTokensOf(own) + reply };
  });
  const doubtful = sizes.filter(({ most }) => most > context);
  const counted: Counted[] = [];
  for (const { asked, question, reply } of doubtful) {
    onCount?.(counted.length, doubtful.length);
    const tokens = await count(asked);
    signal.throwIfAborted();
    counted.push({ question, tokens, reply });
  }
  return { counted, bound: largest(sizes.map(({ most }) => (most > context ? 0 : most))) };
}

export function fitOf(
  all: readonly ComingQuestion[],
  { counted, bound }: CountedQuestions,
  context: number,
): { fit: Fit & { needs: number }; misfits: Misfit[] } {
  const takes = ({ tokens, reply }: Counted) => tokens + reply;
  const rows = (questions: readonly number[]) =>
    new Set(questions.map((question) => all[question]?.row ?? question)).size;
  const misfits = counted.filter((each) => takes(each) > context).map((each) => ({ ...each, context }));
  const fitting = counted.filter((each) => takes(each) <= context);
  const [longest] = counted.toSorted((a, b) => takes(b) - takes(a));
  const fit = {
    cases: rows(all.map((_, question) => question)),
    tooLong: rows(misfits.map(({ question }) => question)),
    longest: longest?.tokens ?? 0,
    reply: longest?.reply ?? 0,
    needs: Math.max(bound, largest(fitting.map(takes))),
  };
  return { fit, misfits };
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

export function failureBy(reason: JudgeFailure['reason'], cause: Cause): JudgeFailure {
  return { reason, detail: causeInEnglish(cause), causes: [cause] };
}

export function withoutRoom(tokens: number, reply: number, context: number): JudgeFailure {
  return failureBy('too-long', { code: 'no-room', tokens, reply, context });
}

/** A reply can be complete when the limit is met. */
export function isWhole(text: string): boolean {
  return parseJson(text) !== undefined;
}

/** How often a case is put to a new engine after the one before broke on it. */
const mostRevivals = 2;

interface DeviceModel {
  name: string;
  parameters: Record<string, Json>;
  explain: JudgeChoices['explain'];
  makeRoom: (
    all: ComingQuestion[],
    signal: AbortSignal,
    onCount?: (counted: number, of: number) => void,
  ) => Promise<Misfit[]>;
  /** Before each try. Rejects where the model cannot be asked at all. */
  ready: () => Promise<void>;
  tryOnce: (request: JudgeRequest) => Promise<JudgeReply | JudgeFailure>;
  /** What broke. Throws what is a bug. */
  problemOf: (error: unknown) => DeviceProblem;
  isWorthAgain: (problem: DeviceProblem, request: JudgeRequest) => boolean;
}

/** The judge of one run. A case that breaks an engine goes to another; where none starts, it goes back to the queue. */
export function deviceModelJudge(model: DeviceModel): ModelJudge {
  const { name, parameters, problemOf } = model;
  /** Cases in a row that no engine survived. One may be the case's own doing, two are not. */
  let lostCases = 0;
  const failure = (problem: DeviceProblem, putBack: boolean): JudgeFailure => ({
    reason: 'failed',
    detail: model.explain(problem),
    ...(putBack && { putBack }),
  });
  return {
    kind: 'model',
    id: 'device',
    ownPace: true,
    describe: () => ({ model: name, parameters }),
    async prepare(questions, signal, onCount) {
      try {
        const misfits = await model.makeRoom([...questions], signal, onCount);
        return misfits.length > 0 ? { misfits } : null;
      } catch (error) {
        signal.throwIfAborted();
        return { problem: model.explain(problemOf(error)) };
      }
    },
    async ask(request) {
      let problem: DeviceProblem = { fault: 'crash', said: '' };
      for (let revivals = 0; revivals <= mostRevivals; revivals += 1) {
        try {
          await model.ready();
        } catch (error) {
          return failure(problemOf(error), true);
        }
        try {
          const outcome = await model.tryOnce(request);
          lostCases = 0;
          return outcome;
        } catch (error) {
          request.signal.throwIfAborted();
          problem = problemOf(error);
          if (!model.isWorthAgain(problem, request)) break;
        }
      }
      lostCases += 1;
      return failure(problem, lostCases > 1);
    },
  };
}
