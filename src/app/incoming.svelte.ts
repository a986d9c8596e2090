import type { CaseImport } from '../cases/case-import.svelte';
import type { Incoming } from '../cases/context';
import type * as Recognition from '../cases/recognise';
import type * as ImportWords from '../cases/view/in-words';
import type { Recognised } from '../cases/recognise';
import type { BatchResults } from '../export/batch/batch-results.svelte';
import type { SheetFiles } from '../export/sheet-file/sheet-files.svelte';
import type { Preferences } from '../i18n/preferences.svelte';
import type { PastedReplies } from '../judges/pasted/pasted-replies.svelte';
import { focusFirst, focusWhenDrawn } from '../kit/controls/focus.browser';
import { errorMessage } from '../kit/error-message';
import type { Steps } from '../kit/steps.svelte';
import type { Rubric } from '../rubric/rubric';
import type { AddedRubric } from '../sheet/own-rubrics.svelte';
import type { Workbench } from '../sheet/workbench.svelte';
import type { NewRubric } from '../studio/new-rubric.svelte';
import type { Router } from './router.svelte';

interface Tools {
  preferences: Preferences;
  workbench: Workbench;
  caseImport: CaseImport;
  pastedReplies: PastedReplies;
  router: Pick<Router, 'go'>;
  steps: Pick<Steps, 'go' | 'reach'>;
  loadRecognition: () => Promise<typeof Recognition>;
  loadImportWords: () => Promise<typeof ImportWords>;
  openHistory: () => Promise<{ sheetFiles: SheetFiles }>;
  openBatch: () => Promise<{ results: BatchResults }>;
  openStudio: () => Promise<Pick<NewRubric, 'bring'>>;
}

/** Enough to see what a file is; only one that may be a single text is read whole. */
const headBytes = 65_536;
const mostTextBytes = 2_000_000;

interface OfferedFile {
  rubric: Rubric;
  newer: boolean;
  text: string;
  name: string;
  /** Cases that came with it. */
  files: readonly File[];
}
interface Refusal {
  title: string;
  lines: readonly string[];
}
export function rubricRefusal(
  added: Exclude<AddedRubric, { ok: true }>,
  file: string,
  t: Preferences['t']['start'],
): Refusal {
  if ('taken' in added) return { title: t.rubricTaken(added.taken), lines: [] };
  const missing = added.problems.flatMap((problem) => (problem.missing ? [problem.key] : []));
  const others = added.problems.flatMap((problem) => (problem.missing ? [] : [t.rubricProblem(problem)]));
  const lines = missing.length > 0 ? [t.rubricMissing(missing.join(', ')), ...others] : others;
  return { title: t.rubricRefused(file), lines };
}

