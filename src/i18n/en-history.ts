function runs(count: number): string {
  return count === 1 ? '1 run' : `${count.toLocaleString('en')} runs`;
}

/** Words for the list of runs, run files and what the browser keeps. */
export const historyWords = {
  title: 'History',
  list: 'Runs',
  loading: 'Reading the stored runs…',
  emptyTitle: 'No runs yet',
  empty:
    'Every run is kept in this browser: its cases, its rubric as it was, and each judgement. Judge some cases, or bring in a run file from a colleague.',
  goJudge: 'Go to the Workbench',
  search: 'Search runs',
  searchHint: 'Name, note, rubric and model',
  count: runs,
  found: (shown: string, total: string) => `${shown} of ${total}`,
  noMatch: 'No run matches the search. All runs are still there.',
  clearSearch: 'Clear the search',
  more: (count: string) => `Show ${count} more`,
  unreadable: (message: string) => `The stored runs cannot be read: ${message}`,
  tryAgain: 'Try again',

  cases: (count: number) => (count === 1 ? '1 case' : `${count.toLocaleString('en')} cases`),
  byCriterion: 'one criterion per question',
  times: (count: number) => `${count} times per case`,
  imported: 'Imported',
  importedAt: (time: string) => `From a file, ${time}`,
  pinned: 'Pinned',
  progress: (done: string, total: string) => `${done} of ${total} judged`,
  progressReplies: (done: string, total: string) => `${done} of ${total} replies judged`,
  byReply: (count: string) => `Counted by reply, not by case: ${count}`,
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
    elsewhereNoSpace: 'Paused in another tab: no space',
    paused: 'Paused',
    batch: 'Waiting for results',
    interrupted: 'Interrupted',
    finished: 'Finished',
    cancelled: 'Cancelled',
  },

  open: 'Open',
  resume: 'Resume',
  batchResults: 'Import batch results',
  resumeBusy: 'Another run is going on in this tab. It must end before this one can go on.',
  edit: 'Name and note',
  name: 'Name',
  note: 'Note',
  save: 'Save',
  cancel: 'Cancel',
  pin: 'Pin',
  unpin: 'Unpin',
  exportFile: 'Export run file',
  remove: 'Delete',
  of: (action: string, run: string) => `${action}: ${run}`,
  removed: (name: string) => `“${name}” deleted.`,
  undo: 'Undo',
  busy: (name: string) =>
    `“${name}” is being judged, here or in another tab, and was not deleted. Cancel the run first.`,
  gone: (name: string) => `“${name}” is no longer stored. It may have been deleted in another tab.`,
  notOpened: (name: string, message: string) => `“${name}” cannot be opened: ${message}`,
  notRemoved: (name: string, message: string) => `“${name}” could not be deleted: ${message}`,
  notChanged: (name: string, message: string) => `“${name}” could not be changed: ${message}`,
  storage: {
    quota: 'the browser gives this page no more space. Delete runs you no longer need, and try again.',
    unavailable: 'the browser refused to store or read. Reload the page and try again.',
    'newer-version':
      'a newer Assay is open in another tab. Reload this one; everything stored is still there.',
    damaged:
      'what is stored of it cannot be read. If it was exported, import that file; otherwise delete the run.',
    missing: 'it is no longer stored. It may have been deleted in another tab.',
  },
  damagedTitle: (count: number) => `${runs(count)} cannot be read`,
  damaged:
    'What the browser stored is damaged; all other runs are unharmed. Deleting it frees the space; nothing else can be done with it.',
  damagedRun: (id: string) => `Run ${id}`,

  compare: 'Compare',
  compareHint: 'Tick two runs to compare them.',
  compareOne: 'Tick one more run to compare them.',
  compareMany: 'Only two runs can be compared: untick the others.',
  choose: (run: string) => `Compare: ${run}`,

  importFile: 'Import run file',
  drop: 'Drop a run file here',
  writing: (name: string) => `Writing “${name}” to a file…`,
  reading: (name: string) => `Reading ${name}…`,
  cancelFile: 'Stop',
  written: (name: string, lacksSome: boolean) =>
    `${name} is in your downloads. It holds the cases, the rubric and every ${lacksSome ? 'stored ' : ''}judgement.`,
  writtenUnstored: (count: number) =>
    `${count.toLocaleString('en')} judged and not stored yet ${count === 1 ? 'is' : 'are'} not in it: the exports of the Workbench have ${count === 1 ? 'it' : 'them'}.`,
  writtenWithout: (name: string, rows: string) =>
    `${name} is in your downloads, without the judgements of these rows, which cannot be read as they are stored: ${rows}.`,
  notWritten: (name: string, message: string) => `“${name}” could not be written to a file: ${message}`,
  holdsKey:
    'the judge’s settings hold something that looks like a key, and keys never leave this browser in a file.',
  taken: (name: string) => `“${name}” was imported.`,
  takenCopy: (name: string) =>
    `“${name}” was imported as a copy: the same run is here already, and was not changed.`,
  copyTitle: (name: string) => `${name} (copy)`,
  writingCancelled: 'Stopped. No file was written.',
  readingCancelled: 'Stopped. Nothing was imported.',
  notRead: (name: string, message: string) => `${name} could not be imported: ${message}`,
  fileGone: 'the file can no longer be read. Choose it again.',
  oneAtATime: 'Import one run file at a time.',
  refusedTitle: (name: string) => `${name} was not imported`,
  refusedNothing: 'Nothing of it was stored. Ask whoever sent it to export the run again.',
  dismiss: 'Close',
  refused: {
    notARunFile:
      'This is not a run file of Assay. Cases and scored tables are brought in on the Workbench with Upload cases.',
    newerFormat: (format: string) =>
      `It was written by a newer Assay (${format}). Reload this page to get the newest one, and try again.`,
    cannotUnpack:
      'It is packed, and this browser cannot unpack it. Unpack it (gunzip) and import the result.',
    cutOff: (lines: string) =>
      lines === '0'
        ? 'The file ends in its first line: it was cut off.'
        : `The file was cut off: it ends after line ${lines}.`,
    damagedPacking: (lines: string) =>
      lines === '0'
        ? 'The packed file is damaged: its bytes were changed, and none of its lines can be unpacked.'
        : `The packed file is damaged: its bytes were changed, and it cannot be unpacked beyond line ${lines}.`,
    line: {
      'not-text': (line: string) => `Line ${line} is damaged: it holds bytes that are no text.`,
      'not-json': (line: string) => `Line ${line} is damaged: it cannot be read.`,
      checksum: (line: string) =>
        `Line ${line} was changed after the file was written: its checksum is wrong.`,
      shape: (line: string) => `Line ${line} does not have the form that a run file has there.`,
      reference: (line: string) => `Line ${line} refers to something that the file does not have.`,
      'after-end': (line: string) => `Line ${line} stands after the end of the run.`,
    },
    row: {
      case: {
        twice: (line: string) => `Line ${line}: this case was there before.`,
        missing: (line: string) => `Line ${line}: a case that should stand before it is missing.`,
        unknown: (line: string) => `Line ${line}: there are more cases than the run has.`,
      },
      result: {
        twice: (line: string) => `Line ${line}: this result was there before.`,
        missing: (line: string) => `Line ${line}: a result that should stand before it is missing.`,
        unknown: (line: string) => `Line ${line}: this result is of a case that the run does not have.`,
      },
    },
    rubric: 'The rubric in the file has errors, so its judgements cannot be shown.',
    otherRubric: (expected: string, got: string) =>
      `The run was judged by ${expected}, but the file brings ${got}.`,
    foreign: {
      rubric: (line: string) => `Line ${line}: this judgement was made by another rubric.`,
      case: (line: string) => `Line ${line}: this judgement is of another case.`,
      criteria: (line: string) => `Line ${line}: this judgement has other criteria than the rubric.`,
      digest: (line: string) => `Line ${line}: this judgement and its summary contradict each other.`,
    },
  },

  size: (size: string) => `${size} before packing`,
  used: (used: string, allowed: string) =>
    `${used} of ${allowed} used by this page, as the browser estimates`,
  usedOnly: (used: string) => `${used} used by this page, as the browser estimates`,
  usedMeans:
    'The estimate covers runs, models and the page itself as the browser packs them on the disk. The size beside a run is that of its text, before packing.',
  usedUnknown: 'This browser does not say how much space is used.',
  kept: 'The browser deletes nothing by itself.',
  atRisk: 'The browser may delete everything stored here when the disk is full.',
  askToKeep: 'Ask the browser to keep it',
  keepRefused: 'The browser did not agree. Export what you must not lose.',
  removeAll: 'Delete all runs',
  removeAllTitle: (count: number) => `Delete ${runs(count)}?`,
  removeAllBody:
    'Their cases, judgements and replies are removed from this browser. This cannot be undone. Export first what you want to keep.',
  removeAllYes: 'Delete all',
  removeAllNo: 'Keep them',
  removedAll: (count: number) => `${runs(count)} deleted.`,
  stayed: (count: number) => `${runs(count)} stayed, being judged here or in another tab.`,
  restStayed: (message: string) => `The rest stayed: ${message}`,
};
