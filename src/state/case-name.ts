import type { Case } from '../core/model/case';

/** What people call a case. */
export function nameOf(subject: Pick<Case, 'id' | 'label'> | undefined): string {
  return subject?.label?.trim() || (subject?.id ?? '');
}
