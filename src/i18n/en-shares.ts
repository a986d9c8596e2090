const figure = (count: number) => count.toLocaleString('en');

/** Words for tables whose rows come from several runs. */
export const shareWords = {
  label: 'Runs of these rows',
  alike: (runs: number) =>
    `These rows are from ${figure(runs)} runs that asked alike. Figures are over all of them.`,
  unlike: (runs: number) =>
    `These rows are from ${figure(runs)} runs that did not ask alike: there is no mean over all of them.`,
  /** Which run: `this` is the one that the table stands for. */
  this: (rows: number) => `${figure(rows)} from this run`,
  other: {
    earlier: (rows: number) => `${figure(rows)} from an earlier run`,
    later: (rows: number) => `${figure(rows)} from a later run`,
    one: (rows: number) => `${figure(rows)} from one run`,
  },
  others: (rows: number, runs: number, theOther: boolean) =>
    `${figure(rows)} from ${figure(runs)} ${theOther ? 'other ' : ''}runs`,
  version: (version: string) => `rubric version ${version}`,
  span: (from: string, to: string) => `${from} – ${to}`,
  only: 'Show only these rows',
  open: 'Open that run',
};
