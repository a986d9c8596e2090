import { parseRubric } from '../file/parse-rubric';
import type { RubricProblem, RubricResult } from '../file/rubric-problem';
import type { Rubric } from '../rubric';
import { expressionProblems } from './compile-rubric';

/** With the mistakes in its expressions. */
export function readRubric(text: string): RubricResult {
  return parseRubric(text, expressionProblems);
}

/** With what keeps a well-formed rubric from being one's own. */
export function readOwnRubric(text: string): RubricResult {
  const read = readRubric(text);
  const problems = read.ok ? codeFacts(read.rubric, text) : [];
  return problems.length > 0 ? { ok: false, problems } : read;
}

/** Facts that code of a built-in rubric finds, in one sentence: a downloaded one has many, a person's rubric none. */
export function codeFacts({ facts }: Rubric, text: string): RubricProblem[] {
  const names = Object.keys(facts).filter((name) => {
    const fact = facts[name];
    return typeof fact === 'object' && fact.value === undefined;
  });
  if (names.length === 0) return [];
  const [are, remove] =
    names.length === 1
      ? ['1 fact of this file is', 'it, or give it']
      : [`${names.length} facts of this file are`, 'them, or give each'];
  const message = `${are} found by the program of a built-in rubric: ${names.join(', ')}. Remove ${remove} a value.`;
  const line = text.split('\n').findIndex((written) => written.startsWith('facts:')) + 1;
  const korean = `이 파일의 사실 ${names.length}개는 기본 제공 루브릭의 프로그램이 찾는 것입니다: ${names.join(', ')}. 지우거나 value를 넣으세요.`;
  return [{ line, column: 1, key: 'facts', message, korean }];
}
