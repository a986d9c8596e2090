/** What the reader of rubrics says, by its English words. `{0}` stands for the first value. */
export const koreanProblems: Readonly<Record<string, string>> = {
  // Sentences.
  '{0}: expected {1}, but got {2}.': '{0} 값이 맞지 않습니다. 필요한 값: {1}. 입력된 값: {2}.',
  '{0} is missing: expected {1}.': '{0} 항목이 없습니다. 필요한 값: {1}.',
  '{0} has no key {1}; {2}': '{0}에 없는 키입니다: {1}. {2}',
  'Expected text at {0}, but got {1}; put it in quotes.':
    '{0}에는 글이 필요한데 {1}이(가) 있습니다. 따옴표로 묶으세요.',
  'Expected {0} as a key of {1}, but got {2}.': '{1}의 키는 {0}이어야 합니다. 입력된 키: {2}.',
  '{0} names {1}, {2}': '{0}의 {1}: {2}',
  'which the output does not have; {0}': '출력에 없는 경로입니다. {0}',
  'which is {0}; expected {1}.': '{0}입니다. 필요한 값: {1}.',
  '{0} names {1}; in a rubric without an output it must have the form {2}.<key>.':
    '{0}의 {1}: output이 없는 루브릭에서는 {2}.<키> 형식이어야 합니다.',
  'The output requires {0}, but has no such property; {1}':
    'output이 요구하는 {0} 속성이 properties에 없습니다. {1}',
  'A level of {0} stands at {1}, which is no label of {2}; {3}':
    '{0}의 단계 값 {1}은(는) {2}의 라벨이 아닙니다. {3}',
  'The name {0} has a meaning of its own in every program; choose another one.':
    '{0}은(는) 프로그램에서 따로 쓰이는 이름입니다. 다른 이름을 쓰세요.',
  'The judge prompt is empty: write it in Markdown below the front matter.':
    '평가 프롬프트가 비어 있습니다. 두 번째 --- 아래에 마크다운으로 쓰세요.',
  'The prompt has the placeholder {0}, but no input has that name; {1}':
    '프롬프트의 {0}에 해당하는 입력이 없습니다. {1}',
  'The input {0} is required, but the prompt never mentions {{{1}}}.':
    '필수 입력 {0}이(가) 프롬프트에 없습니다. 프롬프트에 {{{1}}}을(를) 넣으세요.',
  'The expression at {0} cannot be used: {1}{2}.': '{0}의 식을 쓸 수 없습니다: {1}{2}.',
  ' (at character {0})': ' ({0}번째 글자)',
  'A rubric has at most {0} expressions, but this one has {1}.':
    '루브릭의 식은 {0}개까지 쓸 수 있는데 {1}개가 있습니다.',
  'A rubric file has at most 500,000 characters, but this one has {0}.':
    '루브릭 파일은 500,000자까지 쓸 수 있는데 {0}자입니다.',
  'A rubric file starts with a line of three hyphens (---), followed by its YAML front matter.':
    '루브릭 파일은 하이픈 세 개(---)로 된 줄로 시작하고, 그 아래에 YAML이 와야 합니다.',
  'The front matter that starts here is never closed: put a line of three hyphens (---) after it.':
    '여기서 시작하는 YAML이 닫히지 않았습니다. YAML 뒤에 하이픈 세 개(---)로 된 줄을 넣으세요.',
  'The front matter cannot be read: {0}.': 'YAML을 읽을 수 없습니다: {0}.',
  'it is longer than 200,000 characters': '200,000자를 넘습니다',
  'The YAML cannot be read here: {0}.': '여기서 YAML을 읽을 수 없습니다: {0}.',
  'This key stands here for the second time in the same mapping; keep one of the two.':
    '같은 곳에 이 키가 두 번 있습니다. 하나만 남기세요.',
  'Too much is nested here: a rubric is at most 64 levels deep.':
    '여기에 중첩된 단계가 너무 많습니다. 루브릭은 64단계까지 중첩할 수 있습니다.',
  'This line is indented with a tab; YAML wants spaces.': '탭으로 들여 썼습니다. 공백으로 들여 쓰세요.',
  'A key must be plain text, not a list or a mapping.':
    '키는 글이어야 합니다. 목록이나 묶음은 쓸 수 없습니다.',
  'A key needs a colon behind it, and a text of several lines needs > or | at its start.':
    '키 뒤에는 쌍점(:)이, 여러 줄로 된 글 앞에는 >나 |가 필요합니다.',
  'This line has a second colon or a list where a text should be: put the text in quotes.':
    '글이 올 자리에 쌍점이나 목록이 또 있습니다. 글을 따옴표로 묶으세요.',
  'This line is indented by too many or too few spaces.': '들여쓰기 칸 수가 맞지 않습니다.',
  'A text cannot start with this character: put the text in quotes.':
    '글은 이 문자로 시작할 수 없습니다. 글을 따옴표로 묶으세요.',
  'Between double quotes a backslash has a meaning: use single quotes, or write two backslashes.':
    '큰따옴표 안에서는 역슬래시에 뜻이 있습니다. 작은따옴표를 쓰거나 역슬래시를 두 번 쓰세요.',
  'A text that starts with * or & must be in quotes.': '*나 &로 시작하는 글은 따옴표로 묶어야 합니다.',
  'Something is missing here: a colon, a comma, a hyphen or a bracket.':
    '쌍점, 쉼표, 하이픈, 괄호 가운데 하나가 빠졌습니다.',
  'A quote is opened and never closed.': '따옴표가 열리고 닫히지 않았습니다.',
  'This character cannot stand here: look for a comma, a bracket or a quote that is too many.':
    '이 문자는 여기에 쓸 수 없습니다. 남는 쉼표나 괄호, 따옴표가 있는지 보세요.',
  // What would help.
  'did you mean {0}?': '{0}을(를) 쓰려고 했나요?',
  'there is none to choose from.': '고를 수 있는 것이 없습니다.',
  'choose from {0}.': '쓸 수 있는 것: {0}.',
  'choose from {0} and {1} more.': '쓸 수 있는 것: {0} 외 {1}개.',
  // What was expected.
  text: '글',
  'some text': '비어 있지 않은 글',
  'a number': '숫자',
  'a whole number': '정수',
  'true or false': 'true 또는 false',
  'a list': '목록',
  'a mapping of keys to values': '키와 값',
  'a mapping of names to values': '이름과 값',
  'something else': '다른 값',
  'one of {0}': '{0} 가운데 하나',
  'a list of at least {0}': '{0}개 이상의 목록',
  'a list of at most {0}': '{0}개 이하의 목록',
  'a number not below {0}': '{0} 이상의 숫자',
  'a number above {0}': '{0}보다 큰 숫자',
  'a number not above {0}': '{0} 이하의 숫자',
  'a number above min ({0})': 'min({0})보다 큰 숫자',
  '{0}, since the output allows a score as low as that': '{0} (output이 이 점수까지 허용합니다)',
  '{0}, since the output allows a score as high as that': '{0} (output이 이 점수까지 허용합니다)',
  'a score from {0} to {1}, or [from, to] with the lower one first':
    '{0}~{1}의 점수, 또는 낮은 점수를 먼저 쓴 [부터, 까지]',
  'at most {0} levels of nesting': '{0}단계 이하의 중첩',
  'a name that is used once': '한 번만 쓰인 이름',
  'an alias that no other input has': '다른 입력에 없는 별칭',
  'an input that each case has': '사례마다 있는 입력',
  'levels with a label each, since the rubric has no output that lists them':
    '라벨이 있는 단계 (output에 라벨 목록이 없습니다)',
  'three numbers joined by dots, in quotes, such as "1.0.0"': '"1.0.0"처럼 점으로 이은 세 숫자 (따옴표 안에)',
  'a name of letters, digits and _, starting with a letter': '영문자로 시작하고 영문자, 숫자, _로 된 이름',
  'a key of letters, digits, _ or -, starting with a letter': '영문자로 시작하고 영문자, 숫자, _, -로 된 키',
  'lower-case words joined by hyphens': '영어 소문자와 하이픈',
  'a dotted output path such as evaluation.score': 'evaluation.score처럼 점으로 이은 출력 경로',
  'no value, since only an input with per: run has one': '값 없음 (per: run인 입력에만 값을 씁니다)',
  'either score or choice, not both': 'score와 choice 가운데 하나만',
  'max: the highest score this criterion can have': 'max (이 기준의 최고 점수)',
  'exactly one of value and range': 'value와 range 가운데 하나',
  'a version such as 1.0.0': '1.0.0 같은 버전',
  'a language tag such as en or ko': 'en이나 ko 같은 언어 코드',
  'minimum not above maximum': 'maximum 이하의 minimum',
  'minItems not above maxItems': 'maxItems 이하의 minItems',
  'minLength not above maxLength': 'maxLength 이하의 minLength',
  'the path of a number': '숫자의 경로',
  'the path of a text, or of a list of texts': '글이나 글 목록의 경로',
  'the path of a text with an enum of labels, or of true or false':
    '라벨(enum)이 있는 글이나 true/false의 경로',
  'the path of a single value': '값 하나의 경로',
  'the path of a field, not of an object or of an entry in a list':
    '항목의 경로 (객체나 목록 안의 값이 아님)',
  'a path': '경로',
  'the path of one whole field (a single value, or a whole list)':
    '항목 전체의 경로 (값 하나 또는 목록 전체)',
  'the path of a number, because the rule gives a range': '숫자의 경로 (규칙이 범위를 줍니다)',
  // What is there.
  nothing: '없음',
  none: '없음',
  neither: '둘 다 없음',
  more: '더 깊음',
  '{0} and {1}': '{0}, {1}',
  '{0} or {1}': '{0} 또는 {1}',
  '{0}': '{0}',
  'A rubric': '루브릭',
  'an empty value': '빈 값',
  'a mapping': '키와 값',
  'a list of {0}': '{0}개의 목록',
  'the number {0}': '숫자 {0}',
  '{0} a second time': '{0} (두 번째)',
  'none with a label': '라벨이 없는 단계',
  'only some with per: run': 'per: run인 입력만',
  'inside a list of free length': '길이가 정해지지 않은 목록의 안',
  'a choice of shapes': '여러 형식 가운데 하나',
  'a list of plain values': '값의 목록',
  'a place in a list that is one field': '한 항목인 목록의 한 자리',
  'inside a field that may be null': 'null일 수 있는 항목의 안',
  'a list with a shape per place': '자리마다 형식이 다른 목록',
  'an object': '객체',
  'a text': '글',
  null: 'null',
};

