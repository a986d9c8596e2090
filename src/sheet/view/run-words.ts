import { decimalText, wholeText } from '../../i18n/numbers';
import type { RunMessages } from '../../i18n/compare-words';
import type { Messages } from '../../i18n/en/en';
import type { Mean, Share } from '../../kit/text/figures';
import type { RunPause, RunHead, UselessReplies } from '../run-record';
import type { Spending } from '../../judgement/spending';
import type { RunState } from '../run/run-state';
import {
  formatDuration,
  formatEstimate,
  formatMoney,
  formatNumber,
  formatSpan,
  modelName,
} from '../../judgement/view/format';
import type { HistoryWords } from '../../i18n/history-words';
import type { Trouble } from '../sheet-store';
import { exampleName, runName } from '../run-names';
import type { RunJudge } from '../../judgement/judge';
import type { Naming } from '../../judgement/view/labels';
import { verdictMeaning } from '../../rubric/values';
import type { Summary } from '../figures/tally';

/** How many results are judged and not stored, and whether their run can be resumed. */
interface Held {
  unstored: number;
  canGoOn: boolean;
}
const nothing: Held = { unstored: 0, canGoOn: true };

export function runSentence(
  run: RunState,
  t: Messages,
  language: string,
  { unstored, canGoOn }: Held = nothing,
): string {
  const words = t.run;
  const held = unstored > 0 ? ` ${words.unstored(unstored)}` : '';
  switch (run.kind) {
    case 'idle':
      return words.idle;
    case 'counting':
      return words.counting(run.counted, run.of);
    case 'no-room': {
      const { cases, of, longest } = run.noRoom;
      const { tokens, reply, context } = longest;
      const byOllama = longest.by === 'ollama';
      const told = words.noRoom(cases, of, tokens + reply, context, byOllama);
      return byOllama ? `${told} ${words.noRoomInOllama}` : told;
    }
    case 'running':
      if (run.waitsUntil)
        return words.waiting(run.waitsUntil.toLocaleTimeString(language), run.done, run.total);
      return words.running(Math.min(run.done, run.total - 1), run.total);
    case 'paused':
      if (run.pause.because === 'judge') return words.pausedByJudge(reasonOf(run.pause, t));
      if (run.pause.replies) return repliesSentence(run.pause.replies, run.total - run.done, words);
      if (run.pause.because === 'budget') return budgetSentence(run.pause.used, run, t, language);
      if (run.pause.because === 'storage') return storageSentence(run, words) + held;
      if (run.pause.because === 'batch') return words.waitingForBatch(run.done, run.total);
      return words.paused(run.done, run.total);
    case 'finished':
      // How long a batch took is not known.
      if (run.milliseconds === 0) return words.finishedByBatch(run.cases);
      return words.finished(run.cases - (run.skipped ?? 0), formatDuration(run.milliseconds, t));
    case 'cancelled':
      if (unstored === 0) return words.cancelled(run.done - (run.skipped ?? 0), run.total, run.skipped ?? 0);
      // A run of which nothing could be stored is nowhere to be resumed.
      return (
        words.cancelledUnstored(run.done, run.total) + (canGoOn ? held : ` ${words.unstoredHere(unstored)}`)
      );
    case 'outdated': {
      const stopped = words.steppedAside(run.done, run.total);
      return unstored > 0 ? `${stopped} ${words.unstoredHere(unstored)}` : stopped;
    }
    case 'interrupted':
      return words.interrupted(run.done, run.total);
    case 'elsewhere':
      return words.elsewhere[run.doing](run.done, run.total);
    case 'failed':
      // Nothing of it stopped: it was over, or waited, when it was deleted.
      if (run.storage === 'missing') return words.storage.missing;
      return words.failed(run.storage ? words.storage[run.storage] : run.message);
  }
}

function storageSentence(
  { pause, done, total }: { pause: RunPause; done: number; total: number },
  words: Messages['run'],
): string {
  return words.pausedByStorage(pause.storage ? words.storage[pause.storage] : pause.detail, done, total);
}

function repliesSentence({ of, ...counts }: UselessReplies, left: number, words: Messages['run']): string {
  const { refused, cutOff, malformed } = counts;
  const kinds = (['refused', 'cutOff', 'malformed'] as const)
    .filter((kind) => counts[kind] > 0)
    .toSorted((one, other) => counts[other] - counts[one]);
  const why = kinds.map((kind) => words.useless[kind](counts[kind])).join(', ');
  const advice = words.uselessAdvice[kinds[0] ?? 'refused'];
  return words.pausedByReplies(refused + cutOff + malformed, of, why, advice, left);
}

function budgetSentence(
  used: RunPause['used'],
  { done, total, pace }: { done: number; total: number; pace: Spending | null },
  { run: words }: Messages,
  language: string,
): string {
  if (!used) return words.paused(done, total);
  // What was out when it stopped has come since, and costs too.
  if (used.of === 'tokens') {
    const spent = Math.max(used.spent, pace ? pace.tokens.prompt + pace.tokens.reply : 0);
    return words.pausedByTokens(spent, used.budget, done, total);
  }
  const { currency } = used;
  const money = (amount: number) => formatMoney({ amount, currency }, language);
  if (used.of === 'unknown') return words.pausedByUnknownCost(money(used.budget), done, total);
  const since = pace?.cost?.currency === currency ? pace.cost.amount : 0;
  return words.pausedByMoney(money(Math.max(used.spent, since)), money(used.budget), done, total);
}

