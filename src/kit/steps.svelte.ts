import { focusWhenDrawn } from './controls/focus.browser';

export type Step = 'setup' | 'results' | 'judgement';

/** On narrow screens the three columns of the Workbench are three steps; on wide ones this only says where to look next. */
export class Steps {
  current = $state<Step>('setup');

  go(step: Step): void {
    this.current = step;
  }

  /** Goes there and takes the keyboard along, so that it is never left on something that went away. */
  async reach(step: Step): Promise<void> {
    this.go(step);
    await focusWhenDrawn(headingId(step));
  }
}

export function headingId(step: Step): string {
  return `${step}-heading`;
}
