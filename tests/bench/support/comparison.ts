/** Two ways to do the same work on the same data, to be measured side by side. */
export interface Comparison {
  name: string;
  /** The unit of work that times are given for, e.g. `one reply of 1,490 characters`. */
  unit: string;
  /** How many units one run does: all of the data, so that every run does the same. */
  unitsPerRun: number;
  subject: Contender;
  baseline: Contender;
}

export interface Contender {
  name: string;
  /** What it returns is looked at, so that nothing of it can be left out as unused. */
  run: () => unknown;
}
