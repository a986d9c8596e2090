import type { RubricSource } from '../../../src/core/model/rubric';
import { rulesJudge } from '../../../src/judges/rules/rules-judge';
import * as engine from '../../../src/pipeline/engine';
import { JudgementReader } from '../../../src/state/judgement-reader.svelte';
import { RubricShelf } from '../../../src/state/rubric-shelf.svelte';
import type { OfferedJudge } from '../../../src/state/offered-judge';
import { Workbench } from '../../../src/state/workbench.svelte';
import { memoryRunStore } from '../../../src/storage/runs/memory-run-store';
import { openRunChannel, type RunChannel } from '../../../src/storage/runs/run-channel';
import { runOwnership, type RunOwnership } from '../../../src/storage/runs/run-ownership';
import type { RunStore } from '../../../src/storage/runs/run-store';
import { storageSpace } from '../../../src/storage/runs/storage-space';

function source(id: string, changes: Partial<RubricSource> = {}): RubricSource {
  const contract = {
    format: 'assay-rubric/1',
    id,
    title: id,
    version: '1.0.0',
    language: 'en',
    purpose: 'Judges a text.',
    inputs: [{ name: 'text', label: 'Text' }],
    criteria: [{ id: 'quality', label: 'Quality', max: 5 }],
    headline: { value: 'output.quality.score' },
  };
  return {
    id,
    card: { title: id, version: '1.0.0', language: 'en', purpose: 'Judges a text.' },
    loadContract: () => Promise.resolve({ contract, prompt: 'Judge {{text}}.' }),
    loadFacts: () => Promise.resolve(null),
    loadSamples: () => Promise.resolve('id,label,text\na,First,one\nb,Second,two\nc,Third,three\n'),
    fileUrl: '',
    ...changes,
  };
}

/** A workbench with two rubrics, the given judges beside the rules, and a clock that stands still. */
export function workbenchWith(
  judges: readonly OfferedJudge[] = [],
  changes: Partial<RubricSource> = {},
  runs: RunStore = memoryRunStore(),
  ownership: RunOwnership = runOwnership(null),
  channel?: RunChannel,
): Workbench {
  const loadEngine = () => Promise.resolve(engine);
  const shelf = new RubricShelf([source('first', changes), source('second')], loadEngine);
  let drawn = 0;
  const random = () => `${(drawn += 1)}`.padStart(24, 'b');
  return new Workbench({
    shelf,
    loadEngine,
    judges: [rulesJudge, ...judges],
    world: { random, now: () => new Date(0), build: 'test' },
    runs,
    ownership,
    channel: channel ?? openRunChannel(random()),
    space: storageSpace(null),
    reader: new JudgementReader(runs),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, milliseconds);
        const callOff = () => {
          clearTimeout(timer);
          reject(new Error('Called off.'));
        };
        signal.addEventListener('abort', callOff, { once: true });
      }),
  });
}
