import { abortReason, errorMessage } from '../kit/error-message';
import type { Cause } from './cause';
import { failureInWords } from '../i18n/cause-words';
import { describeCause, causeInEnglish } from '../i18n/en/causes';
import type { JsonObject, Json } from '../kit/json';
import type { Judgement, Receipt } from './judgement';
import type { Path } from '../rubric/path';
import type { Rubric } from '../rubric/rubric';
import type {
  RawReply,
  ReadReply,
  UnscoredReason,
  Usage,
  JudgeFailure,
  JudgeReply,
  JudgeRequest,
  ModelJudge,
} from './judge';
import { correction } from './prompt/neutralise';
import { readReply } from './reply/read-reply';
import { CaseBill, countTokens, noTokens, sumTokens, sumUsage } from './spending';
import type { Question, QuestionPart } from './plan-question';
import type { InTurn, JudgeCaseOptions } from './ready-rubric';
import { replyOf, valuesIn } from '../rubric/shape/shrink';
import { expectedScores } from './reply/expected-scores';

/** A malformed reply is sent back at most twice, each time with what was wrong. */
const mostTries = 3;
const worthAnotherTry: ReadonlySet<UnscoredReason> = new Set(['unparseable', 'invalid']);

type Attempts = Judgement['attempts'];

export interface Exchange {
  attempts: Attempts;
  tokens: Receipt['tokens'];
  /** How many questions were sent, those included that failed and were sent again. */
  calls: number;
  unanswered?: Usage;
  prompts?: readonly string[];
}
export interface Unscored {
  reason: UnscoredReason;
  detail: string;
  causes?: Cause[];
}
export type Answer =
  | ({ ok: true; output: JsonObject; repairs: string[]; expected?: ReadonlyMap<Path, number> } & Exchange)
  | ({ ok: false } & Unscored & Exchange);

type AskOptions = Pick<JudgeCaseOptions, 'signal' | 'seed' | 'onText' | 'inTurn' | 'onSpent'>;

/** Rejects only when cancelled or put back in the queue. A judge that breaks or is too slow leaves what it said until then. */
export async function askModel(
  judge: ModelJudge,
  question: Omit<Question, 'parts'>,
  { output, language }: Pick<Rubric, 'output' | 'language'>,
  notAsked: readonly Path[],
  options: AskOptions,
): Promise<Answer> {
  const { signal, seed, onText } = options;
  const attempts: Attempts = [];
  const bill = new CaseBill(judge, options.onSpent);
  let previous: JudgeRequest['previous'];
  let unread: Unscored | null = null;
  for (;;) {
    const request = {
      prompt: question.prompt,
      shape: question.portable,
      exact: question.shape,
      ...(previous && { previous }),
      ...(seed !== undefined && { seed }),
      ...(onText && { onText }),
      signal,
    };
    const reply = await askOnce(judge, request, bill, options.inTurn);
    if ('reason' in reply) {
      const { putBack, usage: _, text: __, ...failure } = reply;
      if (putBack) throw new Requeue(failure.detail);
      // The question had room; only the reply and its correction have none. The reply is what is wrong.
      const outcome = unread && failure.reason === 'too-long' ? unread : failure;
      return { ok: false, ...outcome, attempts, ...bill.sum };
    }

    const read = readAnswer(question, reply, attempts);
    if (read.ok) return { ...read, attempts, ...bill.sum, expected: expectedScores(output, notAsked, reply) };
    const again =
      worthAnotherTry.has(read.reason) || (read.reason === 'truncated' && judge.retriesCutOff === true);
    if (!again || attempts.length === mostTries) return { ...read, attempts, ...bill.sum };
    const { reason, detail, causes } = read;
    unread = { reason, detail, causes };
    previous = correction(
      reply.text,
      failureInWords(unread, /^ko\b/i.test(language) ? 'ko' : 'en'),
      language,
    );
  }
}

/** The answer to a question that was asked elsewhere and cannot be asked again. `sent`: whether the question got there. */
export function answerGiven(
  question: Question,
  reply: RawReply | (JudgeFailure & { sent: boolean }),
): Answer {
  const attempts: Attempts = [];
  if (!('reason' in reply))
    return {
      ...readAnswer(question, reply, attempts),
      attempts,
      tokens: countTokens(question, reply),
      calls: 1,
    };
  const { sent, usage, text: _, ...failure } = reply;
  return {
    ok: false,
    ...failure,
    attempts,
    tokens: sent ? countTokens(question, { usage }) : noTokens,
    calls: sent ? 1 : 0,
    ...(usage && { unanswered: usage }),
  };
}

function readAnswer(
  { validate }: Pick<Question, 'validate'>,
  { choices: _, ...reply }: JudgeReply,
  attempts: Attempts,
): ReadReply {
  const read = readReply(reply, validate);
  if (!read.ok) {
    const { reason, detail, causes } = read;
    attempts.push({ reply, failure: `${reason}: ${detail}`, reason, causes });
    return read;
  }
  attempts.push({ reply });
  return read;
}

