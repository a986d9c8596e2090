/** The few sentences the program writes itself, in the rubric's language. */
export interface Words {
  undecided: string;
  none: string;
  empty: string;
  yes: string;
  no: string;
  or: string;
  to: string;
  nothing: string;
  notComputable(reason: string): string;
  broken(reason: string, where: string): string;
  agreement(label: string): string;
  agreed(said: string, because: string | undefined): string;
  withinRange(allowed: string, said: string, because: string | undefined): string;
  clash(program: string, judge: string, because: string | undefined): string;
  outsideRange(allowed: string, said: string, because: string | undefined): string;
}

const inBrackets = (because: string | undefined): string => (because === undefined ? '' : ` (${because})`);
const koreanReason = (because: string | undefined): string =>
  because === undefined ? '' : ` (근거: ${because})`;

const en: Words = {
  undecided: 'undecided',
  none: 'none',
  empty: '(empty)',
  yes: 'yes',
  no: 'no',
  or: ' or ',
  to: ' to ',
  nothing: 'nothing',
  notComputable: (reason) => `(not computable: ${reason})`,
  broken: (reason, where) => `This rule of the rubric could not be evaluated: ${reason} (${where}).`,
  agreement: (label) => `The judge and the program agree on ${label}`,
  agreed: (said, because) => `The program and the judge both say ${said}${inBrackets(because)}.`,
  withinRange: (allowed, said, because) =>
    `The judge says ${said}, which lies within the program's ${allowed}${inBrackets(because)}.`,
  clash: (program, judge, because) =>
    `The program says ${program}${inBrackets(because)}; the judge says ${judge}.`,
  outsideRange: (allowed, said, because) =>
    `The program allows ${allowed}${inBrackets(because)}; the judge says ${said}.`,
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
};

export function wordsFor(language: string): Words {
  return language === 'ko' || language.startsWith('ko-') ? ko : en;
}
