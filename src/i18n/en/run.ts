import { cases, figure } from './count';

const unit = (count: number, replies: boolean) =>
  replies ? (count === 1 ? 'reply' : 'replies') : count === 1 ? 'case' : 'cases';

export const runWords = {
  status: 'Run status',
  idle: 'Nothing has been judged yet.',
  running: (done: number, total: number) => `Judging ${figure(done + 1)} of ${figure(total)}…`,
  waiting: (until: string, done: number, total: number) =>
    `The judge’s server is busy. Waiting until ${until}. ${figure(done)} of ${figure(total)} judged.`,
  counting: (counted: number, total: number) =>
    `Counting tokens: ${figure(counted)} of ${figure(total)} questions that may be too long…`,
  noRoom: (count: number, total: number, needed: number, context: number, estimated: boolean) =>
    `${figure(count)} of ${cases(total)} ${count === 1 ? 'does' : 'do'} not fit the judge’s context of ${figure(context)} tokens: the longest needs ${estimated ? 'about ' : ''}${figure(needed)} with its reply. They have not been asked yet. Raise the context and count again, or continue: cases that don’t fit stay unscored as too long.`,
  noRoomInOllama:
    'Ollama would cut them silently. To raise its context, start it with OLLAMA_CONTEXT_LENGTH, or set num_ctx in a Modelfile.',
  goOnWithout: 'Continue without them',
  countAgain: 'Count again',
  finished: (count: number, time: string) => `${cases(count)} judged in ${time}.`,
  finishedByBatch: (count: number) => `${cases(count)} judged.`,
  cancelled: (done: number, total: number, skipped: number) =>
    `Stopped. ${figure(done)} of ${figure(total)} judged${skipped > 0 ? `, ${figure(skipped)} skipped` : ''}. Nothing was lost.`,
  failed: (message: string) => `The run stopped: ${message}`,
  notLoaded: 'A part of this page could not be loaded. Check the connection and try again.',
  paused: (done: number, total: number) => `Paused. ${figure(done)} of ${figure(total)} judged.`,
  waitingForBatch: (done: number, total: number) =>
    `Waiting for batch results. ${figure(done)} of ${figure(total)} judged.`,
  batchFiles: 'Batch files…',
  importBatch: 'Import batch results…',
  judgeRest: 'Judge the rest here',
  judgeSome: (count: number) => `Judge ${figure(count)}`,
  judgeSomeHint: (count: number) => `Try ${figure(count)} random cases first`,
  judgeOthers: 'Judge the rest',
  drawn: (count: number, of: number) => `A random ${figure(count)} of ${cases(of)}`,
  keyToResume: (host: string) => `Enter the API key for ${host} to resume.`,
  awake: 'Keep the screen on during a run',
  slept: (time: string, goesOn: boolean) =>
    `The computer or this tab slept for ${time}.${goesOn ? ' The run continued afterwards.' : ''}`,
  pausedByJudge: (detail: string) =>
    `Paused. The judge cannot continue: ${detail} Nothing was lost. Fix this, then resume.`,
  useless: {
    refused: (count: number) => `${figure(count)} refused`,
    cutOff: (count: number) => `${figure(count)} cut off`,
    malformed: (count: number) => `${figure(count)} of the wrong shape`,
  },
  uselessAdvice: {
    refused: 'Read one of them: the model may not accept such cases, or the wording of this prompt.',
    cutOff:
      'Choose a model with room for longer replies, or one question for each criterion in the run options.',
    malformed: 'Choose a larger model, or one question for each criterion in the run options.',
  },
  pausedByReplies: (useless: number, of: number, why: string, advice: string, left: number) =>
    `Paused. ${useless === of ? `${figure(of)} replies in a row` : `${figure(useless)} of the first ${figure(of)} replies`} could not be used: ${why}. ${advice} Resume continues with the remaining ${figure(left)}.`,
  pausedByStorage: (why: string, done: number, total: number) =>
    `Paused. The browser stopped storing results. ${figure(done)} of ${figure(total)} judged and stored. ${why}`,
  storage: {
    quota:
      'The browser has no space left for this page. Export your results, delete runs in History or free disk space, then try again.',
    unavailable:
      'The browser refused to store or read. Try again. If that doesn’t help, export your results and reload the page.',
    'newer-version':
      'A newer version of Assay now uses the storage. Export your results and reload this tab.',
    damaged: 'The stored data of this run is damaged. Export your results and judge the cases as a new run.',
    missing: 'This run is no longer stored. It may have been deleted in another tab.',
  },
  unstored: (count: number) =>
    `${figure(count)} judged but not stored yet: ${count === 1 ? 'it exists' : 'they exist'} only in this tab. Exports include ${count === 1 ? 'it' : 'them'}. Resume stores ${count === 1 ? 'it' : 'them'} first and does not ask again.`,
  cancelledUnstored: (done: number, total: number) =>
    `Stopped. ${figure(done)} of ${figure(total)} judged and stored.`,
  steppedAside: (done: number, total: number) =>
    `Stopped. This tab runs an older version, and a newer Assay now uses the storage. ${figure(done)} of ${figure(total)} judged and stored. Reload this tab to continue the run.`,
  unstoredHere: (count: number) =>
    `${figure(count)} judged but not stored: export ${count === 1 ? 'it' : 'them'} before you reload.`,
  pausedByTokens: (spent: number, budget: number, done: number, total: number) =>
    `Paused. The budget is used up: ${figure(spent)} of ${figure(budget)} tokens. ${figure(done)} of ${figure(total)} judged. Raise the budget in the run options and resume, or cancel.`,
  pausedByUnknownCost: (budget: string, done: number, total: number) =>
    `Paused. The budget of ${budget} cannot be checked: the cost of a reply in this currency is unknown. ${figure(done)} of ${figure(total)} judged. Enter the price under “Temperature and price”, or remove the budget, then resume.`,
  pausedByMoney: (spent: string, budget: string, done: number, total: number) =>
    `Paused. The budget is used up: ${spent} of ${budget}. ${figure(done)} of ${figure(total)} judged. Raise the budget in the run options and resume, or cancel.`,
  interrupted: (done: number, total: number) =>
    `This run was interrupted. ${figure(done)} of ${figure(total)} judged. Resume continues where it stopped.`,
  elsewhere: {
    judging: (done: number, total: number) =>
      `Another tab is judging these cases: ${figure(done)} of ${figure(total)} judged.`,
    paused: (done: number, total: number) =>
      `Paused in another tab: ${figure(done)} of ${figure(total)} judged.`,
    batch: (done: number, total: number) =>
      `Another tab is importing batch results into this run: ${figure(done)} of ${figure(total)} judged.`,
  },
  otherDesk: (done: number, total: number) =>
    `Another run is in progress: ${figure(done)} of ${figure(total)} judged.`,
  showOther: 'Show it',
  pause: 'Pause',
  resume: 'Resume',
  resuming: 'Resuming…',
  resumeBlocked: 'Another run is in progress in this tab. It must end before this one can continue.',
  judgeBlocked: 'A run in this tab has not ended yet. It must end before another one can start.',
  retryFailed: (count: number, replies: boolean) => `Retry ${figure(count)} failed ${unit(count, replies)}`,
  inReplies: (count: number) => `counted in replies for ${cases(count)}`,
  failedCount: (count: number, replies: boolean) =>
    `${figure(count)} ${unit(count, replies)} without a score`,
  skipped: 'Skipped',
  judgeSkipped: (count: number) => `Judge ${figure(count)} skipped ${unit(count, false)}`,
  atOnce: (count: number) => `${figure(count)} at once`,
  fewerAtOnce: {
    busy: (count: number, chosen: number) =>
      `${figure(count)} of ${figure(chosen)} at once: the server is turning requests away`,
    connections: (count: number) =>
      `${figure(count)} at once: over plain HTTP, the browser opens no more connections to a server`,
  },
  rate: (perSecond: string) => `${perSecond} a second`,
  time: {
    milliseconds: (count: string) => `${Math.max(0.1, Number(count) / 1000).toFixed(1)} s`,
    seconds: (count: string) => `${count} s`,
    minutes: (count: string) => `${count} min`,
    hours: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
  },
  left: (time: string) => `${time} left`,
  tokens: (count: string) => `${count} tokens`,
  cached: (count: string) => `${count} of them cached`,
  written: (count: string) => `${count} put in the cache`,
  writesAsSent: (cost: string) => `${cost}, the price of cache writes is unknown`,
  estimatedCost: (cost: string) => `about ${cost}, partly from estimated tokens`,
  computed: (cost: string) => `${cost}, computed from the price`,
  title: (percent: number) => `${percent} % judged`,
  titlePaused: 'Paused',
  wrongJudge: (model: string) =>
    `This run used ${model}. Set up that judge to continue, or judge the remaining cases as a new run.`,
  nothingToJudge: 'Every case is already judged with these settings.',
  judgeAgain: 'Judge all again as a new run',
  restAsNewRun: 'Judge the rest as a new run',
  options: 'Run options',
  samples: 'Times per case',
  samplesHint:
    'Each time with another seed. Every reply is kept. You also see the mean, the spread and the majority.',
  timeout: 'Time limit per case (seconds)',
  wholeWrong: (least: number, most: number, stands: number) =>
    `Enter a whole number from ${least} to ${most}. Until then, ${stands} counts.`,
  notify: 'Notify when a run ends',
  notifyTitles: {
    finished: 'Assay: the run has ended',
    paused: 'Assay: the run is paused',
    failed: 'Assay: the run has failed',
  },
  /** `paused`: and not interrupted. */
  unfinished: (run: string, paused: boolean, done: number, total: number) =>
    `${run} ${paused ? 'is paused' : 'was interrupted'}: ${figure(done)} of ${figure(total)} judged.`,
  underWayElsewhere: (run: string) => `${run} is in progress in another tab.`,
  follow: 'Watch it',
  namedRun: (title: string) => `“${title}”`,
  begunAt: (time: string) => `started ${time}`,
  unfinishedLabel: 'Unfinished runs',
  opening: 'Opening…',
  leaveUnfinished: 'Not now',
  notKept: 'This browser does not let the page store anything. Your runs are lost when the tab closes.',
  noLocks:
    'This page was not loaded over https, so tabs cannot see each other’s runs. Keep Assay open in one tab only.',
  outdated: 'A newer version of Assay is open in another tab. Reload this one: it no longer stores anything.',
  blocked:
    'An older version of Assay is open in another tab. Close that tab and this one continues. Nothing stored is lost.',
  reload: 'Reload',
  loading: 'Reading the judgement…',
  unreadable: (why: string) => `This judgement cannot be read. ${why}`,
  unreadableDamaged: 'The stored judgement is damaged. Other cases are not affected. Judge this case again.',
  samplesTitle: 'Judged several times',
  sampleName: (number: number) => `No. ${number}`,
  samplesScored: (scored: number, all: number) => `${scored} of ${all} have a score`,
  sampleStands: (name: string) =>
    `${name} represents the case in the table, averages and comparisons: it is the first with a score.`,
  noSampleStands: 'The case counts as unscored.',
  severalTimes: (count: number) =>
    `Each case is asked ${count} times. Its first reply with a score represents it here. Progress counts every reply.`,
  mean: 'Mean',
  spread: 'Spread',
  majority: 'Majority',
  tie: (values: string) => `Tie: ${values}`,
  votes: (count: number, of: number) => `${count} of ${of}`,
  lowHigh: (low: string, high: string) => `${low} to ${high}`,
};
