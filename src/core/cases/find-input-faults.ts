import type { CaseInput } from '../model/case';
import type { InputProblem } from '../model/facts';
import type { RubricInput } from '../model/rubric';

/** Why an input cannot be used as it stands: the faults that any rubric's inputs can have. */
export function findInputFaults(inputs: readonly RubricInput[], input: CaseInput): InputProblem[] {
  return inputs.flatMap((declared) => faultOf(declared, input[declared.name]) ?? []);
}

export function faultOf(declared: RubricInput, text: string | undefined): InputProblem | null {
  const { name: input, label } = declared;
  if (text === undefined || text.trim() === '') {
    const acceptable = !declared.required || (declared.blank_allowed && text !== undefined);
    return acceptable ? null : { input, fault: 'missing', message: `${label} is required and is empty.` };
  }
  if (declared.kind === 'json') {
    const detail = jsonFault(text);
    return detail === null ? null : { input, fault: 'not-json', message: `${label} is not JSON: ${detail}` };
  }
  if (declared.kind === 'number' && !isNumber(text)) {
    return { input, fault: 'not-a-number', message: `${label} should be a number, got "${text.trim()}".` };
  }
  return null;
}

function isNumber(text: string): boolean {
  return Number.isFinite(Number(text.trim().replace(/\s*%$/, '').replace(',', '.')));
}

function jsonFault(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? null : 'expected an object or a list';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
