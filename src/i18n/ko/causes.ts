import type { BrokenBy, ReceivedValue, Cause, Expectation, ConnectionCause } from '../../judgement/cause';
import { contextFor, sayCause, setAside, type CauseWords, type Mend } from '../en/causes';
import type { ConnectionFault } from '../../judgement/connection';

const noAnswer = ({ host, sends }: ConnectionCause) =>
  `${host}의 응답을 읽을 수 없습니다(${sends}번 보냄). 서버가 켜져 있는지, 주소가 맞는지, 서버가 이 페이지를 허용하는지(CORS) 확인하세요. ‘연결 테스트’을 하면 원인을 알 수 있습니다`;

const explain: Record<ConnectionFault, (cause: ConnectionCause) => string> = {
  unreachable: noAnswer,
  cors: noAnswer,
  'ollama-origins': noAnswer,
  'local-network': noAnswer,
  'no-answer': noAnswer,
  silent: noAnswer,
  'broken-off': ({ host, sends }) =>
    `${host}의 응답이 도중에 끊겨 읽을 답변이 없습니다(${sends}번 보냄). 이 사례를 다시 평가하세요`,
  'reply-too-long': ({ host }) =>
    `${host}이(가) 평가에 필요한 것보다 훨씬 긴 답변을 보내 읽기를 멈췄습니다(답변이 너무 김). 모델과 설정을 확인하세요`,
  redirect: ({ host }) =>
    `${host}이(가) 다른 주소로 리디렉션합니다. 키가 다른 곳으로 가지 않도록 따라가지 않습니다. 최종 주소를 입력하세요`,
  key: ({ host }) => `${host}이(가) API 키를 받아들이지 않습니다. 키와 그 권한을 확인하세요`,
  refused: ({ host }) =>
    `${host}이(가) 키와 관계없이 이곳의 요청을 거부합니다. 국가나 네트워크 제한, 방화벽 때문일 수 있습니다`,
  credit: ({ host }) => `${host} 계정에 남은 크레딧이 없습니다`,
  model: ({ host, model }) => `${host}에 "${model}" 모델이 없습니다. 이름을 확인하세요`,
  address: ({ host }) => `${host}의 이 경로에는 해당 API가 없습니다. 기본 URL을 확인하세요`,
  busy: ({ host, sends }) =>
    `${host}이(가) 지금은 요청을 더 받지 않습니다(${sends}번 보냄). ‘동시 요청 수’를 줄이거나 기다리세요`,
  server: ({ host, sends }) => `${host}에 오류가 났습니다(${sends}번 보냄). 나중에 다시 시도하세요`,
  format: ({ host }) => `${host}의 응답이 예상한 형식이 아닙니다. 기본 URL을 확인하세요`,
  request: ({ host }) => `${host}이(가) 이 질문을 받아들이지 않습니다`,
  'too-long': ({ model }) => `사례가 "${model}" 모델의 한도를 넘습니다`,
};

function connectionInKorean(cause: ConnectionCause): string {
  const status = cause.status === null ? '' : ` (HTTP ${cause.status})`;
  const wish =
    cause.retryAfter === null ? '' : ` 서버가 기다려 달라고 합니다(Retry-After: ${cause.retryAfter}).`;
  const said = cause.said === '' ? '' : ` 서버의 말: ${cause.said}`;
  return `${explain[cause.fault](cause)}${status}.${wish}${said}`;
}

const brokenBy: Record<BrokenBy, string> = {
  bracket: '짝이 맞는 괄호가 있어야 합니다',
  value: '값이 있어야 합니다',
  comma: '쉼표나 닫는 괄호가 있어야 합니다(글 안의 따옴표는 \\"로 씁니다)',
  colon: '키 다음에 쌍점이 있어야 합니다',
  key: '따옴표로 묶은 키가 있어야 합니다',
  depth: '중첩이 너무 깊습니다',
  'bare-word': '값이 있어야 합니다(글은 큰따옴표로 묶습니다)',
};

const mends: Record<Mend, string> = {
  'removed a comment': '주석을 지웠습니다',
  'removed a trailing comma': '끝에 남은 쉼표를 지웠습니다',
  'added a missing comma': '빠진 쉼표를 넣었습니다',
  'replaced single quotes by double quotes': '작은따옴표를 큰따옴표로 바꿨습니다',
  'replaced typographic quotes by plain ones': '둥근 따옴표를 곧은 따옴표로 바꿨습니다',
  'put quotes around a key': '키를 따옴표로 묶었습니다',
  'replaced a Python literal by its JSON word': 'Python 값을 JSON 값으로 바꿨습니다',
  'escaped a line break or control character inside a text':
    '글 안의 줄바꿈이나 제어 문자를 이스케이프했습니다',
  'removed a stray backslash inside a text': '글 안의 잘못된 역슬래시를 지웠습니다',
  'replaced unusual white space by plain spaces': '특수 공백을 일반 공백으로 바꿨습니다',
};
const mendWords = new Map<string, string>(Object.entries(mends));

