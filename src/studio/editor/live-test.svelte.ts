import type { Case } from '../../cases/case';
import type { Judgement } from '../../judgement/judgement';
import { errorMessage } from '../../kit/error-message';
import { z } from '../../kit/zod';
import { exampleReplySchema, type ExampleReply, type Rubric } from '../../rubric/rubric';
import type { JudgedCase } from '../../sheet/results/judged-case';
import type { JudgementReader } from '../../sheet/results/judgement-reader.svelte';
import type { RunHead } from '../../sheet/run-record';
import type { Workbench } from '../../sheet/workbench.svelte';
import { storedReply, type EditorWork, type GivenReply } from './try-case';
import type { TriedCase } from './what-changed';

/** A list of thousands cannot be chosen from. */
const mostCases = 200;

interface TestCase {
  key: string;
  case: Case;
  /** The built-in rubric that it is a sample of. Null: it is of the open sheet. */
  sampleOf: string | null;
}
/** `rules`, a set of example replies, or the run that a reply is stored in. */
export type ReplySource = { key: string } & (
  { kind: 'rules' } | { kind: 'example'; set: ExampleReply['set'] } | { kind: 'run'; head: RunHead }
);

interface Tools {
  workbench: {
    sheet: Pick<Workbench['sheet'], 'isSample' | 'runs'> & {
      cases: Pick<Workbench['sheet']['cases'], 'all'>;
      judged: (caseId: string, run: string) => Pick<JudgedCase, 'outdated' | 'at'> | undefined;
    };
    library: Pick<Workbench['library'], 'cards' | 'samples' | 'replies'>;
  };
  reader: Pick<JudgementReader, 'read'>;
  tryCase: EditorWork['tryCase'];
}

/** One case, judged by the rubric as it is typed and as it is saved. No model is asked. */
export class LiveTest {
  readonly #tools: Tools;
  #samples = $state.raw<readonly (TestCase & { replies: readonly ExampleReply[] })[]>([]);
  #inputs = $state.raw<Rubric['inputs']>([]);
  chosen = $state<string | null>(null);
  reply = $state<string | null>(null);
  after = $state.raw<TriedCase | null>(null);
  before = $state.raw<TriedCase | null>(null);
  trouble = $state.raw<string | null>(null);
  #trying = new AbortController();
  readonly cases: readonly TestCase[] = $derived.by(() => {
    const { all } = this.#tools.workbench.sheet.cases;
    const sheet = all
      .slice(0, mostCases)
      .map((one) => ({ key: `sheet/${one.id}`, case: one, sampleOf: null }));
    const isSample = this.#tools.workbench.sheet.isSample;
    // Untouched samples are offered as such, with their replies.
    return [...(isSample ? [] : sheet), ...this.#samples].filter(({ case: one }) => this.#fits(one));
  });
  readonly testCase: TestCase | undefined = $derived(
    this.cases.find(({ key }) => key === this.chosen) ?? this.cases[0],
  );
  readonly replies: readonly ReplySource[] = $derived.by(() => {
    const { testCase } = this;
    const rules = { key: 'rules', kind: 'rules' } as const;
    if (!testCase) return [rules];
    if (testCase.sampleOf !== null) {
      const sets = this.#exampleReplies(testCase.key).map(({ set }) => set);
      return [rules, ...sets.map((set) => ({ key: set, kind: 'example' as const, set }))];
    }
    const { sheet } = this.#tools.workbench;
    const runs = sheet.runs.filter(
      ({ id, judge }) => judge.kind === 'model' && sheet.judged(testCase.case.id, id)?.outdated === false,
    );
    return [rules, ...runs.map((head) => ({ key: head.id, kind: 'run' as const, head }))];
  });
  /** A model's own reply shows what the rules alone cannot. */
  readonly replySource: ReplySource | undefined = $derived(
    this.replies.find(({ key }) => key === this.reply) ??
      this.replies.find(({ kind }) => kind === 'run') ??
      this.replies[0],
  );

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Samples of built-in rubrics: a copy of one has the same inputs. */
  async loadSamples(): Promise<void> {
    const { library } = this.#tools.workbench;
    const found = library.cards
      .filter(({ kind }) => kind === 'built-in')
      .map(async ({ id }) => {
        const [samples, replies] = await Promise.all([library.samples(id), library.replies(id)]);
        const examples = z.array(exampleReplySchema).safeParse(replies).data ?? [];
        return samples.map((one) => ({
          key: `${id}/${one.id}`,
          case: one,
          sampleOf: id,
          replies: examples.filter((example) => example.case === one.id),
        }));
      });
    this.#samples = (await Promise.all(found)).flat();
  }

  /** Judges the chosen case by both versions. What is asked for later wins. */
  async run(
    rubric: Rubric,
    saved: Rubric | null,
    testCase: TestCase | undefined,
    replySource: ReplySource | undefined,
  ): Promise<void> {
    this.#inputs = rubric.inputs;
    this.#trying.abort();
    const { signal } = (this.#trying = new AbortController());
    if (!testCase || !replySource) {
      this.after = null;
      return;
    }
    try {
      const reply = await this.#replyOf(testCase, replySource);
      const rubrics = saved && saved !== rubric ? [rubric, saved] : [rubric];
      const trials = await this.#tools.tryCase({ rubrics, subject: testCase.case, reply }, signal);
      const [after = null, before = after] = trials.map((trial, index) => ({
        ...trial,
        rubric: rubrics[index] ?? rubric,
      }));
      this.after = after;
      this.before = before;
      this.trouble = null;
    } catch (error) {
      if (!signal.aborted) this.trouble = errorMessage(error);
    }
  }

  stop(): void {
    this.#trying.abort();
  }

  async #replyOf({ key, case: subject }: TestCase, source: ReplySource): Promise<GivenReply | null> {
    if (source.kind === 'rules') return null;
    if (source.kind === 'example') {
      const example = this.#exampleReplies(key).find(({ set }) => set === source.set);
      return example ? { text: JSON.stringify(example.reply), mode: 'model-alone' } : null;
    }
    const judged = this.#tools.workbench.sheet.judged(subject.id, source.head.id);
    const judgement: Judgement | null = judged ? await this.#tools.reader.read(judged.at) : null;
    return judgement && storedReply(judgement);
  }
  #exampleReplies(key: string): readonly ExampleReply[] {
    return this.#samples.find((one) => one.key === key)?.replies ?? [];
  }
  /** It has every text that the rubric cannot do without. */
  #fits({ input }: Case): boolean {
    return this.#inputs.every(({ name, required }) => !required || Object.hasOwn(input, name));
  }
}
