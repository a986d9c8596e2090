import type { ConnectionCause } from '../core/model/cause';
import type { ConnectionFault } from '../core/model/connection';

const unanswered = ({ host, sends }: ConnectionCause) =>
  `${host}의 응답을 읽을 수 없습니다(${sends}번 보냄). 서버가 켜져 있는지, 주소가 맞는지, 서버가 이 페이지를 허용하는지(CORS) 확인하세요. ‘연결 시험’을 하면 원인을 알 수 있습니다`;

const explain: Record<ConnectionFault, (cause: ConnectionCause) => string> = {
  unreachable: unanswered,
  cors: unanswered,
  'ollama-origins': unanswered,
  'local-network': unanswered,
  'no-answer': unanswered,
  silent: unanswered,
  'broken-off': ({ host, sends }) =>
    `${host}의 응답이 도중에 끊겨 읽을 답변이 없습니다(${sends}번 보냄). 이 케이스를 다시 심사하세요`,
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
  'too-long': ({ model }) => `케이스가 "${model}" 모델의 한도를 넘습니다`,
};

export function connectionInKorean(cause: ConnectionCause): string {
  const status = cause.status === null ? '' : ` (HTTP ${cause.status})`;
  const wish =
    cause.retryAfter === null ? '' : ` 서버가 기다려 달라고 합니다(Retry-After: ${cause.retryAfter}).`;
  const said = cause.said === '' ? '' : ` 서버의 말: ${cause.said}`;
  return `${explain[cause.fault](cause)}${status}.${wish}${said}`;
}