/** What a question took is on the bill before its place is free for another. */
async function askOnce(
  judge: ModelJudge,
  request: JudgeRequest,
  bill: CaseBill,
  inTurn: InTurn = (ask) => ask(() => Promise.resolve()),
): Promise<JudgeReply | JudgeFailure> {
  const { signal } = request;
  // Time may be up between two tries: then nothing more is sent.
  const sent = !signal.aborted;
  const count = (answer: JudgeReply | JudgeFailure) => (sent ? bill.answered(request, answer) : answer);
  /** `out`: the judge may be at work on it. `over`: what still comes is too late to count. `answer`: it came in time. */
  const send: { out: boolean; over: boolean; answer: JudgeReply | JudgeFailure | null } = {
    out: false,
    over: false,
    answer: null,
  };
  const ask: Parameters<InTurn>[0] = async (mayGoAgain) => {
    send.out = true;
    const answer = await judge.ask({
      ...request,
      mayGoAgain: async (first) => {
        await mayGoAgain(first);
        send.out = true;
      },
      onFailedSend: (took) => {
        send.out = false;
        if (took && !send.over) bill.failed(request, took);
      },
    });
    if (!send.over) send.answer = count(answer);
    return send.answer ?? answer;
  };
  try {
    return await untilAborted(() => inTurn(ask), signal);
  } catch (error) {
    send.over = true;
    if (signal.reason instanceof TimeUp) {
      // It only waits to be read: it is on the bill already.
      if (send.answer) return send.answer;
      const tooLate = describeCause({ code: 'time-up', seconds: signal.reason.seconds });
      // A judge that was too slow was at work all the same.
      return count({ reason: 'timeout', ...tooLate, ...(send.out && { usage: {} }) });
    }
    signal.throwIfAborted();
    const broke = describeCause({ code: 'judge-broke', message: errorMessage(error) });
    return count({ reason: 'failed', ...broke });
  }
}

/** Thrown where no judge could take the case: it is asked again when the run goes on. */
export class Requeue extends Error {
  override name = 'Requeue';
}

/** The reason to abort a case whose time is up. Unlike any other reason it leaves a judgement: unscored. */
export class TimeUp extends Error {
  override name = 'TimeUp';
  readonly seconds: number;

  constructor(seconds: number) {
    super(`No complete answer within ${seconds} s.`);
    this.seconds = seconds;
  }
}

/** The work's outcome, or the signal's reason as soon as it aborts, whether or not the work listens to it. */
async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const over = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(abortReason(signal)), { signal: over.signal });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    over.abort();
  }
}

/** Each part is asked, read and asked again by itself; then all are checked as one. A part without an answer leaves no score. */
export async function askInParts(
  judge: ModelJudge,
  { validate }: Pick<Question, 'validate'>,
  parts: readonly QuestionPart[],
  rubric: Pick<Rubric, 'output' | 'language'>,
  notAsked: readonly Path[],
  options: AskOptions,
): Promise<Answer> {
  const said = new Map<Path, Json>();
  const repairs = new Set<string>();
  const expected = new Map<Path, number>();
  const prompts: string[] = [];
  const exchange: Exchange = { attempts: [], tokens: noTokens, calls: 0, prompts };
  let before = '';
  const { onText, inTurn } = options;
  for (const [index, part] of parts.entries()) {
    const prompt = part.prompt(said);
    prompts.push(prompt.own);
    const start = before;
    const watched = onText && { onText: (soFar: string) => onText(`${start}${soFar}`) };
    const more = index < parts.length - 1;
    const kept = inTurn && { inTurn: (ask: Parameters<InTurn>[0]) => inTurn(ask, more) };
    const asking = { ...options, ...watched, ...kept };
    const answer = await askModel(judge, { ...part, prompt }, rubric, part.notAsked, asking);
    exchange.attempts.push(...answer.attempts.map((attempt) => ({ ...attempt, part: part.id })));
    exchange.tokens = sumTokens(exchange.tokens, answer.tokens);
    exchange.calls += answer.calls;
    if (answer.unanswered) exchange.unanswered = sumUsage(exchange.unanswered, answer.unanswered);
    if (!answer.ok) {
      const cause: Cause = { code: 'in-part', label: part.label };
      // Where no codes are known the words alone say it.
      const causes = answer.causes && { causes: [cause, ...answer.causes] };
      const detail = `${causeInEnglish(cause)} ${answer.detail}`;
      return { ok: false, reason: answer.reason, detail, ...causes, ...exchange };
    }
    for (const [path, mean] of answer.expected ?? []) expected.set(path, mean);
    for (const repair of answer.repairs) repairs.add(repair);
    for (const [path, value] of valuesIn(rubric.output, answer.output, part.notAsked)) said.set(path, value);
    before += `${answer.attempts.at(-1)?.reply.text ?? ''}\n`;
  }
  const whole = validate(replyOf(rubric.output, said, notAsked));
  if (whole.ok) return { ok: true, output: whole.output, repairs: [...repairs], expected, ...exchange };
  const causes: Cause[] = [{ code: 'parts-do-not-fit' }, ...whole.causes];
  return { ok: false, reason: 'invalid', detail: causes.map(causeInEnglish).join(' '), causes, ...exchange };
}
