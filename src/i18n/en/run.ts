function cases(count: number): string {
  return count === 1 ? '1 case' : `${count.toLocaleString('en')} cases`;
}

const figure = (count: number) => count.toLocaleString('en');

export const runWords = {
  status: 'Run status',
  idle: 'Nothing has been judged yet.',
  running: (done: number, total: number) => `Judging ${figure(done + 1)} of ${figure(total)}…`,
  waiting: (until: string, done: number, total: number) =>
    `The judge’s server takes no more for now: waiting until ${until}. ${figure(done)} of ${figure(total)} judged.`,
  counting: (counted: number, total: number) =>
    `Counting tokens: ${figure(counted)} of ${figure(total)} questions that may be too long…`,
  noRoom: (count: number, total: number, needed: number, context: number, estimated: boolean) =>
    `${figure(count)} of ${cases(total)} ${count === 1 ? 'does' : 'do'} not fit the judge’s context of ${figure(context)} tokens: the longest needs ${estimated ? 'about ' : ''}${figure(needed)} with its reply. They have not been asked yet. Raise the context and count again, or go on: what does not fit ends without a score, as too long.`,
  noRoomInOllama:
    'Ollama would cut them without a word. To raise its context, start it with OLLAMA_CONTEXT_LENGTH, or set num_ctx in a Modelfile.',
  goOnWithout: 'Go on without them',
  countAgain: 'Count again',
  finished: (count: number, time: string) => `${cases(count)} judged in ${time}.`,
  finishedByBatch: (count: number) => `${cases(count)} judged.`,
  cancelled: (done: number, total: number) =>
    `Cancelled. ${figure(done)} of ${figure(total)} judged; nothing was lost.`,
  failed: (message: string) => `The run stopped: ${message}`,
  notLoaded: 'A part of this page could not be loaded. Check the connection and try again.',
  paused: (done: number, total: number) => `Paused. ${figure(done)} of ${figure(total)} judged.`,
  waitingForBatch: (done: number, total: number) =>
    `Waiting for batch results. ${figure(done)} of ${figure(total)} judged.`,
  batchFiles: 'Batch files…',
  importBatch: 'Import batch results…',
  judgeRest: 'Judge the rest here',
  pausedByJudge: (detail: string) =>
    `Paused, because the judge cannot go on: ${detail} Nothing was lost: when that is mended, resume.`,
  pausedByStorage: (why: string, done: number, total: number) =>
    `Paused, because the browser would not store more. ${figure(done)} of ${figure(total)} judged and stored. ${why}`,
  storage: {
    quota:
      'There is no more space for this page: export what is judged, delete runs in History or free disk space, then try again.',
    unavailable:
      'The browser refused to store or read: try again, and if that does not help, export what is judged and reload the page.',
    'newer-version': 'A newer Assay has taken over the storage: export what is judged and reload this tab.',
    damaged:
      'What is stored of this run cannot be read: export what is judged and judge the cases as a new run.',
    missing: 'This run is no longer stored; it may have been deleted in another tab.',
  },
  unstored: (count: number) =>
    `${figure(count)} judged and not stored yet: ${count === 1 ? 'it is' : 'they are'} in this tab only. Exports have ${count === 1 ? 'it' : 'them'}, and a resumed run stores ${count === 1 ? 'it' : 'them'} first and does not ask again.`,
  cancelledUnstored: (done: number, total: number) =>
    `Cancelled. ${figure(done)} of ${figure(total)} judged and stored.`,
  steppedAside: (done: number, total: number) =>
    `Stopped: this tab is of an older version, and a newer Assay has taken over the storage. ${figure(done)} of ${figure(total)} judged and stored. Reload this tab: the run can be continued there.`,
  unstoredHere: (count: number) =>
    `${figure(count)} judged and not stored: export ${count === 1 ? 'it' : 'them'} before you reload.`,
  pausedByTokens: (spent: number, budget: number, done: number, total: number) =>
    `Paused, because the budget is used up: ${figure(spent)} of ${figure(budget)} tokens. ${figure(done)} of ${figure(total)} judged. Raise the budget in the run options and resume, or cancel.`,
  pausedByUnknownCost: (budget: string, done: number, total: number) =>
    `Paused, because the budget of ${budget} cannot be held: what replies cost in its currency is not known. ${figure(done)} of ${figure(total)} judged. Enter the price under “Temperature and price”, or take the budget away, and resume.`,
  pausedByMoney: (spent: string, budget: string, done: number, total: number) =>
    `Paused, because the budget is used up: ${spent} of ${budget}. ${figure(done)} of ${figure(total)} judged. Raise the budget in the run options and resume, or cancel.`,
  interrupted: (done: number, total: number) =>
    `This run was interrupted. ${figure(done)} of ${figure(total)} judged; it can go on where it was.`,
  elsewhere: {
    judging: (done: number, total: number) =>
      `Another tab judges these cases: ${figure(done)} of ${figure(total)} judged.`,
    paused: (done: number, total: number) =>
      `Paused in another tab: ${figure(done)} of ${figure(total)} judged.`,
    batch: (done: number, total: number) =>
      `Another tab takes batch results into this run: ${figure(done)} of ${figure(total)} judged.`,
  },
  otherDesk: (done: number, total: number) =>
    `Another run is going on: ${figure(done)} of ${figure(total)} judged.`,
  showOther: 'Show it',
  pause: 'Pause',
  resume: 'Resume',
  resuming: 'Resuming…',
  resumeBlocked: 'Another run is going on in this tab. It must end before this one can go on.',
  judgeBlocked: 'A run is under way in this tab. It must end before another one can begin.',
  retryFailed: (count: number, what: string) => `Ask again for ${figure(count)} failed${what}`,
  inReplies: (count: number) => `counted in replies for ${cases(count)}`,
  failedCount: (count: number, what: string) => `${figure(count)}${what} without a score`,
  ofCases: '',
  replies: (count: number): string => (count === 1 ? ' reply' : ' replies'),
  rate: (perSecond: string) => `${perSecond} a second`,
  time: {
    milliseconds: (count: string) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
    minutes: (count: string) => `${count} min`,
    hours: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
  },
  left: (time: string) => `${time} left`,
  tokens: (count: string) => `${count} tokens`,
  cached: (count: string) => `${count} of them cached`,
  written: (count: string) => `${count} put in the cache`,
  writesAsSent: (cost: string) => `${cost}, the price of cache writes is not known`,
  estimatedCost: (cost: string) => `about ${cost}, partly from estimated tokens`,
  computed: (cost: string) => `${cost}, computed from the price`,
  title: (percent: number) => `${percent} % judged`,
  titlePaused: 'Paused',
  wrongJudge: (model: string) =>
    `This run asked ${model}. Set up that judge to go on, or judge what has no score yet as a new run.`,
  nothingToJudge: 'Every case is already judged with these settings.',
  judgeAgain: 'Judge all again as a new run',
  restAsNewRun: 'Judge the rest as a new run',
  options: 'Run options',
  samples: 'Times per case',
  samplesHint:
    'Each time with another seed. Every reply is kept; mean, spread and majority stand beside them.',
  timeout: 'Time limit per case (seconds)',
  timeoutHint: '1 or more. Empty waits as long as it takes.',
  timeoutWrong: (most: string) => `Enter 1 to ${most} seconds, or leave it empty for no limit.`,
  timeoutStands: (seconds: string) => `Until then, the limit is ${seconds} s.`,
  timeoutStandsNone: 'Until then, there is no limit.',
  wholeWrong: (least: number, most: number, stands: number) =>
    `Enter a whole number from ${least} to ${most}. Until then, ${stands} counts.`,
  notify: 'Notify when a run ends',
  notifyFailed: (message: string) =>
    `The browser did not show the notification that the run had ended: ${message}`,
  notifyNoReason: 'it does not say why.',
  notifyRefused: 'Notifications are blocked for this page in the browser’s settings.',
  notifyTitles: {
    finished: 'Assay: the run has ended',
    paused: 'Assay: the run is paused',
    failed: 'Assay: the run has failed',
  },
  /** `paused`: and not interrupted. */
  unfinished: (run: string, paused: boolean, done: number, total: number) =>
    `${run} ${paused ? 'is paused' : 'was interrupted'}: ${figure(done)} of ${figure(total)} judged.`,
  underWayElsewhere: (run: string) => `${run} is under way in another tab.`,
  follow: 'Follow it',
  namedRun: (title: string) => `“${title}”`,
  begunAt: (time: string) => `begun ${time}`,
  unfinishedLabel: 'Unfinished runs',
  openUnfinished: 'Open',
  opening: 'Opening…',
  leaveUnfinished: 'Leave it',
  notKept: 'This browser does not let the page store anything: runs are gone when the tab closes.',
  noLocks:
    'This page has no secure address, so tabs cannot see each other’s runs. Keep Assay open in one tab only.',
  outdated: 'A newer Assay is open in another tab. Reload this one: nothing is stored from here any more.',
  blocked:
    'An older Assay is open in another tab. Close that tab: this one then goes on by itself, and everything stored stays.',
  reload: 'Reload',
  loading: 'Reading the judgement…',
  unreadable: (why: string) => `This judgement cannot be read. ${why}`,
  unreadableDamaged:
    'What is stored of it is damaged; the other cases are unharmed. Judge this case again to have a new one.',
  samplesTitle: 'Judged several times',
  sampleName: (number: number) => `No. ${number}`,
  samplesScored: (scored: number, all: number) => `${scored} of ${all} have a score`,
  sampleStands: (name: string) =>
    `${name} stands for the case in the table, in means and in comparisons: it is the first with a score.`,
  noSampleStands: 'So the case counts as one without a score.',
  severalTimes: (count: number) =>
    `Each case is asked ${count} times. Here its first reply with a score stands for it; progress counts every reply.`,
  mean: 'Mean',
  spread: 'Spread',
  majority: 'Majority',
  tie: (values: string) => `Tie: ${values}`,
  votes: (count: number, of: number) => `${count} of ${of}`,
  lowHigh: (low: string, high: string) => `${low} to ${high}`,
};
