import { counted, figure, questions } from './count';

const files = counted('file');

export const batchWords = {
  title: 'Batch files',
  intro:
    'For very large runs: export the questions as files, let a batch service answer them, and import the results here later. This page sends nothing.',
  goesOn: 'You can close this. The work continues.',

  out: 'Questions out',
  scope: 'What to ask',
  scopes: {
    all: (count: number) => `All cases, as a new run (${questions(count)})`,
    shown: (count: number) => `The cases the table shows, as a new run (${questions(count)})`,
    rest: (count: number) => `What has no result in this run (${questions(count)})`,
    'rest-and-failed': (count: number) => `What has no score in this run (${questions(count)})`,
  },
  nothing: 'There are no cases to ask about. Load cases first; results can be imported without them.',
  engine: 'Engine',
  engines: { openai: 'OpenAI Batch or vLLM (JSONL)', anthropic: 'Anthropic Message Batches (JSON)' },
  modelHint: 'The name that the engine uses. It is part of every question.',
  sameAsRun: (model: string) => `Asks ${model} in the same words and with the same settings as this run.`,
  mode: 'Mode',
  estimating: 'Estimating the size…',
  estimate: (requests: number, size: string, count: number) =>
    `About ${questions(requests)}, ${size}, in ${files(count)}.`,
  estimateNone: 'Rules decide all of these cases. No model is needed.',
  limit: (requests: number, size: string) => `A file can contain at most ${questions(requests)} or ${size}.`,
  export: 'Export batch',
  writing: (done: number, total: number) => `Writing ${figure(done)} of ${questions(total)}…`,
  cancelled: 'Stopped. No file was written and no run was stored.',
  written: (count: number, requests: number) =>
    `${questions(requests)} in ${files(count)}, in your downloads. The run is in History and waits for its results.`,
  writtenNone: 'No question was left to ask. The run is in History.',
  settled: (count: number) =>
    count === 1
      ? '1 needed no model and is judged already.'
      : `${figure(count)} needed no model and are judged already.`,
  tooLarge: (name: string, most: string) =>
    `The question about “${name}” is larger than a whole file may be (${most}). Shorten the case, or export the others: filter the table and choose the cases that it shows.`,
  saveAgain: 'Save again',
  fileSize: (requests: number, size: string) => `${questions(requests)}, ${size}`,
  next: {
    openai:
      'Next: upload each file to the Batch API with the endpoint /v1/chat/completions, or run it on your cluster:',
    anthropic: 'Next: send each file as the body of a call to',
  },
  refused: {
    'no-model': 'Enter the name of the model.',
    busy: 'This run is at work, here or in another tab: it is being judged, or results are coming in. Cancel or finish that first; what is judged stays.',
    gone: 'This run is no longer stored. Choose to ask all cases as a new run.',
  },
  failed: (message: string) => `The files could not be written: ${message}`,

  in: 'Results in',
  inOf: (run: string) => `Results of ${run}`,
  import: 'Import batch results',
  importHint:
    'Several files at once, in any order, output and error files alike. Assay finds the run they belong to.',
  importHintOf: 'Several files at once, in any order, output and error files alike.',
  drop: 'or drop them here',
  once: 'Results are read and checked like live replies. A malformed reply stays unscored: a batch asks no question twice.',
  reading: (lines: number) => `Reading, ${counted('line')(lines)} so far…`,
  noRun: 'No stored run belongs to these files. Import them in the browser that exported the questions.',
  busy: (run: string) =>
    `“${run}” is being judged, here or in another tab. Cancel or finish it first; what is judged stays.`,
  importing: (run: string) =>
    `Another tab is working with batch files of “${run}”. Wait until it is done; its results appear here too.`,
  readFailed: (message: string, stored: string | null) =>
    `Not all results could be imported: ${message}${stored === null ? '' : ` ${stored}`} You can import the same files again. No result is added twice.`,
  stored: (run: string, done: number, total: number) =>
    `Stored in “${run}”: ${figure(done)} of ${counted('result')(total)}.`,
  done: (run: string) => `Imported into “${run}”.`,
  stopped: (run: string) => `Stopped. What was read until then is stored in “${run}”.`,
  report: 'Import report',
  counts: {
    scored: 'scored',
    failed: 'failed',
    duplicate: 'duplicate',
    unknown: 'unknown',
    outdated: 'outdated question',
    damaged: 'damaged',
    missing: 'still missing',
  },
  meaning: {
    failed: 'The engine or the model gave no usable answer. These are stored without a score.',
    duplicate: 'This case already has a score or a failure. The first score counts.',
    unknown: 'No question of this run has such an id. The line may belong to another run.',
    outdated:
      'The case was edited after the export, or another version of Assay asked differently, so the reply is not used. Undo the edit and import again, or export these again.',
    damaged: 'The line cannot be read as a result.',
    missing: 'No result has come for these yet.',
  },
  requestFiles: (names: string) =>
    `${names}: these are questions, not results. Give them to the engine and import what comes back.`,
  unreadFiles: (names: string) =>
    `${names}: no line can be read as a result. Results are JSON Lines, unpacked: one on each line, as the engine gives them.`,
  list: 'Lines and cases',
  more: (count: number) => `and ${figure(count)} more`,
  line: (file: string, line: number) => `${file}, line ${figure(line)}`,
  sample: (number: number) => `no. ${number}`,
  faults: {
    'not-text': 'not text',
    'not-json': 'not a complete JSON object',
    shape: 'not a result of a known engine',
  },
  openRun: 'Open the run',
  judgeMissing: (count: number) => `Judge ${figure(count)} missing here`,
  askFailed: (count: number) => `Retry ${figure(count)} failed here`,
  exportAgain: 'Export unscored cases again',
};
