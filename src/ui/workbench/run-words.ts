import type { RunPause } from '../../core/model/run';
import type { Messages } from '../../i18n/en';
import type { RunState } from '../../state/run-state';
import { failureInWords } from '../kit/failure-in-words';
import { formatDuration, formatEstimate, formatNumber, formatSpan } from '../kit/format';

/** What a run is doing, in one sentence. */
export function runSentence(run: RunState, t: Messages): string {
  const words = t.run;
  switch (run.kind) {
    case 'idle':
      return words.idle;
    case 'running':
      return words.running(Math.min(run.done, run.total - 1), run.total);
    case 'paused':
      if (run.pause.because === 'judge') return words.pausedByJudge(failureInWords(run.pause, t));
      if (run.pause.because === 'budget') return budgetSentence(run.pause.used, run.done, run.total, t);
      if (run.pause.because === 'storage') return words.pausedByStorage(run.pause.detail);
      return words.paused(run.done, run.total);
    case 'finished':
      return words.finished(run.cases, formatDuration(run.milliseconds));
    case 'cancelled':
      return words.cancelled(run.done, run.total);
    case 'interrupted':
      return run.again
        ? words.interruptedAgain(run.total - run.done)
        : words.interrupted(run.done, run.total);
    case 'elsewhere':
      return (run.paused ? words.elsewherePaused : words.elsewhere)(run.done, run.total);
    case 'failed':
      return words.failed(run.message);
  }
}

function budgetSentence(
  used: RunPause['used'],
  done: number,
  total: number,
  { run: words }: Messages,
): string {
  if (!used) return words.paused(done, total);
  if (used.of === 'tokens') return words.pausedByTokens(used.spent, used.budget, done, total);
  const money = (amount: number) => `${formatNumber(amount)} ${used.currency}`;
  return words.pausedByMoney(money(used.spent), money(used.budget), done, total);
}

/** Figures beside it: only those that are known. */
export function runFigures(run: RunState, t: Messages): string[] {
  if (run.kind === 'idle' || run.kind === 'failed') return [];
  const words = t.run;
  const figures: string[] = [];
  if (run.failed > 0) figures.push(words.failedCount(run.failed));
  if (!('pace' in run) || !run.pace) return figures;
  const { perSecond, millisecondsLeft, tokens, cost } = run.pace;
  if (run.kind === 'running' && perSecond !== null) {
    figures.push(words.rate(formatNumber(perSecond)));
    if (millisecondsLeft !== null) figures.push(words.left(formatSpan(millisecondsLeft)));
  }
  const sent = tokens.prompt + tokens.reply;
  if (sent > 0) figures.push(words.tokens(formatEstimate(sent)));
  if (cost) figures.push(`${formatNumber(cost.amount)} ${cost.currency}`);
  return figures;
}
