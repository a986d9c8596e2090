import type { apiWords as en } from '../en/api';

const cases = (count: number) => `사례 ${count.toLocaleString('ko')}건`;

const raiseOllama = '컨텍스트를 늘리려면 OLLAMA_CONTEXT_LENGTH를 설정하거나 Modelfile의 num_ctx를 바꾸세요.';

export const apiWords = {
  provider: '제공자',
  providers: { compatible: 'OpenAI 호환 서버' },
  baseUrl: '기본 URL',
  key: 'API 키',
  keyKept: '메모리에 보관 중',
  keyFor: (host) =>
    `이 키는 ${host}용으로 입력한 것이라 다른 곳에는 보내지 않습니다. 이 서버의 키를 입력하세요.`,
  forgetKey: '키 지우기',
  atOnce: '동시 요청 수',
  atOnceHint: {
    plain: (most) =>
      `http에서는 브라우저가 서버 하나에 연결을 ${most}개까지만 열므로 한 번에 최대 ${most}개까지 묻습니다.`,
    encrypted: (host, most) =>
      `${host}이(가) HTTP/1.1만 쓴다면 브라우저가 연결을 ${most}개까지만 엽니다. 그보다 많은 질문은 브라우저 안에서 기다리며, 그동안에도 사례당 제한 시간이 흐릅니다.`,
  },
  local: '이 기기의 서버에 접속해도 되는지 브라우저가 물을 수 있습니다.',
  test: '연결 테스트',
  testing: '테스트하는 중…',
  stopTesting: '테스트 중단',
  testHint: '사례 없이 짧은 질문 하나만 보냅니다.',
  works: (host, model) => `연결되었습니다. ${host}의 ${model}이(가) 답했습니다.`,
  ollamaContext: (context) =>
    context === null
      ? `Ollama가 이 모델의 컨텍스트 크기를 알려 주지 않으며, 넘치는 질문은 말없이 자릅니다. 잘린 것으로 보이는 질문의 답변은 쓰지 않습니다. ${raiseOllama}`
      : `Ollama가 이 모델을 컨텍스트 ${context.toLocaleString('ko')}토큰으로 불러왔습니다. 더 긴 질문은 Ollama가 말없이 자르므로 평가하지 않습니다. ${raiseOllama}`,
  said: '서버의 말:',
  destination: {
    title: (host) => `${host}(으)로 사례를 보낼까요?`,
    why: (host) =>
      `이 브라우저에서 ${host}을(를) 기본 URL로 입력하거나 목록에서 고른 적이 없습니다. 아는 서버일 때만 사례를 보내세요.`,
    send: '보내기',
    refuse: '보내지 않기',
  },
  form: {
    empty: '서버의 기본 URL을 입력하세요.',
    malformed: '기본 URL은 https://api.example.com/v1 같은 전체 주소여야 합니다.',
    insecure:
      '암호화되지 않은 http는 localhost와 127.0.0.1에만 쓸 수 있습니다. 다른 서버에는 https를 쓰세요.',
    secret: '기본 URL에는 사용자 이름, ?, #을 넣을 수 없습니다. 키는 키 칸에 입력하세요.',
    'no-model': '모델 이름을 입력하세요.',
    key: '이 서버의 API 키를 다시 입력하세요. 키는 입력한 서버로만 보내며, 영문자와 숫자, 기호만 쓸 수 있습니다.',
    'no-key': '이 제공자의 API 키를 입력하세요.',
    budget: '실행 예산은 0보다 큰 수여야 합니다. 고치거나, 제한이 없으면 비워 두세요.',
    'not-sent': '이 서버로 사례를 보내지 않기로 했습니다. 아무것도 보내지 않았습니다.',
  },
  fault: {
    unreachable: (host) => `${host}에서 아무 응답이 없습니다. 서버를 시작하거나 기본 URL을 고치세요.`,
    cors: (host) =>
      `${host}에 서버가 있지만 이 페이지의 사용을 허용하지 않습니다(CORS). 서버 설정에서 이 페이지의 주소를 허용하세요. 서버가 다른 주소로 리디렉션한다면 최종 주소를 입력하세요. 페이지를 허용하지 않는 제공자는 OpenRouter나 자체 서버를 거쳐 쓸 수 있습니다.`,
    'ollama-origins': (host, page) =>
      `${host}의 Ollama가 이 페이지를 허용하지 않습니다. OLLAMA_ORIGINS를 ${page}(으)로 설정하고 Ollama를 다시 시작하세요.`,
    'local-network': (host) =>
      `이 기기의 ${host}에 접속하는 것을 브라우저가 막고 있습니다. 주소창 옆 사이트 설정에서 이 페이지의 로컬 네트워크(이 기기의 앱) 접근을 허용하고 다시 테스트하세요.`,
    'no-answer': (host) =>
      `${host}의 응답을 읽을 수 없습니다. 서버가 꺼져 있거나, 기본 URL이 틀렸거나, 서버가 이 페이지를 허용하지 않습니다(CORS).`,
    silent: (host) =>
      `${host}이(가) 1분 동안 응답하지 않았습니다. 모델을 불러오는 중이거나 일이 밀렸을 수 있습니다. 다시 시도하거나 서버를 다시 시작하세요.`,
    'broken-off': (host) => `${host}의 응답이 도중에 끊겼습니다. 다시 시도하세요.`,
    'reply-too-long': (host) =>
      `${host}이(가) 짧은 답변보다 훨씬 많은 내용을 보내 읽기를 멈췄습니다. 기본 URL과 모델을 확인하세요.`,
    redirect: (host) =>
      `${host}이(가) 다른 주소로 리디렉션합니다. 키가 다른 곳으로 가지 않도록 따라가지 않습니다. 최종 주소를 입력하세요.`,
    key: (host) => `${host}이(가) API 키를 받아들이지 않습니다. 키와 그 권한을 확인하세요.`,
    refused: (host) =>
      `${host}이(가) 이곳의 요청을 거부합니다. 키 문제가 아니라 국가나 네트워크가 제한되었거나 방화벽이 막은 것입니다. 다른 네트워크에서 시도하거나 제공자에 문의하세요.`,
    credit: () => '키는 맞지만 계정에 남은 크레딧이 없습니다.',
    model: () => '서버는 응답하지만 그런 모델이 없습니다. 이름을 확인하세요.',
    address: (host) =>
      `${host}이(가) 응답하지만 이 경로에는 채팅 API가 없습니다. 기본 URL은 대개 /v1로 끝납니다.`,
    busy: () => '서버가 지금은 요청을 더 받지 않습니다. 잠시 뒤 다시 시도하세요.',
    server: () => '서버 자체에 문제가 있습니다. 나중에 다시 시도하세요.',
    format: () => '응답은 있지만 이 제공자의 형식이 아닙니다. 기본 URL을 확인하세요.',
    request: () => '서버가 Assay의 질문 형식을 받아들이지 않습니다.',
    'too-long': () => '질문이 모델의 한도를 넘습니다.',
  },
  structured: {
    schema: '요청한 형식(JSON 스키마)을 제공자가 답변에 강제합니다.',
    json: '이 모델은 JSON 스키마를 받지 않습니다. JSON으로 답하도록 하고 형식은 글로 알려 줍니다. 형식에 맞지 않는 답변이 늘 수 있습니다.',
    prompt:
      '이 모델은 JSON 스키마도 JSON 모드도 받지 않습니다. 형식을 글로만 알려 줍니다. 형식에 맞지 않는 답변이 늘 수 있습니다.',
  },
  presets: '이 기기의 서버',
  goesTo: (host) => `평가하는 사례는 ${host}에만 보내며, 다른 곳에는 보내지 않습니다.`,
  goesOn: (host) => `평가하는 사례를 ${host}에 보내고, 그곳에서 모델을 운영하는 회사로 넘깁니다.`,
  staysHere: (host) => `${host}은(는) 이 기기에 있으므로 사례가 밖으로 나가지 않습니다.`,
  azureHint: '본인 리소스의 주소나 대상 URI를 입력하세요. 모델에는 배포 이름을 입력합니다.',
  taken: (baseUrl, deployment) =>
    deployment === null
      ? `이 주소에서 기본 URL ${baseUrl}만 가져왔습니다. 나머지는 필요하지 않습니다.`
      : `이 주소에서 기본 URL ${baseUrl}을(를), 모델로는 배포 이름 “${deployment}”을(를) 가져왔습니다. 나머지는 필요하지 않습니다.`,
  notRemembered: '브라우저가 설정 저장을 허용하지 않아, 새로 고치면 이 양식이 다시 비게 됩니다.',

  keyNeeded: '탭을 닫을 때까지 이 탭의 메모리에만 두고 이 서버로만 보냅니다.',
  keyOptional:
    '탭을 닫을 때까지 이 탭의 메모리에만 두고 이 서버로만 보냅니다. 키가 필요 없는 서버라면 비워 두세요.',
  remember: '이 기기에 저장',
  rememberHint:
    '암호 문구로 암호화하여 이 브라우저에 저장합니다. 암호 문구 자체는 어디에도 저장하지 않으므로, 잊으면 키를 다시 입력해야 합니다.',
  remembered: (host) => `${host}의 키가 이 기기에 암호화되어 저장되어 있습니다.`,
  replaces: '이 서버의 다른 키가 저장되어 있습니다. 저장하면 새 키로 바뀝니다.',
  locked: (host) => `${host}의 키가 이 기기에 암호화되어 저장되어 있습니다. 쓰려면 잠금을 푸세요.`,
  passphrase: '암호 문구',
  keepKey: '키 저장',
  unlock: '잠금 풀기',
  working: '잠시만요…',
  keyFault: {
    short: '암호 문구는 8자 이상이어야 합니다.',
    passphrase: '이 키를 저장할 때 쓴 암호 문구가 아닙니다. 다시 시도하거나, 키를 지우고 새로 입력하세요.',
    missing: '이 서버의 키가 더 이상 저장되어 있지 않습니다. 위에 입력하세요.',
    damaged: '저장된 키를 읽을 수 없습니다. 키를 지우고 새로 입력하세요.',
    storage: '브라우저가 저장이나 읽기를 허용하지 않습니다. 키는 이 탭의 메모리에 남아 있습니다.',
    insecure: '이 페이지가 암호화 없이(http) 열려 브라우저가 키를 암호화할 수 없습니다.',
    'not-forgotten':
      '브라우저가 저장된 키를 지우지 못했습니다. 키는 암호화된 채 이 기기에 남아 있습니다. 다시 시도하거나, 브라우저 설정에서 이 사이트의 데이터를 지우세요.',
  },

  listModels: '사용 가능한 모델 보기',
  listing: '목록을 가져오는 중…',
  stopListing: '목록 요청 중단',
  listed: (count) =>
    count === 0
      ? '서버에 나열된 모델이 없습니다. 이름을 입력하세요.'
      : `모델 ${count}개를 가져왔습니다. 고르거나 이름을 입력하세요.`,
  notListed: '목록을 가져오지 못했습니다. 이름은 직접 입력할 수 있습니다.',
  context: (tokens) => `최대 ${tokens} 토큰`,

  more: '온도와 가격',
  temperatureWrong: (stands) =>
    `0에서 2 사이의 수를 입력하거나 비워 두세요. 그때까지는 ${stands === null ? '모델의 기본값' : `이전 값(${stands})`}을 씁니다.`,
  temperatureHint: '비워 두면 모델의 기본값을 씁니다. 온도를 받지 않는 모델도 있습니다.',
  price: '100만 토큰당 가격',
  pricePrompt: '보냄',
  priceCached: '보냄(캐시)',
  priceWritten: '보냄(캐시에 저장)',
  priceWrittenHint: '캐시에 저장하는 토큰은 더 비쌀 수 있습니다. 가격을 비워 두면 일반 가격으로 셉니다.',
  priceReply: '받음',
  currency: '통화',
  priceUnknown: '알 수 없습니다. 제공자의 요금을 입력하면 실행 비용을 볼 수 있습니다.',
  priceWrong: (most) =>
    `가격으로 쓸 수 없습니다. ‘보냄’과 ‘받음’에는 0에서 ${most.toLocaleString('ko')} 사이의 금액을 입력하고, 나머지는 비워 두어도 됩니다.`,
  priceStands: '고칠 때까지는 이전 가격으로 계산합니다.',
  priceOfWhat: '먼저 기본 URL과 모델을 입력하세요. 가격은 모델마다 따로 둡니다.',
  priceTyped: (date) => `${date}에 입력한 가격입니다.`,
  pricePublished: (date) => `${date}에 제공자의 목록에서 가져온 가격입니다.`,
  priceCachedHint: '캐시는 제공자가 앞선 질문에서 보관해 둔 부분입니다. 비워 두면 일반 가격과 같습니다.',
  forgetPrice: '가격 지우기',

  estimate: '비용 계산',
  estimating: (done, total) => `프롬프트 작성 중: ${total}건 중 ${done}건`,
  cancelEstimate: '계산 중지',
  estimateTitle: '모든 사례를 평가할 때의 예상',
  estimateCases: (count, notAsked) =>
    notAsked === 0 ? cases(count) : `${cases(count)}, 그중 ${notAsked}건은 모델이 필요 없음`,
  estimateRequests: (count) => `요청 ${count.toLocaleString('ko')}회`,
  estimateSent: (tokens) => `전송 약 ${tokens}토큰`,
  estimateReceived: (low, high) => `수신 ${low}–${high}토큰`,
  estimateCost: (low, high) => (low === high ? `약 ${low}` : `${low}–${high}`),
  estimateWrites: '캐시 저장은 가격을 알 수 없어 일반 가격으로 셉니다.',
  estimateNoPrice: '비용: 이 모델의 가격을 알 수 없습니다.',
  estimateHint:
    '아무것도 보내지 않았습니다. 토큰 수와 답변 길이는 추정이며, 쓸 수 없는 답변은 두 번까지 다시 요청합니다.',

  budget: '실행 예산',
  budgetTokens: '최대 토큰',
  budgetMoney: (currency) => `최대 금액(${currency})`,
  budgetHint: '예산을 다 쓰면 실행이 멈추며, 나중에 이어서 할 수 있습니다. 비워 두면 제한이 없습니다.',
  budgetTokensWrong: '0보다 큰 정수를 입력하거나, 제한이 없으면 비워 두세요.',
  budgetMoneyWrong: '0보다 큰 금액을 입력하거나, 제한이 없으면 비워 두세요.',
  budgetOtherCurrency: (budget, price) =>
    `예산은 ${budget}, 가격은 ${price} 기준이라 서로 비교할 수 없습니다. 예산을 다시 입력하지 않으면 첫 응답 뒤에 일시 정지합니다.`,
  budgetNoPrice:
    '제공자가 비용을 알려 주거나 가격을 입력한 경우에만 금액을 셀 수 있습니다. 그렇지 않으면 첫 응답 뒤에 일시 정지합니다.',
} satisfies typeof en;