/** A repair in Korean; an unknown one stays in English. */
export function repairInKorean(repair: string): string {
  if (repair.startsWith(setAside)) return `묻지 않은 항목은 제외했습니다: ${repair.slice(setAside.length)}`;
  return mendWords.get(repair) ?? repair;
}

const batchFailed: Record<Extract<Cause, { code: 'batch-failed' }>['what'], string> = {
  expired: '이 사례를 묻기 전에 일괄 평가 기한이 지났습니다.',
  cancelled: '이 사례를 묻기 전에 일괄 평가가 취소되었습니다.',
  timeout: '일괄 평가에서 모델이 너무 오래 걸렸습니다.',
  error: '일괄 평가 엔진이 이 사례를 묻지 못했습니다.',
  format: '이 사례의 일괄 평가 결과가 답변 형식이 아닙니다.',
};

const inWords: CauseWords = {
  'in-part': (cause) =>
    cause.label === ''
      ? '나머지 항목을 묻는 질문에 답을 얻지 못해 점수가 없습니다.'
      : `‘${cause.label}’ 기준을 묻는 질문에 답을 얻지 못해 점수가 없습니다.`,
  'missing-input': (cause) => `꼭 필요한 입력이 비어 있습니다: ${cause.label}.`,
  'batch-failed': (cause) =>
    `${batchFailed[cause.what]}${cause.said === '' ? '' : ` 엔진의 말: ${JSON.stringify(cause.said)}`}`,
  refused: (cause) => `모델이 답변을 거부했습니다${saying(cause.begins)}`,
  'no-room': (cause) => {
    if (cause.by === 'ollama')
      return `질문이 약 ${cause.tokens}토큰이고 답에 ${cause.reply}토큰쯤 필요한데, Ollama가 불러온 모델의 컨텍스트는 ${cause.context}토큰이라 질문이 말없이 잘립니다. ${raiseOllama(cause.tokens + cause.reply, '늘리거나')} 사례를 줄이세요.`;
    return `질문이 ${cause.tokens}토큰이고 답에 최대 ${cause.reply}토큰이 필요한데 컨텍스트는 ${cause.context}토큰입니다. 컨텍스트를 늘리거나 사례를 줄이세요.`;
  },
  'cut-by-ollama': (cause) => {
    const counted = cause.read === null ? '' : `, 읽은 토큰 ${cause.read}`;
    const room = cause.context === null ? '컨텍스트' : `컨텍스트(${cause.context}토큰)`;
    return `질문과 답이 Ollama의 ${room}에 들어가지 않아 질문의 일부가 잘렸으므로 이 답변은 쓰지 않습니다(보낸 토큰 약 ${cause.sent}${counted}). ${raiseOllama(Math.max(cause.sent, cause.context ?? 0), '늘린 뒤')} 다시 평가하세요.`;
  },
  'ollama-full': (cause) =>
    `질문(${cause.prompt}토큰)과 답변(${cause.reply}토큰)이 Ollama가 불러온 모델의 컨텍스트(${cause.context}토큰)를 가득 채워 답변이 도중에 끊겼습니다. ${raiseOllama(cause.context, '늘린 뒤')} 다시 평가하세요.`,
  'no-object': (cause) => `답변에 JSON 객체가 없습니다${saying(cause.begins)}`,
  'too-many-objects': (cause) => `JSON 객체는 하나여야 하는데 ${cause.most}개가 넘습니다.`,
  'not-closed': (cause) => `마지막 JSON 객체가 닫히지 않았습니다. 시작: ${quoted(cause.begins)}.`,
  broken: (cause) => {
    const why = cause.most === undefined ? brokenBy[cause.by] : `중첩은 ${cause.most}단계까지만 됩니다`;
    return `JSON 객체를 읽을 수 없습니다. ${why}. 그 자리에 있는 것: ${quoted(cause.found)}. 객체의 시작: ${quoted(cause.begins)}.`;
  },
  'key-twice': (cause) => `같은 키가 두 번 나와 JSON 객체를 쓸 수 없습니다: ${cause.at}.`,
  'number-too-large': (cause) => `숫자가 너무 커서 JSON 객체를 쓸 수 없습니다: ${cause.at}.`,
  misfit: (cause) =>
    `${placed(cause.at)}: 필요한 값은 ${expected(cause.expected)}, 받은 값은 ${came(cause.came)}.`,
  'unknown-key': (cause) => {
    const only = cause.allowed.length === 0 ? '' : ` 쓸 수 있는 키: ${cause.allowed.join(', ')}.`;
    return `${placed(cause.at)}: 없어야 할 키 ${quoted(cause.key)}.${only}`;
  },
  'more-misfits': (cause) => `그 밖에 ${cause.count}건.`,
  'time-up': (cause) => `${cause.seconds}초 안에 답변이 끝나지 않았습니다.`,
  'judge-broke': (cause) => `평가 모델이 동작하는 중에 오류가 났습니다: ${cause.message}`,
  'program-broke': (cause) => `이 사례를 처리하다가 프로그램 오류가 났습니다: ${cause.message}`,
  connection: (cause) => connectionInKorean(cause),
  filtered: (cause) => `제공자의 콘텐츠 필터가 답변을 막았습니다${named(cause.by)}.`,
  stopped: (cause) => `제공자가 답변을 도중에 멈췄습니다${named(cause.by)}. 이 사례를 다시 평가하세요.`,
  'no-reply': () => '이 사례를 건너뛰었습니다.',
  'parts-do-not-fit': () => '기준별로 받은 답변을 하나로 합치면 맞지 않습니다.',
  'length-limit': () => '쓸 수 있는 답이 나오기 전에 답변이 길이 한도에 이르렀습니다.',
  'no-text': () => '모델이 글자로 읽을 수 없는 것을 출력하여 답변을 끝까지 읽지 못했습니다.',
  empty: () => '답변이 비어 있습니다. JSON 객체 하나가 있어야 합니다.',
  'ends-in-thought': () => '답변이 생각하는 도중에 끝나 답이 없습니다.',
  'forbidden-key': () => '허용하지 않는 키 __proto__가 있어 JSON 객체를 쓸 수 없습니다.',
  'cut-off-among-several': () => '객체가 여럿인 답변이 중간에 끊겨, 마지막 객체가 답이 아닐 수 있습니다.',
  'cut-off-after-object': () => '객체 뒤로 이어지던 답변이 중간에 끊겨, 이 객체가 초안일 수 있습니다.',
  'braces-do-not-match': () => '답변의 중괄호 짝이 맞지 않아, 마지막 객체가 다른 객체의 일부일 수 있습니다.',
  'unreadable-before': () =>
    '마지막 객체 앞에 읽을 수 없는 객체가 있어, 마지막 객체가 그 일부일 수 있습니다.',
  'rival-object': () =>
    '답의 키를 가졌지만 형식이 맞지 않는 객체가 또 있어, 형식이 맞는 객체가 그 일부일 수 있습니다.',
  'tool-call': () => '도구를 주지 않았는데도 모델이 도구를 호출했습니다. 다른 모델을 고르세요.',
  'no-answer-in-reply': () => '서버가 보낸 응답에 답변이 들어 있지 않습니다.',
};

