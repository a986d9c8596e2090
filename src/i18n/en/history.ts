const figure = (count: number) => count.toLocaleString('en');
const counted = (one: string, many: string) => (count: number) =>
  count === 1 ? `1 ${one}` : `${figure(count)} ${many}`;
const sheets = counted('sheet', 'sheets');
const runs = counted('run', 'runs');

export const historyWords = {
  list: 'Sheets',
  loading: 'Reading your sheets…',
  emptyTitle: 'No sheets yet',
  empty:
    'Assay keeps every sheet in this browser: its cases, its runs, and each rubric as it was. Judge some cases, or open a colleague’s sheet file.',
  goJudge: 'Go to the Workbench',
  search: 'Search sheets',
  searchHint: 'Title, file, note, rubric, model, case id',
  searching: 'Searching case ids…',
  found: (shown: string, total: string) => `${shown} of ${total}`,
  noMatch: 'No sheet matches the search.',
  clearSearch: 'Clear search',
  more: (count: string) => `Show ${count} more`,
  unreadable: (message: string) => `Your sheets cannot be read: ${message}`,

  sheets,
  runs,
  cases: counted('case', 'cases'),
  sheet: 'Sheet',
  noRuns: 'No runs yet',
  runsOf: (sheet: string) => `Runs of ${sheet}`,
  changed: (time: string) => `Changed ${time}`,
  person: 'Person',
  byCriterion: 'one criterion per question',
  times: (count: number) => `${count} times per case`,
  imported: 'From a file',
  importedAt: (time: string) => `From a file, ${time}`,
  pinned: 'Pinned',
  average: (count: string) => `average of ${count} ${count === '1' ? 'case' : 'cases'}`,
  progress: (done: string, total: string) => `${done} of ${total} judged`,
  took: (time: string) => `took ${time}`,
  state: {
    here: 'Running',
    herePaused: 'Paused here',
    elsewhere: {
      judging: 'Running in another tab',
      paused: 'Paused in another tab',
      batch: 'Importing results in another tab',
    },
    hereNoSpace: 'Paused here: no space',
    paused: 'Paused',
    batch: 'Waiting for batch results',
    interrupted: 'Interrupted',
    cancelled: 'Cancelled',
  },

  opening: 'Opening…',
  actions: 'More actions',
  details: 'Details',
  batchResults: 'Import batch results',
  resumeBusy: 'Another run is in progress in this tab. Wait until it ends, or cancel it.',
  edit: 'Rename and note',
  name: 'Name',
  note: 'Note',
  save: 'Save',
  cancel: 'Cancel',
  pin: 'Pin',
  unpin: 'Unpin',
  exportFile: 'Export sheet file',
  exportRun: 'Export sheet file with this run only',
  removeSheet: 'Delete sheet',
  removeRun: 'Delete run',
  of: (action: string, name: string) => `${action}: ${name}`,
  removed: {
    sheet: (name: string) => `Sheet “${name}” deleted.`,
    run: (name: string) => `Run “${name}” deleted.`,
  },
  busy: {
    sheet: (name: string) =>
      `“${name}” was not deleted. One of its runs is in progress, here or in another tab. Cancel that run first.`,
    run: (name: string) =>
      `“${name}” was not deleted. The run is in progress, here or in another tab. Cancel it first.`,
  },
  gone: (name: string) => `“${name}” is no longer stored. It may have been deleted in another tab.`,
  notOpened: (name: string, message: string) => `“${name}” cannot be opened: ${message}`,
  notRemoved: (name: string, message: string) => `“${name}” could not be deleted: ${message}`,
  notChanged: (name: string, message: string) => `“${name}” could not be changed: ${message}`,
  storage: {
    quota: 'the browser gives this page no more space. Delete sheets you no longer need, and try again.',
    unavailable: 'the browser refused to store or read. Reload the page and try again.',
    'newer-version':
      'a newer Assay is open in another tab. Reload this one; everything stored is still there.',
    damaged: 'its stored data is damaged. If you exported it, open that file; otherwise delete it.',
    missing: 'it is no longer stored. It may have been deleted in another tab.',
  },
  damagedTitle: (sheetCount: number, runCount: number) =>
    `${[...(sheetCount > 0 ? [sheets(sheetCount)] : []), ...(runCount > 0 ? [runs(runCount)] : [])].join(' and ')} cannot be read`,
  damaged: 'The stored data is damaged. Nothing else is affected. Delete it to free the space.',
  damagedName: { sheet: (id: string) => `Sheet ${id}`, run: (id: string) => `Run ${id}` },

  compare: 'Compare',
  compareHint: 'Choose two runs to compare.',
  compareOne: 'Choose one more run.',
  compareMany: 'Choose only two runs.',
  choose: (run: string) => `Compare: ${run}`,

  used: (used: string, allowed: string) => `${used} of ${allowed} used by this page (browser’s estimate)`,
  usedOnly: (used: string) => `${used} used by this page (browser’s estimate)`,
  usedMeans: 'Includes sheets, models and the page itself.',
  usedUnknown: 'This browser does not say how much space is used.',
  kept: 'Protected from automatic deletion.',
  atRisk: 'The browser may delete it when the disk is full.',
  askToKeep: 'Protect from automatic deletion',
  keepRefused: 'The browser said no. Export what you must not lose.',
  removeAll: 'Delete all sheets',
  removeAllTitle: (count: number) => `Delete ${sheets(count)}?`,
  removeAllBody:
    'Their cases, runs and judgements are deleted from this browser. You cannot undo this. Export what you want to keep first.',
  removeAllYes: 'Delete all',
  removeAllNo: 'Keep them',
  removedAll: (count: number) => `${sheets(count)} deleted.`,
  stayed: (count: number) =>
    `${sheets(count)} kept, because ${count === 1 ? 'a run is' : 'runs are'} in progress here or in another tab.`,
  restStayed: (message: string) => `The others were kept: ${message}`,
};
