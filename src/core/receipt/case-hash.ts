import type { Case } from '../model/case';
import type { Rubric } from '../model/rubric';
import { canonicalJson } from './canonical-json';
import { sha256Hex } from './hash';

/** Of the inputs that the rubric declares: others change nothing in what is asked, and neither do the case's id and label. */
export function caseHash({ inputs }: Pick<Rubric, 'inputs'>, input: Case['input']): string {
  const declared = inputs.flatMap(({ name }): [string, string][] => {
    const text = Object.hasOwn(input, name) ? input[name] : undefined;
    return text === undefined ? [] : [[name, text]];
  });
  return sha256Hex(canonicalJson(Object.fromEntries(declared)));
}
