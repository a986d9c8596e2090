export interface Unit {
  /** Amounts of the same kind can be compared once multiplied by `factor`. */
  kind: string;
  factor: number;
}

/** What a word behind a number counts. Words of one line mean the same; counters of things count as one unit. */
const WORDS: readonly (readonly [kind: string, factor: number, words: string])[] = [
  ['won', 1, '원'],
  ['dollar', 1, '달러|불|USD'],
  ['euro', 1, '유로|EUR'],
  ['yen', 1, '엔'],
  ['percent', 1, '%포인트|%p|%|％|퍼센트포인트|퍼센트|프로(?!젝|그|세|모|덕|토)'],
  ['percent', 10, '할(?![ 가-힣])'],
  ['person', 1, '사람|명|인(?![가-힣])|분(?=[이은을과께도만])'],
  ['minute', 60, '시간'],
  ['minute', 1, '분(?!기)'],
  ['second', 1, '초|sec'],
  ['millisecond', 1, 'ms|밀리초'],
  ['day', 7, '주일|주(?![년말])'],
  ['day', 1, '일|박'],
  ['month', 1, '개월|달(?!러)'],
  ['month', 12, '년|개년'],
  [
    'thing',
    1,
    '개소|개|건|가지|군데|곳|대|장|권|차례|회(?![의사원계식장])|세트|박스|상자|병상|병|매|부(?!터)|편|자리|석|채|팀|표|마리|벌|잔|줄|통|종|품목|점포|좌석|조(?![가-힣])',
  ],
  ['thing', 12, '다스|타스'],
  ['time', 1, '배'],
  ['point', 1, '점'],
  ['floor', 1, '층'],
  ['room', 1, '호실|호'],
  ['building', 1, '동'],
  ['quarter', 1, '분기'],
  ['grade', 1, '학년'],
  ['lesson', 1, '교시'],
  ['metre', 1000, 'km|킬로미터'],
  ['metre', 0.01, 'cm|센티미터|센티'],
  ['metre', 0.001, 'mm|밀리미터'],
  ['metre', 1, 'm(?![A-Za-z²³])|미터'],
  ['square metre', 1, '㎡|m²|m2|제곱미터|평방미터'],
  ['pyeong', 1, '평'],
  ['gram', 1000, 'kg|킬로그램|킬로'],
  ['gram', 1_000_000, 't(?![A-Za-z])|톤'],
  ['gram', 1, 'g(?![A-Za-z])|그램'],
  ['litre', 1, 'L(?![A-Za-z])|리터'],
  ['litre', 0.001, 'ml|mL|밀리리터'],
  ['byte', 1e12, 'TB|테라바이트|테라'],
  ['byte', 1e9, 'GB|기가바이트|기가'],
  ['byte', 1e6, 'MB|메가바이트|메가'],
  ['byte', 1e3, 'KB|kB|킬로바이트'],
  ['degree', 1, '℃|°C|도(?![ 가-힣])'],
  ['hour of day', 1, '시(?!간|스템)'],
  ['month of year', 1, '월'],
  /** Numbers a writer gives to steps and options; they claim nothing. */
  ['ordinal', 1, '번째|번|차|단계|안(?!건|내|쪽|전|에서)|순위|항'],
];

const TABLE = WORDS.flatMap(([kind, factor, words]) => [
  { unit: { kind, factor }, pattern: new RegExp(`\\s?(?:${words})`, 'uy') },
]);

/** Every unit that may stand at `at`, those with the longest word first. */
export function unitsAt(text: string, at: number): { unit: Unit; end: number }[] {
  const found: { unit: Unit; end: number }[] = [];
  for (const { unit, pattern } of TABLE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) found.push({ unit, end: at + match[0].length });
  }
  const longest = Math.max(0, ...found.map(({ end }) => end));
  return found.filter(({ end }) => end === longest);
}
