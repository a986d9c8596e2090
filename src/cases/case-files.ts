import type { Case } from './case';
import type { Rubric } from '../rubric/rubric';
import type * as Intake from './intake';
import { saveFile } from '../kit/save-file';

interface Tools {
  loadIntake: () => Promise<typeof Intake>;
  rubric: () => Rubric | undefined;
  samples: () => Promise<Case[]>;
}

/** Files to begin with: a template to fill in, and the sample cases. Reject when a part of the page cannot be loaded. */
export class CaseFiles {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** A file with the columns the rubric needs and one row that shows what belongs there. */
  async saveTemplate(): Promise<void> {
    const rubric = this.#tools.rubric();
    if (!rubric) return;
    const intake = await this.#tools.loadIntake();
    saveFile(csvBlob(intake.templateFile(rubric)), `${rubric.id}-template.csv`);
  }
  async saveSamples(): Promise<void> {
    const rubric = this.#tools.rubric();
    if (!rubric) return;
    const [intake, samples] = await Promise.all([this.#tools.loadIntake(), this.#tools.samples()]);
    saveFile(csvBlob(intake.samplesFile(rubric, samples)), `${rubric.id}-samples.csv`);
  }
}

function csvBlob(text: string): Blob {
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
}
