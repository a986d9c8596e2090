import type { RubricProblem } from '../../rubric/file/rubric-problem';

/** What the page does to the text of a rubric file. */
export interface EditorControls {
  /** As one step of undo. */
  replace: (text: string) => void;
  goTo: (problem: RubricProblem) => void;
  step: (by: 'undo' | 'redo') => void;
}
