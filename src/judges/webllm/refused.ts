import type { DeviceProblem, FileFlaw } from '../../core/model/device';

/** Ends the work on a model's files. Whoever began that work makes a value of it. */
export class Refused extends Error {
  readonly problem: DeviceProblem;
  constructor(problem: DeviceProblem) {
    super(problem.said);
    this.problem = problem;
  }
}

/** Of the person's own folder. */
export function wrongFile(name: string, flaw: FileFlaw): Refused {
  return new Refused({ fault: 'wrong-file', said: name, flaw });
}
