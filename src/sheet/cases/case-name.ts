import type { Case } from '../../cases/case';

/** What people call a case. */
export function caseName(subject: Pick<Case, 'id' | 'label'> | undefined): string {
  return subject?.label?.trim() || (subject?.id ?? '');
}
