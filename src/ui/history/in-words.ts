import type { RunPause } from '../../core/model/run';
import type { Messages } from '../../i18n/en';
import type { HistoryWords } from '../../i18n/history-words';
import type { HistoryProblem } from '../../state/history.svelte';
import { runTitle } from '../../state/judge-in-words';
import type { Item } from '../../state/removal.svelte';
import type { RunState } from '../../state/run-state';
import { sheetTitle } from '../../state/sheet-title';
import type { IconName } from '../kit/icons';
import type { Tone } from '../kit/tones';
import { troubleInWords } from '../kit/trouble-in-words';

export function itemName(item: Item, messages: Messages, t: HistoryWords): string {
  return item.kind === 'sheet' ? sheetTitle(item.head) : runTitle(item.head, messages, t);
}

export function problemInWords(
  { item, what, trouble }: HistoryProblem,
  messages: Messages,
  t: HistoryWords,
): string {
  const name = itemName(item, messages, t);
  switch (what) {
    case 'busy':
      return t.busy[item.kind](name);
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

/** What a run is doing, short enough for a list. Null where it is simply finished. */
export function stateLook(
  state: RunState,
  here: boolean,
  t: HistoryWords,
): { text: string; tone: Tone; icon: IconName } | null {
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
      return null;
  }
}

function noSpace(pause: RunPause | undefined): boolean {
  return pause?.because === 'storage' && pause.storage === 'quota';
}
