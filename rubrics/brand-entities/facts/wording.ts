import type { FactsLanguage } from '../../../src/rubric/facts';

export type Words = typeof en;

/** Names as they stand in a sentence. Long lists are cut: a reason is one line. */
function quoteNames(names: readonly string[], most: number, more: (rest: number) => string): string {
  const shown = names.slice(0, most).map((name) => `“${name}”`);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} ${more(rest)}` : shown.join(', ');
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

function span([from, to]: readonly [number, number]): string {
  return from === to ? String(from) : `${from}–${to}`;
}

const en = {
  names: (names: readonly string[], most = 6) => quoteNames(names, most, (rest) => `and ${rest} more`),
  percent,
  unreadable: 'Unknown, because a list could not be read.',
  forTheJudge: 'Open: this is for the judge to say.',
  none: 'None',
  kept: (evidence: string) => `Met. ${evidence}`,
  broken: (evidence: string) => `Broken. ${evidence}`,
  reasoning: (empty: boolean): string => (empty ? 'No reasoning was given.' : 'Reasoning was given.'),
  noConfidence: 'No number was given.',

  primaryUnknown: 'Unknown: there is neither a brand name nor an expected name.',
  primaryGiven: (brand: string) => `${brand}, the given brand name`,
  primaryFirst: (brand: string) => `${brand}, the first expected name`,
  present: (forms: string) => `In the list as ${forms}`,
  missing: 'Not in the list in any form',
  perhapsPresent: 'It may be listed in another form: this is for the judge to say',

  covered: (found: number, all: number, share: number, perhaps: number) => {
    const certain = `${found} of ${all} expected ${all === 1 ? 'name is' : 'names are'} captured (${percent(share)})`;
    return perhaps === 0 ? certain : `${certain}, ${perhaps} more may be listed in another form`;
  },
  emptyList: 'The list is empty.',
  brandMissing: (brand: string) => `The brand ${brand} is not in the list.`,
  brandPerhaps: (brand: string) => `The brand ${brand} is in the list only if another form stands for it.`,
  brandPresent: (brand: string) => `The brand ${brand} is in the list.`,
  noPoints: 'So correctness is 0.',
  fewPoints: (most: number) => `Correctness is at most ${most}, and the case fails.`,
  pointsAtMost: (most: number) => `That gives ${most} points at most.`,
  points: (band: readonly [number, number]) => `That gives ${span(band)} points.`,
  match: (isMet: boolean) => `So the condition for a match is ${isMet ? 'met' : 'not met'}.`,

  exactBrand: (brand: string) => `The list has ${brand} exactly as given.`,
  nearBrand: (brand: string, nearest: string) =>
    `The list does not have ${brand} exactly as given. The nearest entry is ${nearest}.`,
  noBrand: (brand: string, listed: string) => `The list does not have ${brand}. ${listed}`,
  listed: (names: string) => `It has ${names}.`,
  listedNothing: 'It is empty.',
  variations: (brand: string, names: string) => `The list has variations of ${brand}: ${names}.`,
  noVariations: (brand: string, listed: string) => `The list has no variation of ${brand}. ${listed}`,
  nothingUnrelated: 'The list is empty, so nothing in it is unrelated.',
  allExpected: (names: string) => `Every entry is an expected name: ${names}.`,
  count: (count: number, allowed: readonly [number, number], fits: boolean) =>
    `The list has ${count === 1 ? '1 entry' : `${count} entries`}. The rule allows ${span(allowed)}, so it is ${fits ? 'met' : 'broken'}.`,

  noExpected: 'Expected at least one name to compare with, got an empty list.',
  unreadableList: (problem: string) => problem,
  tornName: (name: string) =>
    `Expected entries that are whole names, got ${name}, which may be one name or two. Put names that contain a comma in double quotes or write the list as a JSON array.`,
};

/** Written so that no particle has to agree with a name that is only known at run time. */
const ko: Words = {
  names: (names, most) => quoteNames(names, most ?? 6, (rest) => `외 ${rest}개`),
  percent,
  unreadable: '목록을 읽을 수 없어 알 수 없습니다.',
  forTheJudge: '미정: 평가 모델이 판단합니다.',
  none: '없음',
  kept: (evidence) => `지킴. ${evidence}`,
  broken: (evidence) => `어김. ${evidence}`,
  reasoning: (empty) => (empty ? '추론 설명이 없습니다.' : '추론 설명이 있습니다.'),
  noConfidence: '숫자로 적은 확신도가 없습니다.',

  primaryUnknown: '알 수 없음: 브랜드명도, 정답 이름도 없습니다.',
  primaryGiven: (brand) => `${brand}, 입력한 브랜드명`,
  primaryFirst: (brand) => `${brand}, 정답 목록의 첫 번째 이름`,
  present: (forms) => `목록에 있는 표기: ${forms}`,
  missing: '목록에 어떤 표기로도 없음',
  perhapsPresent: '다른 표기로 들어 있을 수 있음: 평가 모델이 판단합니다',

  covered: (found, all, share, perhaps) => {
    const certain = `정답 이름 ${all}개 중 ${found}개를 찾음(${percent(share)})`;
    return perhaps === 0 ? certain : `${certain}, ${perhaps}개는 다른 표기로 들어 있을 수 있음`;
  },
  emptyList: '목록이 비어 있습니다.',
  brandMissing: (brand) => `목록에 브랜드명 ${brand} 없음(다른 표기도 없음).`,
  brandPerhaps: (brand) => `다른 표기를 인정할 때만 목록에 브랜드명 ${brand} 있음.`,
  brandPresent: (brand) => `목록에 브랜드명 ${brand} 있음.`,
  noPoints: '따라서 정확성은 0점입니다.',
  fewPoints: (most) => `정확성은 최대 ${most}점이고, 이 사례는 불합격입니다.`,
  pointsAtMost: (most) => `따라서 최대 ${most}점입니다.`,
  points: (band) => `따라서 ${span(band)}점입니다.`,
  match: (isMet) => `따라서 일치 조건을 ${isMet ? '충족합니다' : '충족하지 않습니다'}.`,

  exactBrand: (brand) => `목록에 ${brand} 표기가 그대로 있습니다.`,
  nearBrand: (brand, nearest) => `목록에 ${brand} 표기가 그대로는 없습니다. 가장 가까운 항목: ${nearest}.`,
  noBrand: (brand, listed) => `목록에 ${brand} 표기가 없습니다. ${listed}`,
  listed: (names) => `목록의 항목: ${names}.`,
  listedNothing: '목록이 비어 있습니다.',
  variations: (brand, names) => `목록에 ${brand}의 변형이 있습니다: ${names}.`,
  noVariations: (brand, listed) => `목록에 ${brand}의 변형이 없습니다. ${listed}`,
  nothingUnrelated: '목록이 비어 있으므로 관련 없는 항목도 없습니다.',
  allExpected: (names) => `모든 항목이 정답 이름입니다: ${names}.`,
  count: (count, allowed, fits) =>
    `목록의 항목은 ${count}개입니다. 규칙이 허용하는 수는 ${span(allowed)}개이므로 규칙을 ${fits ? '지켰습니다' : '어겼습니다'}.`,

  noExpected: '비교할 이름이 하나 이상 있어야 하는데 목록이 비어 있습니다.',
  unreadableList: () =>
    '목록을 읽을 수 없습니다. 큰따옴표로 묶은 이름의 JSON 배열이나, 줄바꿈·세로줄·쌍반점·쉼표로 나눈 목록으로 적어 주세요.',
  tornName: (name) =>
    `${name}: 이름 하나인지 둘인지 알 수 없습니다. 쉼표가 든 이름은 큰따옴표로 묶거나 목록을 JSON 배열로 적어 주세요.`,
};

export function wordsIn(language: FactsLanguage): Words {
  return language === 'ko' ? ko : en;
}
