import { z } from '../kit/zod';
import { jsonSchema, type Json, type JsonObject } from '../kit/json';
import type { Cause } from './cause';
import type { ObjectSchema } from '../rubric/output-schema';
import type { Price } from './spending';
import type { Prompt } from './prompt/build-prompt';

export const stopReasonSchema = z.enum(['complete', 'length', 'refused', 'unknown']);
export type StopReason = z.infer<typeof stopReasonSchema>;

/** What the provider says it cost; `computed`, from the price that the person gave. */
export const costSchema = z.strictObject({
  amount: z.number(),
  currency: z.string(),
  computed: z.literal(true).optional(),
  /** The price of writing to the cache is not known: those tokens are counted as any others that are sent. */
  writesAsSent: z.literal(true).optional(),
  /** Tokens that the provider did not count are in it by our own estimate. */
  estimated: z.literal(true).optional(),
});

export const usageSchema = z.strictObject({
  promptTokens: z.int().optional(),
  cachedTokens: z.int().optional(),
  /** Of the prompt, what the provider put into its cache for later questions: some charge more for it. */
  writtenTokens: z.int().optional(),
  replyTokens: z.int().optional(),
  cost: costSchema.extend({ amount: z.number().min(0) }).optional(),
});
export type Usage = z.infer<typeof usageSchema>;

export const rawReplySchema = z.strictObject({
  text: z.string(),
  stop: stopReasonSchema,
  model: z.string(),
  usage: usageSchema.optional(),
  /** The context of the Ollama that answered, in tokens, where question and reply have filled it. */
  filled: z.int().optional(),
  parameters: z.record(z.string(), jsonSchema),
});
export type RawReply = z.infer<typeof rawReplySchema>;

/** A token that a model might have said in a place, and the logarithm of how likely it was. */
export interface TokenOption {
  text: string;
  logprob: number;
}
/** A place of a reply's text at which a number begins, and what else might have been said there. */
export interface NumberChoice {
  at: number;
  options: readonly TokenOption[];
  /** The logarithm of how likely any other token was at most: a runtime tells only the likeliest. */
  untold: number;
}

export const unscoredReasonSchema = z.enum([
  'skipped',
  'truncated',
  'refused',
  'unparseable',
  'invalid',
  'too-long',
  'timeout',
  'failed',
]);
export type UnscoredReason = z.infer<typeof unscoredReasonSchema>;

/** A raw reply, read. An expected failure is a value. `repairs` names what had to be mended to read it. */
export type ReadReply =
  | { ok: true; output: JsonObject; repairs: string[] }
  | { ok: false; reason: UnscoredReason; /** The causes in English. */ detail: string; causes: Cause[] };

/** `repairs`: what was done to the value to make it fit, in words. */
export type Validate = (
  value: unknown,
) => { ok: true; output: JsonObject; repairs?: string[] } | { ok: false; causes: Cause[] };

/** What a model backend is asked. It knows nothing of rubrics. */
export interface JudgeRequest {
  prompt: Prompt;
  /** The reply's shape in the portable dialect. */
  shape: ObjectSchema;
  /** The same with its bounds and fixed places, for a backend whose grammar knows them. */
  exact?: ObjectSchema;
  /** Set on the second and third try: the reply that was refused, and why. */
  previous?: { text: string; problem: string };
  /** Other for each sample of a case, the same whenever that sample is asked again. Sent where the backend takes one. */
  seed?: number;
  /** Receives the reply's text as it grows. A backend that cannot stream never calls it. No part of it is a reply. */
  onText?: (soFar: string) => void;
  /** Waited for before the question is sent once more. `first` is a wait before that: no time of the case, and no place is taken. */
  mayGoAgain?: (first?: () => Promise<void>) => Promise<void>;
  /** Called when a send failed and the question is sent once more: with what it took, null where no work was done. */
  onFailedSend?: (took: FailedSendUsage | null) => void;
  signal: AbortSignal;
}

