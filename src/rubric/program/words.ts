import type { Json } from '../../kit/json';
import { constantLabel, type Rubric } from '../rubric';
import type { Known } from '../values';

export interface Words extends ReturnType<typeof english> {
  /** What a constant of the reply is called for people. */
  label: (constant: string) => string;
}

/** A reason of the rubric, as a sentence of its own. */
const sentence = (because: string | undefined): string => {
  const text = because?.trim() ?? '';
  if (text === '') return '';
  return ` ${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?。…)]$/u.test(text) ? '' : '.'}`;
};

/** A judge's own words, which may stand in quotes already. */
const quoted = (words: string): string => `“${words.replaceAll(/^["“'‘]|["”'’]$/g, '')}”`;

const english = () => ({
  undecided: 'open',
  none: 'none',
  empty: '(empty)',
  yes: 'yes',
  no: 'no',
  or: ' or ',
  to: '–',
  nothing: 'nothing',
  notComputable: (reason: string) => `(not computable: ${reason})`,
  broken: (reason: string, where: string) =>
    `This rule of the rubric could not be evaluated: ${reason} (${where}).`,
  fits: (label: string) => `${label} fits the facts`,
  isWrong: (label: string) => `${label} is wrong`,
  differs: (label: string) => `${label} differs from the facts`,
  agreed: (said: string, because: string | undefined) =>
    `Facts and judge both say ${said}.${sentence(because)}`,
  withinRange: (allowed: string, said: string, because: string | undefined) =>
    `The judge says ${said}. Facts allow ${allowed}.${sentence(because)}`,
  clash: (program: string, judge: string, because: string | undefined) =>
    `Facts say ${program}; the judge says ${judge}.${sentence(because)}`,
  outsideRange: (allowed: string, said: string, because: string | undefined) =>
    `Facts allow ${allowed}; the judge says ${said}.${sentence(because)}`,
  unfoundTitle: 'Not found in the case',
  unfound: (words: readonly string[]) =>
    `The judge mentions ${words.map(quoted).join(', ')}, which ${words.length === 1 ? 'isn’t' : 'aren’t'} in the case.`,
});

/** Written so that no particle has to agree with a value that is only known at run time. */
const korean: typeof english = () => ({
  undecided: '미정',
  none: '없음',
  empty: '(비어 있음)',
  yes: '예',
  no: '아니요',
  or: ' 또는 ',
  to: '–',
  nothing: '값 없음',
  notComputable: (reason) => `(계산할 수 없음: ${reason})`,
  broken: (reason, where) => `루브릭의 이 규칙을 계산하지 못했습니다: ${reason} (${where})`,
  fits: (label) => `${label}: 사실과 일치`,
  isWrong: (label) => `${label}: 틀린 값`,
  differs: (label) => `${label}: 사실과 다름`,
  agreed: (said, because) => `사실과 평가 모델의 값이 같습니다: ${said}.${sentence(because)}`,
  withinRange: (allowed, said, because) =>
    `평가 모델의 값은 ${said}, 사실이 허용하는 범위는 ${allowed}입니다.${sentence(because)}`,
  clash: (program, judge, because) =>
    `확인된 사실로는 ${program}, 평가 모델의 값은 ${judge}입니다.${sentence(because)}`,
  outsideRange: (allowed, said, because) =>
    `사실이 허용하는 범위는 ${allowed}, 평가 모델의 값은 ${said}입니다.${sentence(because)}`,
  unfoundTitle: '사례에서 찾지 못한 내용',
  unfound: (words) => `평가 모델이 쓴 ${words.map(quoted).join(', ')} 표현이 사례에 없습니다.`,
});

/** With a rubric, its constants are called by their labels; facts that a judge may be told keep them as they are. */
export function wordsFor(language: string, rubric?: Rubric): Words {
  const words = language === 'ko' || language.startsWith('ko-') ? korean() : english();
  return { ...words, label: (constant) => (rubric ? constantLabel(rubric, constant) : constant) };
}

/** Twelve digits are more than any rubric needs and fewer than binary fractions spoil. */
function showNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

export function showJson(value: Json, words: Words): string {
  if (value === null) return words.none;
  if (typeof value === 'string') return value === '' ? words.empty : words.label(value);
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
