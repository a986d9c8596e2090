import type { HistoryWords } from '../../i18n/history-words';
import type { HistoryProblem } from '../../sheet/history/history.svelte';
import type { RunState } from '../../sheet/run/run-state';
import type { IconName, Tone } from '../../kit/controls/icons';
import { troubleInWords } from '../../sheet/view/run-words';
import type { RunJudge } from '../../judgement/judge';
import type { RunMessages } from '../../i18n/compare-words';

export function problemInWords(
  { item, what, trouble }: HistoryProblem,
  name: string,
  t: HistoryWords,
): string {
  const why = troubleInWords(trouble, t);
  return {
    busy: t.busy[item.kind](name),
    gone: t.gone(name),
    'not-changed': t.notChanged(name, why),
    'not-removed': t.notRemoved(name, why),
    'not-opened': t.notOpened(name, why),
  }[what];
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
      if (here && state.pause.storage === 'quota')
        return { text: words.hereNoSpace, tone: 'warn', icon: 'half' };
      return { text: here ? words.herePaused : words.paused, tone: 'warn', icon: 'half' };
    case 'elsewhere':
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

/** Of what went along with each question, what people ask about: whose server it was, and how freely it might answer. */
export function howAsked(
  { id, parameters }: Pick<RunJudge, 'id' | 'parameters'>,
  t: Pick<RunMessages, 'reweigh' | 'compare' | 'common'>,
): { label: string; text: string }[] {
  const { endpoint, temperature } = parameters;
  const host = typeof endpoint === 'string' ? hostOf(endpoint) : null;
  const known = typeof temperature === 'number';
  return [
    ...(host === null ? [] : [{ label: t.compare.parameter.endpoint, text: host }]),
    ...(known || id === 'api'
      ? [{ label: t.common.temperature, text: known ? String(temperature) : t.reweigh.ownTemperature }]
      : []),
  ];
}

/** The host alone: an address may hold more than is to be shown. */
function hostOf(endpoint: string): string | null {
  return URL.parse(endpoint)?.host ?? null;
}

/** The day only where it is not today. */
export function shortTime(iso: string, language: string, now: Date): string {
  const time = new Date(iso);
  const isToday = time.toDateString() === now.toDateString();
  return time.toLocaleString(language, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' });
}
