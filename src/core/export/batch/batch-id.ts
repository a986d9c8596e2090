/**
 * What a request is called in a batch file, within the 64 letters, digits and dashes that every engine takes: the run, the unit
 * and the question, each by the start of its hash. The run tells files of several runs apart; the unit joins a result
 * to its case in whatever order results come; the question shows whether this page would still ask the same.
 */
export interface BatchId {
  run: string;
  unit: string;
  question: string;
}

const lengths = { run: 12, unit: 34, question: 16 };
const form = new RegExp(
  `^([0-9a-f]{${lengths.run}})-([0-9a-f]{${lengths.unit}})-([0-9a-f]{${lengths.question}})$`,
);

/** From hashes in hexadecimal. */
export function batchIdOf(hashes: BatchId): BatchId {
  return {
    run: hashes.run.slice(0, lengths.run),
    unit: hashes.unit.slice(0, lengths.unit),
    question: hashes.question.slice(0, lengths.question),
  };
}

export function writeBatchId(hashes: BatchId): string {
  const { run, unit, question } = batchIdOf(hashes);
  return `${run}-${unit}-${question}`;
}

/** Null for an id that no batch file of this page has. */
export function readBatchId(text: string): BatchId | null {
  const [, run, unit, question] = form.exec(text) ?? [];
  return run === undefined || unit === undefined || question === undefined ? null : { run, unit, question };
}