export function causeInKorean(cause: Cause): string {
  return sayCause(inWords, cause.code, cause);
}

function raiseOllama(tokens: number, raising: '늘리거나' | '늘린 뒤'): string {
  return `Ollama를 OLLAMA_CONTEXT_LENGTH=${contextFor(tokens)} 설정으로 다시 시작하거나 모델의 Modelfile에서 num_ctx를 ${raising}`;
}

function saying(begins: string): string {
  return begins === '' ? '.' : `. 답변 내용: ${quoted(begins)}`;
}

function named(word: string): string {
  return word === '' ? '' : `(${word})`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function placed(at: string): string {
  return at === '' ? '답변 전체' : at;
}

function expected(choices: readonly Expectation[]): string {
  return [...new Set(choices.map((choice) => expectations[choice.kind](choice)))].join(' 또는 ');
}

const expectations: Record<Expectation['kind'], (wanted: Expectation) => string> = {
  object: ({ values = [] }) => `키가 ${values.join(', ')}인 객체`,
  tuple: ({ low }) => `항목이 ${low ?? 0}개인 목록`,
  list: ({ low, high }) => `${between(low, high, '개')}목록`,
  text: ({ low, high }) => `${between(low, high, '자')}글`,
  integer: ({ low, high }) => `${between(low, high, '')}정수`,
  number: ({ low, high }) => `${between(low, high, '')}숫자`,
  boolean: () => 'true 또는 false',
  null: () => 'null',
  'one-of': ({ values = [] }) => (values.length === 1 ? values.join() : `다음 중 하나(${values.join(', ')})`),
  other: ({ values = [] }) => values.join(', '),
};

function between(low: number | undefined, high: number | undefined, unit: string): string {
  const ends = [
    ...(low === undefined ? [] : [`${low}${unit} 이상`]),
    ...(high === undefined ? [] : [`${high}${unit} 이하`]),
  ];
  return ends.length === 0 ? '' : `${ends.join(' ')}의 `;
}

function came(what: ReceivedValue): string {
  if (what.kind === 'value') return what.text;
  if (what.kind === 'list') return `항목이 ${what.count}개인 목록`;
  return what.kind === 'object' ? '객체' : '없음';
}