/** Recognises what was dropped, opened or pasted, says what it is, and has the right part of the page open it. */
export class IncomingFiles implements Incoming {
  readonly #tools: Tools;
  said = $state.raw<string | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  prompt = $state.raw<string | null>(null);
  /** A rubric from elsewhere. What it contains is shown before it is stored. */
  offered = $state.raw<OfferedFile | null>(null);
  batchOpen = $state(false);

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async take(brought: readonly File[] | string): Promise<void> {
    this.forget();
    this.#tools.caseImport.refusal = null;
    try {
      await (typeof brought === 'string' ? this.#takeText(brought) : this.#takeFiles(brought));
    } catch (error) {
      this.#refuse(errorMessage(error));
    }
  }
  forget(): void {
    this.said = null;
    this.refusal = null;
    this.prompt = null;
    this.offered = null;
  }
  async usePrompt(as: 'rubric' | 'case'): Promise<void> {
    const { prompt: text } = this;
    if (text === null) return;
    this.forget();
    try {
      await (as === 'case' ? this.#takeCase(text) : this.#importPrompt(text));
    } catch (error) {
      this.#refuse(errorMessage(error));
    }
  }

  async #takeFiles(files: readonly File[]): Promise<void> {
    const [first] = files;
    if (!first) return;
    const kinds = await Promise.all(files.map((file) => this.#recognise(file)));
    const { kind } = kinds[0] ?? {};
    if (kind === 'batch' && kinds.every((one) => one.kind === kind)) return this.#takeBatch(files);
    const rubric = files.find((_, index) => kinds[index]?.kind === 'rubric');
    if (files.length > 1 && rubric) return this.#takeWithRubric(rubric, files);
    // Several tables are joined, or one is picked.
    if (files.length > 1) return this.#takeCases(() => this.#tools.caseImport.open(files));
    if (kind === 'sheet') return this.#takeSheet(first);
    if (kind === 'cases') return this.#takeCases(() => this.#tools.caseImport.open([first]));
    const [recognised] = kinds;
    if (recognised) await this.#takeOne(recognised, await this.#textOf(first), first.name);
  }

  /** The rubric first: the other files are its cases. */
  async #takeWithRubric(rubric: File, files: readonly File[]): Promise<void> {
    const others = files.filter((file) => file !== rubric);
    await this.#offerRubric(await this.#textOf(rubric), rubric.name, others);
  }

  async #takeText(text: string): Promise<void> {
    const { recogniseText } = await this.#tools.loadRecognition();
    const recognised = recogniseText(text, await this.#rubric());
    if (recognised.kind === 'sheet') await this.#takeSheet(new File([text], 'pasted'));
    else if (recognised.kind === 'batch') await this.#takeBatch([new File([text], 'pasted')]);
    else if (recognised.kind === 'cases') await this.#takePastedCases(text);
    else await this.#takeOne(recognised, text, '');
  }

  async #takeOne(recognised: Recognised, text: string, name: string): Promise<void> {
    const { workbench, router, steps, preferences } = this.#tools;
    if (recognised.kind === 'rubric') await this.#offerRubric(text, name);
    else if (recognised.kind === 'reply') this.#takeReply(text);
    else if (recognised.kind === 'prompt') {
      router.go('workbench');
      steps.go('setup');
      this.prompt = text;
    } else if ('fields' in recognised) {
      const rubric = await this.#rubric();
      const shown = await workbench.library.localised(rubric, preferences.language);
      const labels = (shown?.rubric ?? rubric).inputs.flatMap(({ name: input, label }) =>
        recognised.fields.includes(input) ? [label] : [],
      );
      router.go('workbench');
      steps.go('judgement');
      this.said = preferences.t.start.recognised[recognised.kind](labels.join(', '));
      if (await workbench.judgePasted(text)) await steps.reach('judgement');
      else await focusFirst('[data-missing]');
    }
  }

  async #takeCase(text: string): Promise<void> {
    const { workbench, router, steps } = this.#tools;
    router.go('workbench');
    steps.go('judgement');
    await workbench.judgePasted(text);
  }
  async #importPrompt(text: string): Promise<void> {
    const { openStudio, router } = this.#tools;
    const studio = await openStudio();
    router.go('rubrics', 'new');
    await studio.bring(text);
  }

  async #takeCases(open: () => Promise<void>): Promise<void> {
    const { router, steps, caseImport, preferences } = this.#tools;
    router.go('workbench');
    steps.go('results');
    await open();
    // What cannot be read is said by the import itself.
    if (caseImport.state.kind === 'preview')
      this.said = preferences.t.start.recognised.cases(caseImport.state.preview.count);
    await focusWhenDrawn('import-heading');
  }

  /** What cannot be read stays in the box, and is said there. */
  async #takePastedCases(text: string): Promise<void> {
    const { caseImport, preferences, loadImportWords } = this.#tools;
    await caseImport.openText(text);
    const { refusal } = caseImport;
    if (!refusal) return this.#takeCases(() => Promise.resolve());
    caseImport.refusal = null;
    const { importWordsOf, refusalInWords } = await loadImportWords();
    const t = importWordsOf(preferences);
    const found = refusalInWords(refusal.failure, t, preferences.language);
    this.refusal = { title: t.failedTitle(''), lines: [found || t.failure[refusal.failure.code]] };
  }

  async #takeSheet(file: File): Promise<void> {
    const { openHistory, workbench, router, preferences } = this.#tools;
    const { sheetFiles } = await openHistory();
    const opened = await sheetFiles.open([file]);
    // History says why a file is refused, and what is odd about one that is opened.
    if (!opened || opened.warnings.length > 0) {
      router.go('history');
      return;
    }
    await workbench.openSheet(opened.sheet.id);
    router.go('workbench');
    this.said = preferences.t.start.recognised.sheet(opened.sheet.cases);
  }

  async #takeBatch(files: readonly File[]): Promise<void> {
    const { results } = await this.#tools.openBatch();
    this.said = this.#tools.preferences.t.start.recognised.batch(files.length);
    this.batchOpen = true;
    await results.read(files, null);
  }

  #takeReply(text: string): void {
    const { workbench, pastedReplies, router, preferences } = this.#tools;
    const t = preferences.t.start;
    const { selected } = workbench.sheet;
    if (!selected) {
      this.#refuse(t.replyWithoutCase);
      return;
    }
    router.go('workbench');
    this.said = t.recognised.reply(workbench.sheet.nameOf(selected));
    workbench.chooseJudge('pasted');
    pastedReplies.offer(text);
    // Settles when the person has used the reply.
    void workbench.judgeSelected();
  }

  async #offerRubric(text: string, name: string, files: readonly File[] = []): Promise<void> {
    const { workbench, preferences } = this.#tools;
    const read = await workbench.library.readOwn(text);
    if (read.ok) this.offered = { ...read, text, name, files };
    else this.refusal = rubricRefusal(read, name, preferences.t.start);
  }
  /** Stores the offered rubric, chooses it, and takes the cases that came with it. */
  async addOffered(): Promise<void> {
    const { offered } = this;
    if (!offered) return;
    this.offered = null;
    try {
      this.#addedRubric(await this.#tools.workbench.openRubric(offered.text), offered.name);
      const { said } = this;
      if (said === null || offered.files.length === 0) return;
      await this.#takeFiles(offered.files);
      this.said = `${said} ${this.said === said ? '' : (this.said ?? '')}`;
    } catch (error) {
      this.#refuse(errorMessage(error));
    }
  }
  #addedRubric(added: AddedRubric, name: string): void {
    const { router, preferences } = this.#tools;
    const t = preferences.t.start;
    if (added.ok) {
      const said = (added.newer ? t.recognised.newerRubric : t.recognised.rubric)(added.title);
      this.said = added.stored ? said : `${said} ${t.rubricNotStored}`;
      router.go('workbench');
      void this.#tools.steps.reach('results');
    } else this.refusal = rubricRefusal(added, name, t);
  }

  async #recognise(file: File): Promise<Recognised> {
    const recognition = await this.#tools.loadRecognition().catch(() => null);
    // The import says what could not be loaded, and tries again.
    if (!recognition) return { kind: 'cases' };
    const { recogniseBytes, recogniseText } = recognition;
    const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    const known = recogniseBytes(bytes, file.name);
    if (known) return known;
    const isWhole = file.size <= mostTextBytes;
    const text = isWhole ? await this.#textOf(file) : new TextDecoder().decode(bytes);
    const recognised = recogniseText(text, await this.#rubric(), file.name);
    // A text of that length is more likely a table that is read better by the import.
    return !isWhole && 'fields' in recognised ? { kind: 'cases' } : recognised;
  }
  async #textOf(file: File): Promise<string> {
    const { decode } = await this.#tools.loadRecognition();
    const decoded = decode(new Uint8Array(await file.arrayBuffer()));
    return 'text' in decoded ? decoded.text : file.text();
  }
  async #rubric() {
    const rubric = await this.#tools.workbench.sheet.currentRubric();
    if (!rubric) throw new Error(this.#tools.preferences.t.run.notLoaded);
    return rubric;
  }
  #refuse(title: string): void {
    this.refusal = { title, lines: [] };
  }
}
