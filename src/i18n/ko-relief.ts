import type { reliefWords as en } from './en-relief';

export const reliefWords: typeof en = {
  label: '도움이 될 수 있는 방법',
  context: (tokens) => `컨텍스트 ${tokens}토큰으로 계속`,
  contextHint: '같은 실행이 이어집니다. 남은 케이스가 모두 들어가는 크기입니다.',
  model: (name) => `나머지를 ${name}(으)로 심사`,
  fetched: (size) => `먼저 ${size}를 내려받습니다`,
  file: '나머지를 더 작은 GGUF 파일로 심사',
  modelHint:
    '다른 모델은 다른 심판입니다. 아직 점수가 없는 케이스를 새 실행으로 심사하며, 이 실행은 점수를 간직한 채 끝납니다.',
};
