export const LARGE_FILE_ROWS = 100_000;

const HEADER =
  'id,label,keyword,title,taxonomy,expected_entities,predicted_entities,predicted_reasoning,predicted_confidence,brand_name';
const BRANDS = ['Sony', '삼성전자', 'Le Creuset', '아모레퍼시픽', 'Nike', '오뚜기', "Levi's", '한샘'];
const THINGS = [
  'noise cancelling headphones',
  '무선 청소기',
  'cast iron pot',
  '수분 크림',
  '"slim" jeans',
  '책상',
];
const SENTENCES = [
  'The title opens with the name of the maker, and the number behind it is a product code.',
  '제목의 첫 단어가 제조사 이름이고, 뒤의 숫자는 제품 번호이므로 브랜드로 보지 않았습니다.',
  'Shoppers often drop the space, so the joined spelling is listed too.',
  '검색하는 사람이 띄어쓰기를 빼는 일이 많아 붙여 쓴 표기도 넣었습니다.',
  'The line below it, "Signature", belongs to the same maker and is left out.',
  '줄을 바꾸어 적은 설명도\n한 칸에 들어 있습니다.',
];

/** Cases, about 50 MB of them unless fewer are wanted, for the brand rubric, Korean and English, with quotes, commas and line breaks; always the same. */
export function largeFile(rows = LARGE_FILE_ROWS): string {
  const random = repeatableRandom();
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? '';
  const lines = [HEADER];
  for (let row = 1; row <= rows; row += 1) {
    const brand = pick(BRANDS);
    const thing = pick(THINGS);
    const cells = [
      `case-${String(row).padStart(6, '0')}`,
      `${thing} ${Math.floor(random() * LARGE_FILE_ROWS)}`,
      thing,
      `${brand} ${thing}, ${Math.floor(random() * 9000)}-${row}`,
      'Home & Garden > 주방 > Cookware',
      JSON.stringify([brand, brand.toUpperCase(), `${brand} Inc.`]),
      JSON.stringify([brand, brand.toLowerCase()]),
      [pick(SENTENCES), pick(SENTENCES), pick(SENTENCES)].join(' '),
      random().toFixed(2),
      brand,
    ];
    lines.push(cells.map(quoted).join(','));
  }
  return lines.join('\r\n');
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A small linear generator: the file must not change from one run to the next. */
export function repeatableRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
