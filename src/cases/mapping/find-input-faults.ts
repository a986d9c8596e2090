import type { CaseInput, InputProblem } from '../../rubric/facts';
import type { RubricInput } from '../../rubric/rubric';
import { parseJson } from '../../kit/json';
import { jsonFault, type JsonFault } from '../../kit/text/json-text';

/** Why an input cannot be used as it stands: the faults that any rubric's inputs can have. */
export function findInputFaults(inputs: readonly RubricInput[], input: CaseInput): InputProblem[] {
  return inputs.flatMap((declared) => faultOf(declared, input[declared.name]) ?? []);
}

export function faultOf(declared: RubricInput, text: string | undefined): InputProblem | null {
  const { name: input, label } = declared;
  if (isBlank(text))
    return isMissing(declared, text)
      ? { input, fault: 'missing', message: `${label} is required and is empty.` }
      : null;
  if (declared.kind === 'json') {
    const fault = jsonFaultOf(text);
    return fault && { input, fault: 'not-json', message: `${label} ${inEnglish(fault)}` };
  }
  if (declared.kind === 'number' && !isNumber(text)) {
    return { input, fault: 'not-a-number', message: `${label} should be a number, got "${text.trim()}".` };
  }
  return null;
}

export function isMissing({ required, blank_allowed }: RubricInput, text: string | undefined): boolean {
  return isBlank(text) && required && !(blank_allowed && text !== undefined);
}

function isBlank(text: string | undefined): text is '' | undefined {
  return text === undefined || text.trim() === '';
}

function isNumber(text: string): boolean {
  return Number.isFinite(Number(text.trim().replace(/\s*%$/, '').replace(',', '.')));
}

/** Where a text that should be an object or a list in JSON is none. `single-value`: it is JSON, but neither of the two. */
export function jsonFaultOf(text: string): JsonFault | 'single-value' | null {
  const value = parseJson(text);
  if (value === undefined) return jsonFault(text);
  return typeof value === 'object' && value !== null ? null : 'single-value';
}

function inEnglish(fault: JsonFault | 'single-value'): string {
  if (fault === 'single-value') return 'should be an object or a list in JSON.';
  return `is not JSON: see line ${fault.line}, column ${fault.column}.`;
}