/** How far a run is, for those who look at other tabs meanwhile. Empty where no tab runs it. */
export function runTitle(run: RunState, { run: words }: Messages): string {
  if (run.kind === 'elsewhere' ? run.doing === 'paused' : run.kind === 'paused') return words.titlePaused;
  if ((run.kind !== 'running' && run.kind !== 'elsewhere') || run.total <= 1) return '';
  return words.title(Math.floor((100 * run.done) / run.total));
}

export function runFigures(run: RunState, t: Messages, language: string): string[] {
  if (run.kind === 'idle' || run.kind === 'failed') return [];
  const words = t.run;
  const figures: string[] = [];
  const { repeated } = run;
  // What a finished run says counts cases; all else counts replies.
  if (repeated !== undefined && run.kind !== 'finished') figures.push(words.inReplies(repeated));
  const { skipped = 0 } = run;
  const failed = run.failed - skipped;
  if (failed > 0) figures.push(words.failedCount(failed, repeated !== undefined));
  if (skipped > 0 && run.kind !== 'cancelled')
    figures.push(t.results.ofStatus(String(skipped), words.skipped));
  const pace = 'pace' in run ? run.pace : null;
  if (run.kind === 'running' && pace && pace.perSecond !== null) {
    figures.push(words.rate(formatNumber(pace.perSecond)));
    if (pace.millisecondsLeft !== null) figures.push(words.left(formatSpan(pace.millisecondsLeft, t)));
  }
  if (run.kind === 'running' && run.inForce) {
    const { width, chosen, because } = run.inForce;
    if (because) figures.push(words.fewerAtOnce[because](width, chosen));
    else if (chosen > 1) figures.push(words.atOnce(chosen));
  }
  const spent = pace ?? run.spent;
  return spent ? [...figures, ...spentInWords(spent, t, language)] : figures;
}

function spentInWords({ tokens, cost }: Spending, { run: words }: Messages, language: string): string[] {
  const figures: string[] = [];
  const sent = tokens.prompt + tokens.reply;
  if (sent > 0) figures.push(words.tokens(formatEstimate(sent)));
  if (tokens.cached > 0) figures.push(words.cached(formatEstimate(tokens.cached)));
  if (tokens.written) figures.push(words.written(formatEstimate(tokens.written)));
  if (cost) {
    const money = formatMoney(cost, language);
    const told = costSource(cost, words)(money);
    figures.push(cost.writesAsSent ? words.writesAsSent(told) : told);
  }
  return figures;
}

function costSource(
  { computed, estimated }: NonNullable<Spending['cost']>,
  words: Messages['run'],
): (money: string) => string {
  if (estimated) return words.estimatedCost;
  return computed ? words.computed : (money) => money;
}

/** The run bar is there before the words for failures are: in English they are as the failure tells them itself. */
function reasonOf({ causes = [], detail }: RunPause, { cause }: Messages): string {
  return cause && causes.length > 0 ? causes.map(cause).join(' ') : detail;
}

export function troubleInWords({ kind, detail }: Trouble, t: HistoryWords): string {
  return kind === null ? detail : t.storage[kind];
}

export function notOpenedInWords(head: RunHead, trouble: Trouble, t: HistoryWords): string {
  const name = runName(head);
  return trouble.kind === 'missing' ? t.gone(name) : t.notOpened(name, troubleInWords(trouble, t));
}

export function unreadableInWords({ kind, detail }: Trouble, words: Messages['run']): string {
  if (kind === null) return words.unreadable(detail);
  // One that is damaged says nothing of the rest of its run.
  return words.unreadable(kind === 'damaged' ? words.unreadableDamaged : words.storage[kind]);
}

export function runLabel({ title, judge }: Pick<RunHead, 'title' | 'judge'>, t: Messages): string {
  return title.trim() || askedName(judge, t);
}

export function askedName(judge: RunJudge, t: Messages): string {
  const { kind, id, model } = judge;
  if (kind === 'program') return t.judge.rules;
  if (id === 'pasted' && model === 'unnamed') return t.paste.replies;
  return exampleName(judge, t) ?? modelName({ judge: id, model }, t);
}

export function meanSentence(mean: Mean | null, t: Messages, language: string): string {
  if (mean === null || mean.count === 0) return t.results.noneScored;
  const count = wholeText(mean.count, language);
  if (mean.value === null) return t.results.tooFew(count);
  return t.results.mean(decimalText(mean.value, mean.decimals, language), count);
}

/** How many pass: a percentage, or a count where that would say too much. */
export function passSentence({ met, count, value, decimals }: Share, t: Messages, language: string): string {
  const all = wholeText(count, language);
  if (value === null) return t.results.passCount(wholeText(met, language), all);
  return t.results.passRate(`${decimalText(value * 100, decimals, language)}%`, all);
}

/** What passes is called by the rubric's own word, where all that pass begin with it. */
export function passWord(verdicts: Summary['verdicts'], naming: Naming, t: Messages): string {
  const passing = verdicts.filter(({ verdict }) => verdictMeaning(verdict) === 'pass');
  const [name = '', ...others] = passing.map(({ verdict }) => naming(verdict)).sort();
  const isWord = name !== t.judgement.verdicts.PASS && others.every((other) => other.startsWith(name));
  return name !== '' && isWord ? name : t.results.passLabel;
}

/** Empty where there are too few for one. */
export function meanText({ value, decimals }: Mean, language: string): string {
  return value === null ? '' : decimalText(value, decimals, language);
}

/** A percentage, or a count of a count where that would say too much. Empty where there is nothing to count. */
export function shareText({ met, count, value, decimals }: Share, t: RunMessages, language: string): string {
  if (count === 0) return '';
  if (value === null) return t.compare.metOf(wholeText(met, language), wholeText(count, language));
  return `${decimalText(value * 100, decimals, language)}%`;
}
