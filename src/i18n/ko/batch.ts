import type { batchWords as en } from '../en/batch';

const figure = (count: number) => count.toLocaleString('ko');
const questions = (count: number) => `질문 ${figure(count)}개`;
const files = (count: number) => `파일 ${figure(count)}개`;

export const batchWords = {
  title: '일괄 평가 파일',
  intro:
    '아주 큰 실행에 씁니다. 질문을 파일로 내보내 일괄 평가 서비스(Batch API)에 맡기고, 나중에 결과를 여기로 가져옵니다. 이 페이지는 아무것도 전송하지 않습니다.',
  goesOn: '이 창을 닫아도 작업은 계속됩니다.',

  out: '질문 내보내기',
  scope: '물을 범위',
  scopes: {
    all: (count) => `모든 사례를 새 실행으로(${questions(count)})`,
    shown: (count) => `표에 보이는 사례를 새 실행으로(${questions(count)})`,
    rest: (count) => `이 실행에서 결과가 없는 것(${questions(count)})`,
    'rest-and-failed': (count) => `이 실행에서 점수가 없는 것(${questions(count)})`,
  },
  nothing: '물을 사례가 없습니다. 먼저 사례를 불러오세요. 결과는 사례 없이도 가져올 수 있습니다.',
  engine: '엔진',
  engines: { openai: 'OpenAI Batch 또는 vLLM (JSONL)', anthropic: 'Anthropic Message Batches (JSON)' },
  modelHint: '엔진에서 쓰는 이름 그대로 입력하세요. 모든 질문에 들어갑니다.',
  sameAsRun: (model) => `이 실행과 같은 문구와 설정으로 ${model}에 묻습니다.`,
  mode: '모델 사용 방법',
  estimating: '크기를 어림하는 중…',
  estimate: (requests, size, count) => `약 ${questions(requests)}, ${size}, ${files(count)}.`,
  estimateNone: '모두 사실로 정해지는 사례라 물을 것이 없습니다.',
  limit: (requests, size) => `파일 하나에 최대 ${questions(requests)} 또는 ${size}까지 담습니다.`,
  export: '일괄 평가 파일 내보내기',
  writing: (done, total) => `${questions(total)} 중 ${figure(done)}개를 쓰는 중…`,
  cancelled: '중지했습니다. 만들어진 파일도 저장된 실행도 없습니다.',
  written: (count, requests) =>
    `${questions(requests)}를 ${files(count)}로 내려받았습니다. 실행은 ‘실행 기록’에 있으며 결과를 기다립니다.`,
  writtenNone: '물을 것이 남지 않았습니다. 실행은 ‘실행 기록’에 있습니다.',
  settled: (count) => `${figure(count)}건은 모델이 필요 없어 이미 평가했습니다.`,
  tooLarge: (name, most) =>
    `“${name}”에 대한 질문이 파일 하나의 한도(${most})보다 큽니다. 사례를 줄이거나, 표를 걸러 표시된 사례만 내보내세요.`,
  saveAgain: '다시 저장',
  fileSize: (requests, size) => `${questions(requests)}, ${size}`,
  next: {
    openai:
      '다음: 각 파일을 엔드포인트 /v1/chat/completions로 Batch API에 올리거나, 클러스터에서 다음과 같이 실행하세요.',
    anthropic: '다음: 각 파일을 아래 호출의 본문으로 보내세요.',
  },
  refused: {
    'no-model': '엔진이 물을 모델의 이름을 입력하세요.',
    busy: '이 실행은 여기나 다른 탭에서 평가하거나 결과를 가져오는 중입니다. 먼저 중단하거나 끝내세요. 평가한 것은 그대로 남습니다.',
    gone: '이 실행은 더 이상 저장되어 있지 않습니다. 모든 사례를 새 실행으로 물으세요.',
  },
  failed: (message) => `파일을 만들지 못했습니다: ${message}`,

  in: '결과 가져오기',
  inOf: (run) => `${run}의 결과`,
  import: '일괄 평가 결과 가져오기',
  importHint:
    '출력 파일과 오류 파일을 여러 개, 어떤 순서로든 한꺼번에 고르세요. 어느 실행의 결과인지 알아서 찾습니다.',
  importHintOf: '출력 파일과 오류 파일을 여러 개, 어떤 순서로든 한꺼번에 고르세요.',
  drop: '또는 여기에 놓으세요',
  once: '결과는 실시간 답변과 똑같이 읽고 점검합니다. 읽을 수 없는 답변은 점수 없이 남습니다. 일괄 평가에서는 다시 물을 수 없기 때문입니다.',
  reading: (lines) => `읽는 중, 지금까지 ${figure(lines)}줄…`,
  noRun: '이 파일에 해당하는 실행이 없습니다. 질문을 내보낸 브라우저에서 가져오세요.',
  busy: (run) =>
    `‘${run}’은(는) 여기나 다른 탭에서 평가하는 중입니다. 먼저 중단하거나 끝내세요. 평가한 것은 그대로 남습니다.`,
  importing: (run) =>
    `다른 탭에서 ‘${run}’의 일괄 평가 파일을 다루고 있습니다. 끝날 때까지 기다리세요. 가져온 결과는 여기에도 나타납니다.`,
  readFailed: (message, stored) =>
    `결과를 모두 가져오지 못했습니다: ${message}${stored === null ? '' : ` ${stored}`} 같은 파일을 다시 가져와도 겹치지 않습니다.`,
  stored: (run, done, total) => `‘${run}’에 저장된 결과: ${figure(total)}개 중 ${figure(done)}개.`,
  done: (run) => `‘${run}’에 가져왔습니다.`,
  stopped: (run) => `중지했습니다. 그때까지 읽은 것은 ‘${run}’에 저장되어 있습니다.`,
  report: '가져오기 보고',
  counts: {
    scored: '점수 있음',
    failed: '실패',
    duplicate: '중복',
    unknown: '알 수 없음',
    outdated: '다른 문구로 물음',
    damaged: '손상',
    missing: '아직 없음',
  },
  meaning: {
    failed: '엔진이나 모델이 쓸 수 있는 답을 주지 않았습니다. 점수 없이 저장했습니다.',
    duplicate: '이미 점수가 있거나 두 번째 실패입니다. 처음 나온 점수를 씁니다.',
    unknown: '이 실행에는 그런 ID의 질문이 없습니다. 다른 실행의 줄일 수 있습니다.',
    outdated:
      '내보낸 뒤 사례를 고쳤거나 다른 버전의 Assay가 다른 문구로 물은 질문이라 답변을 쓰지 않았습니다. 고친 것을 되돌리고 다시 가져오거나, 다시 내보내세요.',
    damaged: '결과로 읽을 수 없는 줄입니다.',
    missing: '아직 결과가 오지 않았습니다.',
  },
  requestFiles: (names) => `${names}: 결과가 아니라 질문입니다. 엔진에 맡긴 뒤 돌아온 파일을 가져오세요.`,
  unreadFiles: (names) =>
    `${names}: 결과로 읽을 수 있는 줄이 없습니다. 결과는 엔진이 준 그대로 한 줄에 하나씩 적힌, 압축하지 않은 JSON Lines 파일이어야 합니다.`,
  list: '줄과 사례',
  more: (count) => `외 ${figure(count)}개`,
  line: (file, line) => `${file}, ${figure(line)}번째 줄`,
  sample: (number) => `${number}번째`,
  faults: {
    'not-text': '글자가 아닌 바이트',
    'not-json': '온전한 JSON 객체가 아님',
    shape: '알려진 엔진의 결과가 아님',
  },
  openRun: '실행 열기',
  judgeMissing: (count) => `없는 ${figure(count)}건을 여기서 평가`,
  askFailed: (count) => `실패한 ${figure(count)}건을 여기서 다시 평가`,
  exportAgain: '점수 없는 것을 다시 내보내기',
} satisfies typeof en;
