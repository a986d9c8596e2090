import type { Messages } from '../en/en';

const figure = (count: number) => count.toLocaleString('ko');

export const runWords: Messages['run'] = {
  status: '실행 상태',
  idle: '아직 평가한 것이 없습니다.',
  running: (done, total) => `${figure(total)}건 중 ${figure(done + 1)}번째 평가 중…`,
  waiting: (until, done, total) =>
    `평가 모델 서버가 지금은 요청을 더 받지 않아 ${until}까지 기다립니다. ${figure(total)}건 중 ${figure(done)}건 평가함.`,
  counting: (counted, total) =>
    `토큰 수 세는 중: 길 수 있는 질문 ${figure(total)}건 중 ${figure(counted)}건…`,
  noRoom: (count, total, needed, context, estimated) =>
    `사례 ${figure(total)}건 중 ${figure(count)}건이 평가 모델의 컨텍스트(${figure(context)}토큰)에 들어가지 않습니다. 가장 긴 것은 답변까지 ${estimated ? '약 ' : ''}${figure(needed)}토큰이 필요합니다. 이 사례들은 아직 묻지 않았습니다. 컨텍스트를 늘린 뒤 다시 세거나 그대로 진행하세요. 들어가지 않는 사례는 ‘너무 김’으로 점수 없이 끝납니다.`,
  noRoomInOllama:
    'Ollama는 넘치는 질문을 말없이 자릅니다. 컨텍스트를 늘리려면 OLLAMA_CONTEXT_LENGTH를 설정해 시작하거나 Modelfile의 num_ctx를 바꾸세요.',
  goOnWithout: '빼고 진행',
  countAgain: '다시 세기',
  finished: (count, time) => `사례 ${figure(count)}건을 평가했습니다(${time}).`,
  finishedByBatch: (count) => `사례 ${figure(count)}건을 평가했습니다.`,
  cancelled: (done, total, skipped) =>
    `중단했습니다. ${figure(total)}건 중 ${figure(done)}건 평가${skipped > 0 ? `, ${figure(skipped)}건 건너뜀` : ''}. 사라진 것은 없습니다.`,
  failed: (message) => `실행이 멈췄습니다: ${message}`,
  notLoaded: '페이지의 일부를 불러오지 못했습니다. 연결을 확인하고 다시 시도하세요.',
  paused: (done, total) => `일시 정지했습니다. ${figure(total)}건 중 ${figure(done)}건 평가했습니다.`,
  waitingForBatch: (done, total) =>
    `일괄 평가 결과를 기다리고 있습니다. ${figure(total)}건 중 ${figure(done)}건 평가했습니다.`,
  batchFiles: '일괄 평가 파일…',
  importBatch: '일괄 평가 결과 가져오기…',
  judgeRest: '나머지는 여기서 평가',
  judgeSome: (count) => `${figure(count)}건 평가`,
  judgeSomeHint: (count) => `무작위로 고른 ${figure(count)}건을 먼저 평가해 봅니다`,
  judgeOthers: '나머지 평가',
  drawn: (count, of) => `사례 ${figure(of)}건 중 무작위 ${figure(count)}건`,
  keyToResume: (host) => `이어서 진행하려면 ${host}의 API 키를 입력하세요.`,
  awake: '실행하는 동안 화면 켜 두기',
  slept: (time, goesOn) =>
    `컴퓨터나 이 탭이 ${time} 동안 절전 상태였습니다.${goesOn ? ' 그 뒤 실행이 이어졌습니다.' : ''}`,
  pausedByJudge: (detail) =>
    `평가를 계속할 수 없어 일시 정지했습니다: ${detail} 사라진 것은 없습니다. 원인을 고친 뒤 이어서 진행하세요.`,
  useless: {
    refused: (count) => `거부 ${figure(count)}건`,
    cutOff: (count) => `잘림 ${figure(count)}건`,
    malformed: (count) => `형식 오류 ${figure(count)}건`,
  },
  uselessAdvice: {
    refused:
      '그중 하나를 읽어 보세요. 모델이 이런 사례나 프롬프트의 표현을 받아들이지 않는 것일 수 있습니다.',
    cutOff: '더 긴 답변을 쓸 수 있는 모델을 고르거나, 실행 옵션에서 기준마다 따로 묻도록 하세요.',
    malformed: '더 큰 모델을 고르거나, 실행 옵션에서 기준마다 따로 묻도록 하세요.',
  },
  pausedByReplies: (useless, of, why, advice, left) =>
    `${useless === of ? `답변 ${figure(of)}건을 연달아` : `처음 답변 ${figure(of)}건 중 ${figure(useless)}건을`} 쓸 수 없어 일시 정지했습니다(${why}). ${advice} 이어서 진행하면 남은 ${figure(left)}건을 평가합니다.`,
  pausedByStorage: (why, done, total) =>
    `브라우저가 더 저장하지 못해 일시 정지했습니다. ${figure(total)}건 중 ${figure(done)}건을 평가해 저장했습니다. ${why}`,
  storage: {
    quota:
      '이 페이지에 남은 저장 공간이 없습니다. 평가한 것을 내보내고, ‘실행 기록’에서 실행을 지우거나 디스크 공간을 비운 뒤 다시 시도하세요.',
    unavailable:
      '브라우저가 저장이나 읽기를 거부했습니다. 다시 시도하고, 그래도 안 되면 평가한 것을 내보낸 뒤 페이지를 새로 고치세요.',
    'newer-version':
      '더 새로운 Assay가 저장소를 넘겨받았습니다. 평가한 것을 내보낸 뒤 이 탭을 새로 고치세요.',
    damaged: '이 실행의 저장된 내용을 읽을 수 없습니다. 평가한 것을 내보낸 뒤 사례를 새 실행으로 평가하세요.',
    missing: '이 실행은 더 이상 저장되어 있지 않습니다. 다른 탭에서 삭제되었을 수 있습니다.',
  },
  unstored: (count) =>
    `평가했지만 아직 저장하지 못한 것이 ${figure(count)}건 있으며, 이 탭에만 있습니다. 내보내기에 포함되고, 이어서 진행하면 다시 묻지 않고 먼저 저장합니다.`,
  cancelledUnstored: (done, total) =>
    `중단했습니다. ${figure(total)}건 중 ${figure(done)}건을 평가해 저장했습니다.`,
  steppedAside: (done, total) =>
    `멈췄습니다. 이 탭은 이전 버전이고, 더 새로운 Assay가 저장소를 넘겨받았습니다. ${figure(total)}건 중 ${figure(done)}건을 평가해 저장했습니다. 이 탭을 새로 고치면 거기서 실행을 이어갈 수 있습니다.`,
  unstoredHere: (count) =>
    `평가했지만 저장하지 못한 것이 ${figure(count)}건 있습니다. 새로 고치기 전에 내보내세요.`,
  pausedByTokens: (spent, budget, done, total) =>
    `예산을 다 써서 일시 정지했습니다: ${figure(budget)} 토큰 중 ${figure(spent)} 토큰 사용. ${figure(total)}건 중 ${figure(done)}건 평가했습니다. 실행 옵션에서 예산을 늘린 뒤 이어서 진행하거나 중단하세요.`,
  pausedByUnknownCost: (budget, done, total) =>
    `예산(${budget})을 넘는지 확인할 수 없어 일시 정지했습니다. 이 통화로는 답변 비용을 알 수 없습니다. ${figure(total)}건 중 ${figure(done)}건 평가했습니다. ‘온도와 가격’에 가격을 입력하거나 예산을 지운 뒤 이어서 진행하세요.`,
  pausedByMoney: (spent, budget, done, total) =>
    `예산을 다 써서 일시 정지했습니다: ${budget} 중 ${spent} 사용. ${figure(total)}건 중 ${figure(done)}건 평가했습니다. 실행 옵션에서 예산을 늘린 뒤 이어서 진행하거나 중단하세요.`,
  interrupted: (done, total) =>
    `실행이 도중에 끊겼습니다. ${figure(total)}건 중 ${figure(done)}건 평가했고, 멈춘 곳부터 이어갈 수 있습니다.`,
  elsewhere: {
    judging: (done, total) =>
      `다른 탭에서 이 사례들을 평가하고 있습니다: ${figure(total)}건 중 ${figure(done)}건 완료.`,
    paused: (done, total) => `다른 탭에서 일시 정지되었습니다: ${figure(total)}건 중 ${figure(done)}건 완료.`,
    batch: (done, total) =>
      `다른 탭에서 이 실행의 일괄 평가 결과를 가져오고 있습니다: ${figure(total)}건 중 ${figure(done)}건 완료.`,
  },
  otherDesk: (done, total) => `다른 실행이 진행 중입니다: ${figure(total)}건 중 ${figure(done)}건 완료.`,
  showOther: '보기',
  pause: '일시 정지',
  resume: '이어서 진행',
  resuming: '이어가는 중…',
  resumeBlocked: '이 탭에서 다른 실행이 진행 중입니다. 그 실행이 끝나야 이어갈 수 있습니다.',
  judgeBlocked: '이 탭에 끝나지 않은 실행이 있습니다. 그 실행이 끝나야 새로 평가할 수 있습니다.',
  retryFailed: (count, replies) => `실패한 ${replies ? '답변 ' : ''}${figure(count)}건 다시 평가`,
  inReplies: (count) => `사례 ${figure(count)}건에 대한 답변 수로 셉니다`,
  failedCount: (count, replies) => `점수 없는 ${replies ? '답변' : '사례'} ${figure(count)}건`,
  skipped: '건너뜀',
  judgeSkipped: (count) => `건너뛴 ${figure(count)}건 평가`,
  atOnce: (count) => `동시 요청 ${figure(count)}개`,
  fewerAtOnce: {
    busy: (count, chosen) =>
      `동시 요청 ${figure(chosen)}개 중 ${figure(count)}개만: 서버가 요청을 돌려보내고 있음`,
    connections: (count) =>
      `동시 요청 ${figure(count)}개: 암호화하지 않은 HTTP에서는 브라우저가 서버 하나에 연결을 더 열지 않음`,
  },
  rate: (perSecond) => `초당 ${perSecond}건`,
  time: {
    milliseconds: (count) => `${Math.max(0.1, Number(count) / 1000).toFixed(1)}초`,
    seconds: (count) => `${count}초`,
    minutes: (count) => `${count}분`,
    hours: (hours, minutes) => `${hours}시간 ${minutes}분`,
  },
  left: (time) => `${time} 남음`,
  tokens: (count) => `${count} 토큰`,
  cached: (count) => `그중 캐시 ${count}`,
  written: (count) => `캐시에 저장 ${count}`,
  writesAsSent: (cost) => `${cost}, 캐시 저장 가격은 알 수 없음`,
  estimatedCost: (cost) => `약 ${cost}(일부는 추정한 토큰으로 계산)`,
  computed: (cost) => `${cost}(가격으로 계산)`,
  title: (percent) => `${percent}% 평가`,
  titlePaused: '일시 정지',
  wrongJudge: (model) =>
    `이 실행은 ${model}에게 물었습니다. 이어가려면 같은 평가 모델을 설정하고, 아니면 아직 점수가 없는 사례를 새 실행으로 평가하세요.`,
  nothingToJudge: '이 설정으로 모든 사례를 이미 평가했습니다.',
  judgeAgain: '새 실행으로 전체 다시 평가',
  restAsNewRun: '나머지를 새 실행으로 평가',
  options: '실행 옵션',
  samples: '사례당 횟수',
  samplesHint: '매번 다른 시드로 묻습니다. 모든 답을 보관하고, 평균·편차·다수결은 따로 보여 줍니다.',
  timeout: '사례당 시간 제한(초)',
  wholeWrong: (least, most, stands) =>
    `${least}에서 ${most} 사이의 정수를 입력하세요. 그때까지는 이전 값(${stands})을 씁니다.`,
  notify: '실행이 끝나면 알림 받기',
  notifyTitles: {
    finished: 'Assay: 실행이 끝났습니다',
    paused: 'Assay: 실행이 일시 정지되었습니다',
    failed: 'Assay: 실행이 실패했습니다',
  },
  unfinished: (run, paused, done, total) =>
    `${run} 실행이 ${paused ? '일시 정지되어 있습니다' : '도중에 끊겼습니다'}: ${figure(total)}건 중 ${figure(done)}건 평가.`,
  underWayElsewhere: (run) => `${run} 실행이 다른 탭에서 진행 중입니다.`,
  follow: '지켜보기',
  namedRun: (title) => `‘${title}’`,
  begunAt: (time) => `${time} 시작`,
  unfinishedLabel: '끝나지 않은 실행',
  opening: '여는 중…',
  leaveUnfinished: '그대로 두기',
  notKept: '이 브라우저는 저장을 허용하지 않습니다. 탭을 닫으면 실행이 사라집니다.',
  noLocks: '보안 주소가 아니어서 탭끼리 서로의 실행을 볼 수 없습니다. Assay는 한 탭에서만 열어 두세요.',
  outdated:
    '다른 탭에 더 새로운 Assay가 열려 있습니다. 이 탭을 새로 고치세요. 여기서는 더 이상 저장되지 않습니다.',
  blocked:
    '다른 탭에 이전 버전의 Assay가 열려 있습니다. 그 탭을 닫으면 여기서 저절로 이어집니다. 저장된 것은 모두 그대로 있습니다.',
  reload: '새로 고침',
  loading: '평가 결과를 읽는 중…',
  unreadable: (why) => `이 평가 결과를 읽을 수 없습니다. ${why}`,
  unreadableDamaged:
    '저장된 내용이 손상되었습니다. 다른 사례에는 영향이 없습니다. 필요하면 이 사례를 다시 평가하세요.',
  samplesTitle: '여러 번 평가함',
  sampleName: (number) => `${number}번`,
  samplesScored: (scored, all) => `${all}번 중 ${scored}번 점수 있음`,
  sampleStands: (name) => `표와 평균, 비교에서는 점수가 있는 첫 번째 답인 ${name}이 이 사례를 대표합니다.`,
  noSampleStands: '따라서 이 사례는 점수 없음으로 셉니다.',
  severalTimes: (count) =>
    `사례마다 ${count}번씩 묻습니다. 여기서는 점수가 있는 첫 번째 답이 사례를 대표하고, 진행 상황은 모든 답을 셉니다.`,
  mean: '평균',
  spread: '표준편차',
  majority: '다수결',
  tie: (values) => `동률: ${values}`,
  votes: (count, of) => `${of}번 중 ${count}번`,
  lowHigh: (low, high) => `${low}–${high}`,
};
