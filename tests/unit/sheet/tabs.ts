import type { RubricSource } from '../../../src/rubric/rubric';
import { rulesJudge } from '../../../src/judges/rules/rules-judge';
import type { JudgeReply, JudgeRequest, ModelJudge } from '../../../src/judgement/judge';
import * as judging from '../../../src/sheet/run/judging';
import { FakeTabs } from './fake-tabs';
import { SheetChanges, type SheetChange } from '../../../src/sheet/sheet-changes';
import * as people from '../../../src/sheet/person/person-runs';
import type { SheetStore } from '../../../src/sheet/sheet-store';
import { memorySheetStore } from '../../../src/sheet/store/memory-database';
import { storageSpace } from '../../../src/kit/storage/storage-space';
import type { OfferedJudge } from '../../../src/judges/judge-form';
import * as recognition from '../../../src/cases/recognise';
import { OwnRubrics } from '../../../src/sheet/own-rubrics.svelte';
import { JudgementReader } from '../../../src/sheet/results/judgement-reader.svelte';
import { RubricLibrary } from '../../../src/sheet/rubric-versions.svelte';
import { Workbench } from '../../../src/sheet/workbench.svelte';

export const samplesCsv = 'id,label,text\na,First,one\nb,Second,two\nc,Third,three\n';

export function rubricSource(id: string, changes: Partial<RubricSource> = {}): RubricSource {
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
    kind: 'built-in',
    card: {
      title: id,
      version: '1.0.0',
      language: 'en',
      purpose: 'Judges a text.',
      summary: 'Judges a text.',
      samples: 3,
      translations: {},
    },
    loadContract: () => Promise.resolve({ contract, prompt: 'Judge {{text}}.' }),
    loadFacts: () => Promise.resolve(null),
    loadSamples: () => Promise.resolve(samplesCsv),
    loadReplies: () => Promise.resolve(null),
    loadTexts: () => Promise.resolve(null),
    fileUrl: '',
    ...changes,
  };
}

export function noOwnRubrics(): OwnRubrics {
  const store = { load: () => Promise.resolve(null), save: () => Promise.resolve(true) };
  return new OwnRubrics(store, () => new Date(0));
}

/** A model whose replies the test gives; `asked` has the texts it was asked about. */
export class ScriptedJudge implements ModelJudge {
  readonly kind = 'model';
  readonly id: string;
  readonly asked: string[] = [];
  model: string;
  reply: (text: string) => string | Promise<string> = () => score(4);
  atOnce = 1;

  constructor(id = 'api', model = 'scripted') {
    this.id = id;
    this.model = model;
  }
  describe() {
    return { model: this.model, parameters: {} };
  }
  async ask({ prompt, signal }: JudgeRequest): Promise<JudgeReply> {
    const text = /one|two|three|four|changed/.exec(prompt.own)?.[0] ?? prompt.own;
    this.asked.push(text);
    const cancelled = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('Cancelled.')));
    });
    const reply = await Promise.race([this.reply(text), cancelled]);
    return { text: reply, stop: 'complete', model: this.model, parameters: {} };
  }
}

export function score(value: number): string {
  return JSON.stringify({ quality: { rationale: 'Because.', score: value } });
}

interface Opened {
  judges?: readonly OfferedJudge[];
  store?: SheetStore;
  rubric?: Partial<RubricSource>;
  reader?: JudgementReader;
}

/** Tabs of one browser: one store, one set of locks, and channels that reach all other tabs. */
export class Browser {
  readonly store: SheetStore;
  readonly #tabs = new FakeTabs();
  #last: { id: string | null; rubric: string | null } = { id: null, rubric: null };
  #drawn = 0;

  constructor(store: SheetStore = memorySheetStore({ now: () => new Date(0) })) {
    this.store = store;
  }

  tab({
    judges = [],
    store = this.store,
    rubric = {},
    reader = new JudgementReader(store),
  }: Opened = {}): Workbench {
    const tab = Symbol();
    const loadJudging = () => Promise.resolve(judging);
    return new Workbench({
      library: new RubricLibrary(
        [rubricSource('first', rubric), rubricSource('second')],
        loadJudging,
        noOwnRubrics(),
      ),
      loadJudging,
      language: () => 'en',
      loadPeople: () => Promise.resolve(people),
      loadRecognition: () => Promise.resolve(recognition),
      reader,
      judges: [rulesJudge, ...judges],
      world: {
        random: () => `${(this.#drawn += 1)}`.padStart(24, 'b'),
        now: () => this.#now(),
        build: 'test',
      },
      store,
      locks: this.#tabs.locksOf(tab),
      changes: new SheetChanges(this.#tabs.channelOf(tab)),
      space: storageSpace(null),
      lastSheet: {
        recall: () => this.#last,
        remember: (id, of) => (this.#last = { id, rubric: of }),
      },
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(resolve, milliseconds);
          signal.addEventListener('abort', () => {
            clearTimeout(timer);
            reject(new Error('Called off.'));
          });
        }),
    });
  }
  /** Another tab tells all tabs what it stored. */
  notify(change: SheetChange): void {
    new SheetChanges(this.#tabs.channelOf(Symbol())).notify(change);
  }
  /** The tab that has a run dies: its lock is free, and no tab hears of it. */
  kill(): void {
    this.#tabs.kill();
  }

  #tick = 0;
  /** Each later than the one before, so that the newest run is known. */
  #now(): Date {
    return new Date((this.#tick += 1000));
  }
}

export { withChanged } from './fake-tabs';
