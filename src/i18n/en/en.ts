import { cases, counted } from './count';
import { judgementWords, pasteWords, reason, status, statusMeaning } from './judgement';
import { runWords } from './run';
import { startWords } from './start';
import type { Cause } from '../../judgement/cause';

const delimiters: Record<string, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' };

const importWords = {
  upload: 'Upload cases',
  uploadHint: 'Cases (CSV, TSV, JSON, JSONL, XLSX), a rubric, a sheet file or batch results.',
  paste: 'Paste cases',
  pasteHint: 'Paste a case, a table, a chatbot’s reply or a rubric.',
  template: 'Template (CSV)',
  samples: 'Sample cases (CSV)',
  drop: 'Drop a file anywhere',
  unsaved:
    'The file was not made because a part of the page did not load. Check the connection and try again.',
  delimiters,
  replaced: (count: string) => (count === '1' ? '1 case replaced.' : `${count} cases replaced.`),
};

/** Failures carry an English description, so this language needs no words of its own. */
function asTold(): ((cause: Cause) => string) | null {
  return null;
}

/** The source of all interface words. Every other language must satisfy its keys. */
export const en = {
  nav: {
    label: 'Main',
    workbench: 'Workbench',
    history: 'History',
    rubrics: 'Rubrics',
    settings: 'Settings',
    skip: 'Skip to content',
  },
  /** Said in more than one place. */
  common: {
    done: 'Done',
    close: 'Close',
    cancel: 'Cancel',
    tryAgain: 'Try again',
    undo: 'Undo',
    open: 'Open',
    remove: 'Delete',
    stop: 'Stop',
    model: 'Model',
    temperature: 'Temperature',
  },
  egress: {
    meter: (bytes: number) => `${bytes.toLocaleString('en')} bytes sent`,
    /** Where there is little room. */
    meterShort: (size: string) => `${size} sent`,
    bytes: (bytes: number) => `${bytes.toLocaleString('en')} bytes`,
  },
  judge: {
    label: 'Judge',
    rules: 'Rules only',
    rulesHint: 'Scores what rules can check. Leaves the rest open.',
    pasted: 'Paste a reply',
    pastedHint: 'Copy the prompt into any chatbot, paste its answer back, and Assay checks it.',
    device: 'On this device',
    deviceHint: 'A model inside this browser. Your cases stay on this device.',
    api: 'API',
    batch: 'Batch',
    apiHint: 'A model on a server you choose. Assay sends it the cases you judge.',
    noModel: 'No model used',
    person: 'Person',
  },
  mode: {
    label: 'Mode',
    alone: 'Model alone',
    aloneHint: 'The model scores everything. Assay checks it against the facts.',
    assisted: 'Assisted',
    assistedHint: 'Facts set what they can. The model scores only the rest.',
    tellFacts: 'Tell the model what Assay found',
    tellFactsHint: 'The prompt then contains what Assay has found out.',
  },
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  textSize: { label: 'Text size', percent: (size: number) => `${size}%` },
  language: { label: 'Language' },
  setup: {
    label: 'Set up',
    rubric: 'Rubric',
    loadSamples: 'Load sample cases',
    loadingSamples: 'Loading sample cases…',
    newCase: 'New case',
    clearCases: 'Remove all',
    cleared: (count: number) => `${cases(count)} removed.`,
    none: 'No cases yet',
    count: cases,
    judgeAll: 'Judge all',
    judgeThis: 'Judge this case',
    cancel: 'Cancel',
    estimateModel: (tokens: string) => `About ${tokens} tokens to send`,
    estimateRead: (tokens: string) => `About ${tokens} tokens to process`,
  },
  run: runWords,
  start: startWords,
  sheet: {
    runs: 'Runs of this sheet',
    new: 'New sheet',
    ofSamples: (rubric: string, count: number) => `${rubric} · ${count} sample case${count === 1 ? '' : 's'}`,
    loading: (done: number, of: number) =>
      `${done.toLocaleString('en')} of ${of.toLocaleString('en')} cases read`,
    notStored: 'Not stored yet',
    notSaved: 'Not saved.',
    notRead: 'Some results could not be read.',
    conflict: (name: string) => `“${name}” was also edited in another tab`,
    conflictHint: 'Both texts are here. Choose the one to keep.',
    mine: 'Your text, in this tab',
    theirs: 'The text stored by the other tab',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
  },
  results: {
    label: 'Results',
    case: 'Case',
    status: 'Status',
    headline: 'Score',
    verdict: 'Verdict',
    notJudged: 'Not judged',
    outdated: 'Outdated',
    outdatedMeaning: 'The case was edited after it was judged. This result no longer counts.',
    dontHold: (count: number) =>
      count === 1 ? '1 statement doesn’t hold' : `${count} statements don’t hold`,
    dontHoldLabel: 'Statements that don’t hold',
    inCases: (count: number, total: number) => ` in ${count} of ${cases(total)}`,
    passLabel: 'Passed',
    passedDoubtful: (count: number) => `${count} of them inconsistent`,
    criterionSays: (label: string, value: string, differs: boolean) =>
      `${label}: ${value}${differs ? ', contradicted' : ''}`,
    warnings: counted('warning'),
    summary: (count: string) => `${count} judged`,
    waiting: (count: string) => `${count} not judged`,
    mean: (value: string, count: string) => `${value} on average (${count} scored)`,
    tooFew: (count: string) => `Average needs 5 scores (${count} so far)`,
    averages: 'Averages:',
    inconsistentCount: 'Inconsistent judgements are included.',
    noneScored: 'No full scores yet',
    meansOver: 'Averages and rates count fully scored cases only.',
    passRate: (share: string, count: string) => `${share} passed, of ${count}`,
    passCount: (met: string, count: string) => `${met} of ${count} passed`,
    ofStatus: (count: string, status: string) => `${count} ${status}`,
    onlyStatus: (status: string) => `Show only: ${status}`,
    search: 'Search cases',
    searchHint: 'Name, ID and inputs. Key: /',
    filters: 'Filters',
    filtersSet: (count: number) => `Filters (${count})`,
    columns: 'Columns',
    clearFilter: 'Clear',
    shown: (shown: string, total: string) => `${shown} of ${total}`,
    arranging: 'Arranging…',
    all: 'All',
    scoreFrom: 'Score from',
    scoreTo: 'to',
    scoreHint: 'Open scores are left out.',
    failedCheck: 'Statement that doesn’t hold',
    withProblems: 'Problems in the case text',
    noMatchTitle: 'No case matches the filter',
    noMatchBody: 'Clear the filter to see all cases.',
    squares: 'A stronger colour is a higher score. Red corner: facts differ. Hatched: open. Grey: a label.',
    columnsRationale: 'Rationales',
    columnsOriginal: 'From the case',
    rationaleOf: (label: string) => `Rationale: ${label}`,
  },
  form: {
    caseLabel: 'Name of the case',
    optional: 'optional',
    missing: 'This input is required.',
    needs: (names: string, nothingYet: boolean) =>
      `This rubric ${nothingYet ? '' : 'also '}needs: ${names}. Fill them in, then judge.`,
    complete: 'Everything that the rubric needs is filled in.',
    notJson: (line: string, column: string) => `This is not JSON yet: see line ${line}, column ${column}.`,
    singleValue: 'An object or a list in JSON is expected here.',
    notANumber: 'A number is expected here.',
    looksLikeJson: (line: string, column: string) =>
      `This looks like JSON but is not well-formed: see line ${line}, column ${column}.`,
    okJson: 'JSON is well-formed.',
    remove: 'Remove case',
    removed: (label: string) => `“${label}” removed.`,
    untitled: (number: number) => `New case ${number}`,
    characters: (count: string) => `${count} characters`,
  },
  judgement: judgementWords,
  paste: pasteWords,
  import: importWords,
  rubrics: {
    version: (version: string) => `Version ${version}`,
    checks: 'What is checked automatically',
    broken: 'This rubric cannot be used. Its file has these problems:',
  },
  keys: {
    open: 'Keyboard shortcuts',
  },
  problem: {
    panel: 'This part of the page failed',
    panelHint: 'The rest still works. Reload the page if this stays.',
  },
  narrow: { steps: 'Steps', setup: 'Set up', results: 'Results', judgement: 'Judgement' },
  split: 'Width of the judgement',
  status,
  statusMeaning,
  reason,
  cause: asTold(),
  /** What was mended, as the reply's reader names it. */
  repair: (repair: string) => repair,
};

export type Messages = typeof en;