/** What the compiler of expressions and the reader of YAML say most often; their words come with their values. */
const libraryWords: readonly (readonly [RegExp, string])[] = [
  [/^(\S+) is not declared(?:; declared are (.*))?$/, '선언되지 않은 이름입니다: $1. 선언된 이름: $2'],
  [/^output has no (\S+)(?:; (?:known|it has) (.*))?$/, '출력에 없는 항목입니다: $1'],
  [
    /^expected input, facts, output or derived, got (.+)$/,
    'input, facts, output, derived 가운데 하나로 시작해야 하는데 $1이(가) 있습니다',
  ],
  [/^Unknown variable: (.+)$/, '모르는 이름입니다: $1'],
  [/^found no matching overload for '(.+)'$/, '이런 값으로 부를 수 있는 함수가 없습니다: $1'],
  [/^no such overload: (.+)$/, '이 종류의 값끼리는 계산할 수 없습니다: $1'],
  [/^Unexpected token: EOF$/, '식이 끝나지 않았습니다'],
  [/^Unexpected token: (.+)$/, '여기에 올 수 없는 기호입니다: $1'],
  [/^Unexpected character: (.+)$/, '여기에 올 수 없는 글자입니다: $1'],
  [/^Expected (\S+), got (\S+)$/, '필요한 기호: $1. 입력된 기호: $2'],
  [/^(?:Unterminated string|Newlines not allowed in single-quoted strings)$/, '따옴표가 닫히지 않았습니다'],
  [
    /^Logical operator requires bool operands, got '(.+)'$/,
    '&&, ||, !에는 참이나 거짓이 필요한데 $1이(가) 있습니다',
  ],
  [/^Ternary condition must be bool, got '(.+)'$/, '? 앞에는 참이나 거짓이 필요한데 $1이(가) 있습니다'],
  [
    /^Ternary branches must have the same type, got '(.+)' and '(.+)'$/,
    '? 뒤의 두 값은 종류가 같아야 합니다: $1, $2',
  ],
  [
    /^expected an expression that gives a (.+), got one that gives a (.+)$/,
    '$1 값을 내는 식이 필요한데 $2 값을 냅니다',
  ],
  [/^expected \}\} after the expression that \{\{ opens$/, '{{ 로 연 식을 }} 로 닫아야 합니다'],
  [/^it depends on itself: (.+)$/, '자기 자신에 의존합니다: $1'],
  [/^expected at most 3 list macros inside one another$/, '목록 함수는 세 겹까지만 쓸 수 있습니다'],
  [
    /^matches\(\) is not available.*$/,
    'matches()는 쓸 수 없습니다. 정규식은 페이지를 멈추게 할 수 있습니다. contains()나 facts를 쓰세요',
  ],
  [/^it gives (.+), which the output does not allow here$/, '출력에 허용되지 않은 값입니다: $1'],
  [
    /^the range (.+) leaves no number that the output allows here$/,
    '출력에 허용된 숫자가 범위 $1에 없습니다',
  ],
  [/^expected a list \[lowest, highest\] of two numbers$/, '두 숫자의 목록 [최저, 최고]가 필요합니다'],
  [/^unresolved alias .*: (.+)$/, '&$1 표시가 위에 없습니다'],
  [/^excessive alias count.*$/, '*로 되풀이하는 곳이 너무 많습니다'],
  [/^the output has no field (.+)$/, '출력에 없는 항목입니다: $1'],
];

export function problemInKorean(english: string): string {
  if (Object.hasOwn(koreanProblems, english)) return koreanProblems[english] ?? english;
  const [pattern, words] = libraryWords.find(([known]) => known.test(english)) ?? [];
  return pattern && words !== undefined ? english.replace(pattern, words) : english;
}
