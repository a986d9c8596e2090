import type { apiFormWords as en } from './en-api-form';

const cases = (count: number) => `케이스 ${count.toLocaleString('ko')}건`;

export const apiFormWords = {
  presets: '이 컴퓨터의 서버',
  goesTo: (host) => `심사하는 케이스는 ${host}에만 보내며, 다른 곳에는 보내지 않습니다.`,
  goesOn: (host) => `심사하는 케이스를 ${host}에 보내고, 그곳에서 모델을 운영하는 회사로 넘깁니다.`,
  staysHere: (host) => `${host}은(는) 이 컴퓨터에 있으므로 케이스가 밖으로 나가지 않습니다.`,
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

  listModels: '모델 목록',
  listing: '목록을 가져오는 중…',
  stopListing: '목록 요청 중단',
  listed: (count) =>
    count === 0
      ? '서버에 나열된 모델이 없습니다. 이름을 입력하세요.'
      : `모델 ${count}개를 가져왔습니다. 고르거나 이름을 입력하세요.`,
  notListed: '목록을 가져오지 못했습니다. 이름은 직접 입력할 수 있습니다.',
  context: (tokens) => `최대 ${tokens} 토큰`,

  more: '온도와 가격',
  temperature: '온도',
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

  estimate: '예상하기',
  estimating: (done, total) => `프롬프트 작성 중: ${total}건 중 ${done}건`,
  cancelEstimate: '예상 중지',
  estimateTitle: '모든 케이스를 심사할 때의 예상',
  estimateCases: (count, notAsked) =>
    notAsked === 0 ? cases(count) : `${cases(count)}, 그중 ${notAsked}건은 모델이 필요 없음`,
  estimateRequests: (count) => `요청 ${count.toLocaleString('ko')}회`,
  estimateSent: (tokens) => `보낼 토큰 약 ${tokens}`,
  estimateReceived: (low, high) => `받을 토큰 ${low}~${high}`,
  estimateCost: (low, high) => (low === high ? `약 ${low}` : `${low}~${high}`),
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
