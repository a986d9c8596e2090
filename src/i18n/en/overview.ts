import { cases, figure } from './count';

export const overviewWords = {
  exampleReplies: 'Example replies: written for the demo, not by a model you chose.',
  noneHint: 'Add cases and judge them. Their pictures appear here.',
  notJudged: 'Nothing judged yet',
  notJudgedHint: (count: number) =>
    `${cases(count)} ${count === 1 ? 'is' : 'are'} waiting. Press “Judge all”.`,
  rulesOnly: 'No model used: these scores are what rules can check.',
  outdated: (count: number) =>
    `${cases(count)} edited after being judged: ${count === 1 ? 'it counts' : 'they count'} as not judged.`,
  unscored: (count: number) =>
    `${cases(count)} could not be scored and ${count === 1 ? 'is' : 'are'} in no figure.`,
  sentence: {
    pass: (met: string, of: string, word: string) => `${met} of ${of} scored cases are “${word}”.`,
    passed: (met: string, of: string) => `${met} of ${of} scored cases pass.`,
    mean: (value: string, count: number, doubtful: number, open: number) =>
      `${value} on average over ${cases(count)}${doubtful > 0 ? `, ${figure(doubtful)} of them contradicted` : ''}.${open > 0 ? ` ${cases(open)} with an open score ${open === 1 ? 'is' : 'are'} not in it.` : ''}`,
    verdict: (word: string, count: string, of: string) => `Most often: ${word}, in ${count} of ${of} cases.`,
    scored: (count: string, of: string) =>
      `${count} of ${of} case${of === '1' ? ' has' : 's have'} a certain score.`,
    waiting: (count: number) => `${cases(count)} ${count === 1 ? 'is' : 'are'} not judged yet.`,
    contradicted: (count: number, of: number, places: readonly string[]) =>
      `In ${figure(count)} of ${cases(of)} the judge contradicts the facts or itself${places.length === 0 ? '.' : `, most often on ${places.map((place) => `“${place}”`).join(' and ')}.`}`,
    sound: 'No statement was contradicted.',
  },
  passRate: 'Pass rate',
  ofCount: (of: string) => `of ${of}`,
  doubtful: (verdict: string) => `${verdict}, but contradicted`,
  certain: (verdict: string) => `${verdict} for certain, points open`,
  scores: (label: string | null) => `${label ?? 'Scores'}, one dot per case`,
  scoresMany: (label: string | null) => `${label ?? 'Scores'}, counted in steps`,
  dots: { sound: '● upheld', doubtful: '○ contradicted', open: '─ still open' },
  dotsNote: 'Select a dot to open its case.',
  binsNote: (count: string) => `Too many dots to tell apart, so ${count} cases are counted in steps.`,
  binsDoubtful: (count: number) => `Hatched red: ${cases(count)} contradicted.`,
  binsOpen: (count: number) =>
    `Hatched purple: ${cases(count)} with an open score, in every step where it may end.`,
  possibly: (count: string) => `, and ${count} that may end there`,
  possible: 'May end there',
  noScores: 'No score yet',
  openScores: (count: number) => `${cases(count)} still open, not drawn.`,
  passMark: (score: string) => `${score} pass`,
  scored: (count: string, open: string) => `${count} scored, ${open} still open`,
  scoreOf: (name: string, score: string, state: string) => `${name}: ${score}${state}`,
  contradicted: ', contradicted',
  scoreBetween: (from: string, to: string) => `Score ${from}–${to}`,
  scoreFrom: (from: string, to: string) => `Score ${from} to under ${to}`,
  counted: (label: string, count: string, of: string) => `${label}: ${count} of ${of}`,
  facts: 'Judge against facts',
  factsNote: 'Counts each criterion that the judge scored.',
  byRules: 'Settled by rules alone',
  against: { agree: 'Agree', differ: 'Differ', silent: 'Cannot be checked' },
  inCases: (count: number) => ` in ${cases(count)}`,
  map: 'Cases × criteria',
  mapTitle: (count: number, criteria: number) =>
    `${cases(count)} by ${criteria} ${criteria === 1 ? 'criterion' : 'criteria'}.`,
  mapOrder: (label: string, ranges: boolean) =>
    `Sorted by “${label}”, highest first${ranges ? '; a range by its lower end' : ''}.`,
  mapGrouped: 'Grouped by verdict, the most frequent first.',
  mapNote: 'Arrow keys move, Enter opens the case.',
  mapMany: (count: string) => `All ${count} cases: scroll, or use the arrow keys. Enter opens the case.`,
  mapCut: (shown: string, of: string) => `The first ${shown} of ${of} cases.`,
  legend: {
    low: 'Lowest',
    high: 'highest level',
    differs: 'facts differ',
    open: 'open',
    plain: 'answer without a level',
  },
  cell: (criterion: string, value: string, differs: boolean) =>
    `${criterion}: ${value}${differs ? ', facts differ' : ''}`,
  /** A check whose title says what should be. */
  notSo: (title: string) => `“${title.replaceAll('“', '‘').replaceAll('”', '’')}” doesn’t hold`,
  notAsFacts: (label: string) => `${label} differs from the facts`,
  notItsParts: (label: string) => `${label} doesn’t follow from the judge’s own scores`,
  andOthers: (failure: string, more: number) =>
    more === 0 ? failure : `${failure}, and ${figure(more)} other ${more === 1 ? 'statement' : 'statements'}`,
  problems: 'What doesn’t hold, most often',
  problemsNote: (of: string, more: number) =>
    `Share of all ${of} cases. Select one to filter the table.${more > 0 ? ` ${figure(more)} more in the table’s filters.` : ''}`,
  filtered: (shown: string) => `The table is filtered: ${shown}`,
  problemsNone: 'Everything that could be checked holds.',
  unchecked: 'No rule can check this.',
  count: 'Cases',
};
