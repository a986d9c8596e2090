import type { RunPause } from '../core/model/run';
import type { RunChannel } from '../storage/runs/run-channel';
import type { Judging } from './judging.svelte';

interface Waiting {
  run: string;
  pause: RunPause;
}

/**
 * Tells other tabs why the run of this one waits where that cannot be stored, for as long as the tab lives: they would take it
 * for one that goes on.
 */
export function tellOwnPause(judging: Pick<Judging, 'desk' | 'runId'>, channel: RunChannel): void {
  let said: Waiting | null = null;
  const say = (waiting: Waiting | null) => {
    if (said && said.run !== waiting?.run) channel.send({ kind: 'waits', run: said.run, pause: null });
    if (waiting && (waiting.run !== said?.run || waiting.pause !== said.pause))
      channel.send({ kind: 'waits', ...waiting });
    said = waiting;
  };
  $effect.root(() => {
    $effect(() => say(untoldPause(judging)));
  });
  channel.listen(({ kind, run }) => {
    const waiting = untoldPause(judging);
    if (kind === 'how' && waiting?.run === run) channel.send({ kind: 'waits', ...waiting });
  });
}

/** All other pauses are stored, and read by whoever wants to know. */
function untoldPause({ desk, runId }: Pick<Judging, 'desk' | 'runId'>): Waiting | null {
  if (runId === null || desk?.run.kind !== 'paused' || desk.run.pause.because !== 'storage') return null;
  return { run: runId, pause: desk.run.pause };
}
