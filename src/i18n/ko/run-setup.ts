import type * as en from '../en/run-setup';

const figure = (count: number) => count.toLocaleString('ko');

export const askWords: typeof en.askWords = {
  asking: '사례당 질문',
  whole: '사례 전체를 한 번에',
  split: '기준마다 하나씩',
  splitHint:
    '작은 모델은 한 번에 한 가지만 물을 때 더 잘 판단합니다. 답변은 하나씩 검증한 뒤 합쳐서 다시 검증하며, 답을 얻지 못한 기준이 있으면 그 사례에는 점수가 없습니다.',
  cost: (calls, tokens, reusable) =>
    `질문 ${figure(calls)}개, 약 ${tokens}토큰${reusable === null ? '' : `(그중 ${reusable}는 반복되는 부분으로, 평가 모델이 보관하면 한 번만 읽습니다)`}.`,
  costNoCase: (calls) => `사례마다 질문 ${figure(calls)}개.`,
  nothingToSplit: '이 루브릭은 한 부분뿐이라 나눌 것이 없습니다.',
  measure: '사례 하나로 측정',
  cancelMeasuring: '측정 중지',
  measuring: '이 기기의 속도를 알아보려고 사례 하나를 묻고 있습니다. 결과는 남기지 않습니다.',
  measured: '이 기기에서 실행할 때',
  takes: (time) => `약 ${time}`,
  questions: (count) => `질문 ${figure(count)}개`,
  reads: (perSecond) => `초당 ${perSecond}토큰 읽기`,
  writes: (perSecond) => `초당 ${perSecond}토큰 쓰기`,
  memory: (all, model, context) => `메모리 약 ${all}(모델 ${model}, 컨텍스트 ${context})`,
  memoryUnknown: '메모리: 브라우저가 자체 모델이 얼마나 쓰는지 알려 주지 않습니다',
  memoryOf: (model, context) => `메모리: 모델 ${model}와 ${figure(context)}토큰 컨텍스트`,
  measuredHint: '사례 하나로 어림한 값입니다. 답변이 길거나 다시 묻거나 기기가 바쁘면 더 걸립니다.',
  nothingToMeasure: '측정할 것이 없습니다. 모델에 물을 것이 남은 사례가 없습니다.',
  notByHand: '여기서는 쓸 수 없습니다. 기준마다 프롬프트를 손으로 옮겨야 하기 때문입니다.',
};

export const optionWords: typeof en.optionWords = {
  timeoutHint: '1 이상을 입력하세요. 비워 두면 끝날 때까지 기다립니다.',
  timeoutWrong: (most) => `1초에서 ${most}초 사이로 입력하거나, 제한이 없으면 비워 두세요.`,
  timeoutStands: (seconds) => `그때까지는 ${seconds}초로 제한합니다.`,
  timeoutStandsNone: '그때까지는 제한하지 않습니다.',
  notifyFailed: (message) => `실행이 끝났다는 알림을 브라우저가 보여 주지 않았습니다: ${message}`,
  notifyNoReason: '브라우저가 이유를 알려 주지 않습니다.',
  notifyRefused: '브라우저 설정에서 이 페이지의 알림이 차단되어 있습니다.',
};
