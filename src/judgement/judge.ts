import { z } from '../kit/zod';
import { jsonSchema, type Json } from '../kit/json';
import type { Cause } from './cause';
import type { ObjectSchema } from '../rubric/output-schema';
import type { Price } from './price';
import type { Prompt } from './prompt/build-prompt';
import type { NumberChoice, RawReply, UnscoredReason, Usage } from './raw-reply';

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
  /** Told the reply's words as they come. A backend that cannot say them piece by piece never calls it. No part of them is a reply. */
  onText?: (soFar: string) => void;
  /**
   * Waited for before the question is sent once more: fewer may be asked at once by now, or none. `first` is a wait that the
   * backend itself asked for, which is none of the case's own time.
   */
  mayGoAgain?: (first?: () => Promise<void>) => Promise<void>;
  /** Told of a send that failed when the question is to be sent once more: what it took, null where nobody worked on it. */
  onFailedSend?: (took: TakenSend | null) => void;
  signal: AbortSignal;
}

/** What a send took that brought no whole reply: what its server counted, empty where it did not, and what had come by then. */
export interface TakenSend {
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
  /** Nobody can answer for now, whatever the case: it is put back, and the run waits for the person. */
  putBack?: true;
  /** What it took all the same; empty where it was worked on and nobody counted. Absent: nothing was done for it. */
  usage?: Usage;
  /** What had come of a reply by then. It was paid for, and is not read. */
  text?: string;
}

/** A backend takes no more for now. */
export interface BusyNotice {
  /** How long it asks to wait; null where it does not say. */
  waitMilliseconds: number | null;
  /** What it said, for whoever has waited long enough. */
  told?: { detail: string; causes?: Cause[] };
  /** How long ago the question was sent that it did not take. */
  outMilliseconds: number;
}

/** What one case of a run will be asked, before it is. */
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
  /**
   * Registers someone who wants to know whenever the backend takes no more for now. The question itself is waited with and sent
   * again by the backend; a scheduler that listens can ask less at once. Gives back how to stop listening.
   */
  onBusy?(listener: (notice: BusyNotice) => void): () => void;
  /** What its tokens cost, where anyone has said so; asked each time, since it may be said meanwhile. */
  price?(): Price | null;
  /** Whom a call goes to and with which parameters, as far as it is known before any reply: for receipts of failed calls. */
  describe(): { model: string; parameters: Record<string, Json> };
  ask(request: JudgeRequest): Promise<JudgeReply | JudgeFailure>;
  /** Nobody asks for now: what is only held to answer faster may go. It can be asked again. */
  release?(): void;
  /**
   * Called before a run with all that it will be asked, so that a backend can make room for the longest and say which do not
   * fit all the same. Null: all fit. Counting takes time, so it is told how far it is.
   */
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

/** One question for a case, or one for each criterion. */
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
