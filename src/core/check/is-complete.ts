import type { ObjectSchema } from '../model/output-schema';
import type { Path } from '../model/path';
import { gapsIn, overlaps } from './range/gaps';
import type { AssessScope } from './rubric-program';

/** Whether an optional field that is missing was left out on purpose. `computed`: what follows from other fields. */
export function isComplete(
  shape: ObjectSchema,
  scope: Pick<AssessScope, 'output' | 'comparing' | 'complete'>,
  computed: () => readonly Path[],
): boolean {
  if (scope.complete !== undefined) return scope.complete;
  if (scope.comparing) return true;
  const paths = computed();
  return gapsIn(shape, scope.output).every(
    (gap) => !gap.required || paths.some((path) => overlaps(path, gap.path)),
  );
}
