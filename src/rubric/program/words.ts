import type { Json } from '../../kit/json';
import type { Known } from '../values';

export type Words = typeof en;

const inBrackets = (because: string | undefined): string => (because === undefined ? '' : ` (${because})`);
const koreanReason = (because: string | undefined): string =>
  because === undefined ? '' : ` (근거: ${because})`;

const en = {
  undecided: 'undecided',
  none: 'none',
  empty: '(empty)',
  yes: 'yes',
  no: 'no',
  or: ' or ',
  to: ' to ',
  nothing: 'nothing',
  notComputable: (reason: string) => `(not computable: ${reason})`,
  broken: (reason: string, where: string) =>
    `This rule of the rubric could not be evaluated: ${reason} (${where}).`,
  agreement: (label: string) => `The judge and the program agree on ${label}`,
  agreed: (said: string, because: string | undefined) =>
    `The program and the judge both say ${said}${inBrackets(because)}.`,
  withinRange: (allowed: string, said: string, because: string | undefined) =>
    `The judge says ${said}, which lies within the program's ${allowed}${inBrackets(because)}.`,
  clash: (program: string, judge: string, because: string | undefined) =>
    `The program says ${program}${inBrackets(because)}; the judge says ${judge}.`,
  outsideRange: (allowed: string, said: string, because: string | undefined) =>
    `The program allows ${allowed}${inBrackets(because)}; the judge says ${said}.`,
  unfoundTitle: 'Not found in the case',
  unfound: (words: readonly string[]) => `Not found in the case: ${words.join(', ')}.`,
};

/** Written so that no particle has to agree with a value that is only known at run time. */
const ko: Words = {
  undecided: '미정',
  none: '없음',
  empty: '(비어 있음)',
  yes: '예',
  no: '아니요',
  or: ' 또는 ',
  to: '~',
  nothing: '값 없음',
  notComputable: (reason) => `(계산할 수 없음: ${reason})`,
  broken: (reason, where) => `루브릭의 이 규칙을 계산하지 못했습니다: ${reason} (${where})`,
  agreement: (label) => `${label}: 평가 모델과 프로그램의 값이 같아야 함`,
  agreed: (said, because) => `프로그램과 평가 모델의 값이 같습니다: ${said}${koreanReason(because)}`,
  withinRange: (allowed, said, because) =>
    `평가 모델의 값: ${said}. 프로그램이 허용하는 범위(${allowed}) 안에 있습니다${koreanReason(because)}.`,
  clash: (program, judge, because) =>
    `프로그램의 값: ${program}${koreanReason(because)}. 평가 모델의 값: ${judge}.`,
  outsideRange: (allowed, said, because) =>
    `프로그램이 허용하는 범위: ${allowed}${koreanReason(because)}. 평가 모델의 값: ${said}.`,
  unfoundTitle: '사례에서 찾지 못한 내용',
  unfound: (words) => `사례에서 찾지 못했습니다: ${words.join(', ')}`,
};

export function wordsFor(language: string): Words {
  return language === 'ko' || language.startsWith('ko-') ? ko : en;
}

/** Twelve digits are more than any rubric needs and fewer than binary fractions spoil. */
function showNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

export function showJson(value: Json, words: Words): string {
  if (value === null) return words.none;
  if (typeof value === 'string') return value === '' ? words.empty : value;
  if (typeof value === 'number') return showNumber(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const parts = Array.isArray(value)
    ? value.map((item) => showJson(item, words))
    : Object.entries(value).map(([key, item]) => `${key}: ${showJson(item, words)}`);
  return parts.length === 0 ? words.none : parts.join(', ');
}

export function showRange(range: { min: number; max: number }, words: Words): string {
  return `${showNumber(range.min)}${words.to}${showNumber(range.max)}`;
}

/** A longer list of possibilities tells a reader less than the word for all of them. */
const mostNamed = 3;

export function showKnown(known: Known, words: Words): string {
  switch (known.kind) {
    case 'value':
      return showJson(known.value, words);
    case 'range':
      return showRange(known, words);
    case 'one-of':
      if (known.values.length > mostNamed) return words.undecided;
      return known.values.map((value) => showJson(value, words)).join(words.or);
    case 'undecided':
      return words.undecided;
    case 'error':
      return words.notComputable(known.message);
  }
}