/** Usage and partial text of a send that failed before its reply was complete. */
export interface FailedSendUsage {
  usage: Usage;
  text: string;
}

/** What a backend says, and where it can tell, what else it might have said in place of its numbers. That is used and not kept. */
export interface JudgeReply extends RawReply {
  choices?: readonly NumberChoice[];
}

/** An expected failure of a backend, as a value. A cancelled call rejects with the signal's reason instead. */
export interface JudgeFailure {
  reason: UnscoredReason;
  detail: string;
  /** The same as codes, where it has any: the page then says it in the reader's language. */
  causes?: Cause[];
  /** The backend can answer no case for now: this one goes back into the queue, and the run waits for the person. */
  putBack?: true;
  /** What it took all the same; empty where it was worked on and not counted. Absent: nothing was done for it. */
  usage?: Usage;
  /** What had come of a reply by then. It was paid for, and is not read. */
  text?: string;
}

export interface BusyNotice {
  waitMilliseconds: number | null;
  told?: { detail: string; causes?: Cause[] };
  /** How long ago the question was sent that it did not take. */
  outMilliseconds: number;
}

export interface ComingQuestion extends Pick<JudgeRequest, 'prompt' | 'shape' | 'exact'> {
  /** The case that it is about: several questions may be about one. Left out: one of its own. */
  row?: number;
}

/** A question that does not fit, by its place among those that are coming: its tokens, those its reply may take, those there are. */
export interface Misfit {
  question: number;
  tokens: number;
  reply: number;
  context: number;
  /** Set where tokens are estimated, and the server would cut what does not fit without a word. */
  by?: 'ollama';
}

export interface ModelJudge {
  kind: 'model';
  id: string;
  /** Whether a cut-off reply may be asked for again: an incomplete copy can be mended by its carrier, a full window cannot. */
  retriesCutOff?: boolean;
  /** It takes the time it takes, and tells by itself when it hangs: no limit per case is set on it. */
  ownPace?: boolean;
  /** Most questions it can work on at once; one where it says nothing. */
  atOnce?: number;
  /** Why that is less than the person chose. */
  limitedBy?: 'connections' | undefined;
  /** Listens for when the backend takes no more for now and sends the question later itself. Gives back how to stop listening. */
  onBusy?(listener: (notice: BusyNotice) => void): () => void;
  /** What its tokens cost, where anyone has said so; asked each time, since it may be said meanwhile. */
  price?(): Price | null;
  /** Whom a call goes to and with which parameters, as far as it is known before any reply: for receipts of failed calls. */
  describe(): { model: string; parameters: Record<string, Json> };
  ask(request: JudgeRequest): Promise<JudgeReply | JudgeFailure>;
  /** No question comes for now: what is only kept to answer faster may be freed. It can be asked again. */
  release?(): void;
  /** Called before a run with all questions, to make room for the longest and to name those that do not fit. Null: all fit. */
  prepare?(
    questions: Iterable<ComingQuestion>,
    signal: AbortSignal,
    onCount?: (counted: number, of: number) => void,
  ): Promise<{ problem: string } | { misfits: readonly Misfit[] } | null>;
}

/** No model is asked: facts alone decide, and the rest stays undecided. */
export interface ProgramJudge {
  kind: 'program';
  id: string;
}

export type Judge = ModelJudge | ProgramJudge;

export const askingSchema = z.enum(['case', 'criterion']);
export type Asking = z.infer<typeof askingSchema>;

/** Whom a run asks, as it was described when the run began. Resuming needs a judge of the same description. */
export const runJudgeSchema = z.strictObject({
  id: z.string(),
  /** Of a person, `model` is the rater's name. */
  kind: z.enum(['program', 'model', 'person']),
  model: z.string(),
  parameters: z.record(z.string(), jsonSchema),
});
export type RunJudge = z.infer<typeof runJudgeSchema>;
