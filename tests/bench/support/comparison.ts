/** Two ways to do the same work on the same data, to be measured side by side. */
export interface Comparison {
  name: string;
  /** What one call works on, e.g. `1 reply of 2,310 characters`. */
  work: string;
  subject: Contender;
  baseline: Contender;
}

export interface Contender {
  name: string;
  /** One unit of work. What it returns is looked at, so that nothing of it can be left out as unused. */
  run: () => unknown;
}
