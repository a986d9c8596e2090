import type { RunPause } from '../../core/model/run';
import type { HistoryWords } from '../../i18n/history-words';
import type { HistoryProblem } from '../../state/history.svelte';
import { runName } from '../../state/judge-in-words';
import type { RunFileProblem } from '../../state/run-files.svelte';
import type { RunState } from '../../state/run-state';
import type { IconName } from '../kit/icons';
import type { Tone } from '../kit/tones';
import { troubleInWords } from '../kit/trouble-in-words';

export function problemInWords({ head, what, trouble }: HistoryProblem, t: HistoryWords): string {
  const name = runName(head);
  switch (what) {
    case 'busy':
      return t.busy(name);
    case 'gone':
      return t.gone(name);
    case 'not-changed':
      return t.notChanged(name, troubleInWords(trouble, t));
    case 'not-removed':
      return t.notRemoved(name, troubleInWords(trouble, t));
    case 'not-opened':
      return t.notOpened(name, troubleInWords(trouble, t));
  }
}

/** Why a file is not taken, in one sentence; `details` are for whoever mends it, and are English. */
export function refusalInWords(
  problem: RunFileProblem,
  t: HistoryWords,
  figure: (value: number) => string,
): { sentence: string; details: string[] } {
  const words = t.refused;
  switch (problem.kind) {
    case 'not-a-run-file':
      return { sentence: words.notARunFile, details: [] };
    case 'newer-format':
      return { sentence: words.newerFormat(problem.format), details: [] };
    case 'cannot-unpack':
      return { sentence: words.cannotUnpack, details: [] };
    case 'cut-off':
      return { sentence: words.cutOff(figure(problem.wholeLines)), details: [] };
    case 'damaged-packing':
      return { sentence: words.damagedPacking(figure(problem.wholeLines)), details: [] };
    case 'damaged-line':
      return {
        sentence: words.line[problem.fault](figure(problem.line)),
        details: problem.detail === '' ? [] : [problem.detail],
      };
    case 'rows':
      return { sentence: words.row[problem.what][problem.fault](figure(problem.line)), details: [] };
    case 'rubric':
      return { sentence: words.rubric, details: problem.problems.map(({ message }) => message) };
    case 'other-rubric':
      return { sentence: words.otherRubric(problem.expected, problem.got), details: [] };
    case 'foreign-judgement':
      return { sentence: words.foreign[problem.because](figure(problem.line)), details: [] };
  }
}

/** What a run is doing, short enough for a list. */
export function stateLook(
  state: RunState,
  here: boolean,
  t: HistoryWords,
): { text: string; tone: Tone; icon: IconName } {
  const words = t.state;
  switch (state.kind) {
    case 'counting':
    case 'no-room':
    case 'running':
      return { text: words.here, tone: 'open', icon: 'arrow' };
    case 'paused':
      if (state.pause.because === 'batch') return { text: words.batch, tone: 'open', icon: 'half' };
      if (here && noSpace(state.pause)) return { text: words.hereNoSpace, tone: 'warn', icon: 'half' };
      return { text: here ? words.herePaused : words.paused, tone: 'warn', icon: 'half' };
    case 'elsewhere':
      if (noSpace(state.pause)) return { text: words.elsewhereNoSpace, tone: 'warn', icon: 'half' };
      return { text: words.elsewhere[state.doing], tone: 'open', icon: 'arrow' };
    case 'interrupted':
    case 'outdated':
      return { text: words.interrupted, tone: 'warn', icon: 'warning' };
    case 'cancelled':
      return { text: words.cancelled, tone: 'plain', icon: 'cross' };
    case 'finished':
    case 'failed':
    case 'idle':
      return { text: words.finished, tone: 'plain', icon: 'check' };
  }
}

function noSpace(pause: RunPause | undefined): boolean {
  return pause?.because === 'storage' && pause.storage === 'quota';
}
