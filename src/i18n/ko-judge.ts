import type { apiWords as en } from './en-judge';
import { pageOrigin } from './page-origin';

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
  model: '모델',
  atOnce: '동시 요청 수',
  atOnceHint: {
    plain: (_, most) =>
      `http에서는 브라우저가 서버 하나에 연결을 ${most}개까지만 열므로 한 번에 최대 ${most}개까지 묻습니다.`,
    few: (host, most) =>
      `${host}은(는) HTTP/1.1을 씁니다. 브라우저가 연결을 ${most}개까지만 열므로 한 번에 최대 ${most}개까지 묻습니다.`,
    'perhaps-few': (host, most) =>
      `${host}이(가) HTTP/2를 쓰는지 브라우저가 알려 주지 않습니다. 알기 전까지는 HTTP/1.1처럼 한 번에 최대 ${most}개까지 묻습니다. 서버가 Timing-Allow-Origin 헤더를 보내면 브라우저가 알려 줍니다.`,
    'perhaps-many': (host, most) =>
      `${host}이(가) HTTP/1.1만 쓴다면 브라우저가 연결을 ${most}개까지만 엽니다. 그보다 많은 질문은 브라우저 안에서 기다리며, 그동안에도 케이스당 제한 시간이 흐릅니다.`,
  },
  local:
    '이 페이지가 이 컴퓨터에서 열린 것이 아니면, 이 컴퓨터의 서버에 접속해도 되는지 브라우저가 물을 수 있습니다.',
  test: '연결 시험',
  testing: '시험하는 중…',
  stopTesting: '시험 중단',
  testHint: '케이스 없이 짧은 질문 하나만 보냅니다.',
  works: (host, model) => `연결되었습니다. ${host}의 ${model}이(가) 답했습니다.`,
  ollamaContext: (context) =>
    context === null
      ? `Ollama가 이 모델의 컨텍스트 크기를 알려 주지 않으며, 넘치는 질문은 말없이 자릅니다. 잘린 것으로 보이는 질문의 답변은 쓰지 않습니다. ${raiseOllama}`
      : `Ollama가 이 모델을 컨텍스트 ${context.toLocaleString('ko')}토큰으로 불러왔습니다. 더 긴 질문은 Ollama가 말없이 자르므로 심사하지 않습니다. ${raiseOllama}`,
  said: '서버의 말:',
  destination: {
    title: (host) => `${host}(으)로 케이스를 보낼까요?`,
    why: (host) =>
      `이 브라우저에서 ${host}을(를) 기본 URL로 입력하거나 목록에서 고른 적이 없습니다. 아는 서버일 때만 케이스를 보내세요.`,
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
    'not-sent': '이 서버로 케이스를 보내지 않기로 했습니다. 아무것도 보내지 않았습니다.',
  },
  fault: {
    unreachable: (host) => `${host}에서 아무 응답이 없습니다. 서버를 시작하거나 기본 URL을 고치세요.`,
    cors: (host) =>
      `${host}에 서버가 있지만 이 페이지의 사용을 허용하지 않습니다(CORS). 서버 설정에서 이 페이지의 주소를 허용하세요. 페이지를 허용하지 않는 제공자는 OpenRouter나 자체 서버를 거쳐 쓸 수 있습니다.`,
    'ollama-origins': (host) =>
      `${host}의 Ollama가 이 페이지를 허용하지 않습니다. OLLAMA_ORIGINS를 ${pageOrigin()}(으)로 설정하고 Ollama를 다시 시작하세요.`,
    'local-network': (host) =>
      `이 컴퓨터의 ${host}에 접속하는 것을 브라우저가 막고 있습니다. 주소창 옆 사이트 설정에서 이 페이지의 로컬 네트워크(이 기기의 앱) 접근을 허용하고 다시 시험하세요.`,
    'no-answer': (host) =>
      `${host}의 응답을 읽을 수 없습니다. 서버가 꺼져 있거나, 기본 URL이 틀렸거나, 서버가 이 페이지를 허용하지 않습니다(CORS).`,
    silent: (host) =>
      `${host}이(가) 1분 동안 응답하지 않았습니다. 모델을 불러오는 중이거나 일이 밀렸을 수 있습니다. 다시 시도하거나 서버를 다시 시작하세요.`,
    'broken-off': (host) => `${host}의 응답이 도중에 끊겼습니다. 다시 시도하세요.`,
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
} satisfies typeof en;
