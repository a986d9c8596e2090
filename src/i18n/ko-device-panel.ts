import type { panelWords as en } from './en-device-panel';

export const panelWords = {
  runtimeShort: { webllm: 'WebLLM', 'llama.cpp': 'llama.cpp', 'built-in': '브라우저' },
  model: '모델',
  verdicts: { fits: '이 기기에 맞음', unsure: '맞지 않을 수 있음', no: '맞지 않음' },
  onlyNearest: '이 목록에는 이 기기에 확실히 맞는 모델이 없습니다. 가장 가까운 모델부터 보여 줍니다.',
  aboveTrained: (context, trained) =>
    `컨텍스트 ${context}토큰은 이 모델의 한도인 ${trained}토큰을 넘습니다. 한도를 넘으면 답변이 엉뚱해질 수 있습니다. ${trained} 이하로 입력하세요.`,
  contextLimited: (least, most) => `컨텍스트는 ${least}~${most}토큰입니다. 가장 가까운 값으로 바꾸었습니다.`,
  isHere: '이 브라우저에 있음',
  card: {
    download: '받을 크기',
    memory: '메모리',
    context: '컨텍스트',
    languages: '언어',
    agreement: '일치도',
  },
  about: (bytes) => `약 ${bytes}`,
  withContext: (bytes, tokens) => `${tokens}토큰일 때 ${bytes}`,
  madeFor: (tokens) => `최대 ${tokens}토큰`,
  languages: { en: '영어', fr: '프랑스어', ko: '한국어', nl: '네덜란드어' },
  byPublisher: (publisher) => `${publisher} 발표 기준, 다른 언어도 될 수 있음`,
  agreement: (value) => `사람 점수와 ${value}`,
  agreementNone: '측정된 적 없음',
  ceiling: (from, to) =>
    `이런 척도에서는 사람끼리도 ${from}–${to}만큼 일치합니다. 모델에 그 이상을 바랄 수 없습니다. (SummEval 1–5점, 스피어만 상관)`,
  fetchModel: '받아서 불러오기',
  loadModel: '모델 불러오기',
  tryAnyway: '그래도 시도하기',
  fetchHint: '모델과 라이브러리는 배포처나 지정한 미러에서 받습니다. 케이스는 절대 보내지 않습니다.',
  misfit: {
    'no-webgpu': () => '여기에는 WebGPU가 없습니다.',
    software: () => '실제 그래픽 카드 없이 소프트웨어로만 계산합니다. 답변 하나에 몇 시간이 걸립니다.',
    shaders: () =>
      '그래픽 카드가 WebLLM에 필요한 것보다 적게 제공합니다. 한 덩어리 128 MB, 공유 메모리 32 KB, 동시에 쓰는 버퍼 10개가 필요합니다.',
    buffer: ({ needed, most }, bytes) =>
      `그래픽 카드가 ${bytes(needed)}를 한 덩어리로 받아야 하는데 여기서 WebLLM은 ${bytes(most)}까지 쓸 수 있습니다.`,
    memory: ({ needed, most }, bytes) =>
      `메모리 ${bytes(needed)}가 필요한데 브라우저는 전체가 ${bytes(most)}라고 알립니다.`,
    'memory-unknown': ({ needed }, bytes) =>
      `메모리 ${bytes(needed)}가 필요한데 브라우저가 메모리 크기를 알려 주지 않습니다.`,
    storage: ({ needed, most }, bytes) =>
      `디스크 ${bytes(needed)}가 필요한데 브라우저가 더 보관할 수 있는 것은 ${bytes(most)}입니다.`,
  },
  flaw: {
    size: ({ came, expected }) =>
      came === null
        ? `${expected.toLocaleString('ko')}바이트보다 큼`
        : `${expected.toLocaleString('ko')}바이트 중 ${came.toLocaleString('ko')}바이트뿐임`,
    'other-bytes': () => '크기는 맞지만 내용이 다름',
    'not-json': () => 'JSON이 아니거나 잘렸음',
    'not-wasm': () => 'WebAssembly가 아님',
    field: ({ at }) => (at === '' ? '다른 내용이 들어 있음' : `“${at}” 항목이 없거나 잘못됨`),
    sums: ({ at }) => `“${at}”에서 크기가 서로 맞지 않음`,
    unreadable: () => '읽을 수 없음. 그사이 옮겨졌거나 바뀌었을 수 있음',
  },
  fromFolder: '디스크에서 열기',
  folder: '모델 폴더 열기',
  folderHint:
    '네트워크 없이 디스크의 WebLLM 모델을 엽니다. 모든 파일과 .wasm으로 끝나는 라이브러리가 든 폴더를 고르세요.',
  mirror: '미러에서 가져오기',
  mirrorModels: '모델 폴더 주소',
  mirrorLibs: '라이브러리 폴더 주소',
  mirrorHint:
    '직접 운영하는 폴더의 주소입니다. 모델 폴더에는 모델 이름으로 된 폴더가, 라이브러리 폴더에는 .wasm 파일이 있어야 합니다. 비우면 배포처에서 받습니다.',
  mirrorWrong: '폴더의 전체 https 주소를 입력하세요(이 기기 안에서만 http 가능).',
  builtInNone: '이 브라우저에는 내장 모델이 없습니다. 사양이 충분한 기기의 Chrome과 Edge에 있습니다.',
  builtInUnavailable: (language) =>
    `내장 모델이 있지만 이 기기나 이 루브릭의 언어(${language})로는 쓸 수 없습니다.`,
  builtInDownloadable:
    '브라우저가 먼저 모델을 받아야 합니다. 모든 사이트를 위해 한 번만, 브라우저가 알아서 받습니다.',
  builtInDownloading: '브라우저가 모델을 받는 중입니다.',
  builtInAvailable: '브라우저 내장 모델이 준비되어 있습니다.',
  builtInOpen: '내장 모델 쓰기',
  builtInHint:
    '어떤 모델인지, 언제 바뀌는지는 브라우저가 정합니다. 날짜가 다르면 점수를 비교하기 어려울 수 있습니다. 사람 점수와의 일치도는 공개되지 않았습니다.',
  gpuNone:
    'WebGPU가 없습니다. 브라우저가 그래픽 카드를 내주지 않아 WebLLM을 실행할 수 없습니다. 최신 Chrome이나 Edge에서 설정의 하드웨어 가속을 켜거나 llama.cpp를 쓰세요.',
  gpuSoftware:
    'WebGPU를 소프트웨어로만 쓸 수 있어 모델에는 너무 느립니다. 브라우저 설정에서 하드웨어 가속을 켜고 그래픽 드라이버를 새로 하거나 llama.cpp를 쓰세요.',
  gpuYes: (piece) => `그래픽 카드가 있습니다(WebGPU). WebLLM이 한 덩어리로 ${piece}까지 쓸 수 있습니다.`,
  f16Yes: '16비트 수로 계산하므로 더 작은 변형을 씁니다.',
  f16No:
    '16비트 수(shader-f16)가 없어 더 큰 f32 변형을 씁니다. 드라이버나 브라우저를 새로 하면 나아질 수 있습니다.',
  builtIn: {
    none: '브라우저 내장 모델이 없습니다.',
    unavailable: '내장 모델을 여기서, 또는 이 루브릭의 언어로는 쓸 수 없습니다.',
    downloadable: '내장 모델이 있으며, 브라우저가 먼저 받아야 합니다.',
    downloading: '브라우저가 내장 모델을 받는 중입니다.',
    available: '내장 모델이 준비되어 있습니다.',
  },
  keptSummary: (count, bytes) => `이 브라우저에 모델 ${count}개(${bytes})`,
  keptNone: '이 브라우저에 아직 모델이 없습니다',
  use: '열기',
  useNamed: (name) => `${name} 열기`,
  verify: '검사',
  verifyNamed: (name) => `${name} 검사`,
  verifying: (done, total) => `파일 검사 중: ${total} 중 ${done}`,
  verifyingStart: '파일 검사 중…',
  cancelVerify: '검사 중단',
  right: '모든 파일이 온전합니다.',
  rightSoFar: '다 받은 파일은 온전합니다. 나머지는 아직 받아야 합니다.',
  proof: {
    publisher: '열 때마다 검사합니다. 배포처가 밝힌 해시와 일치했습니다.',
    weights:
      '열 때마다 검사합니다. 가중치는 모델 목록의 해시와 일치했고, 나머지 파일은 처음 받은 것과 비교합니다.',
    'first-download':
      '공개된 해시가 없어 받을 때는 크기만 확인했습니다. 열 때마다 그때 받은 것과 같은지 비교합니다.',
    size: '공개된 해시가 없어 크기만 검사합니다.',
  },
  removeTitle: (name) => `${name}: 삭제할까요?`,
  removeBody: (bytes) => `${bytes}를 비웁니다. 다시 쓰려면 다시 받거나 디스크에서 다시 열어야 합니다.`,
  removeYes: '모델 삭제',
  removeNo: '그대로 두기',
  pause: '일시 중지',
  resume: '이어 받기',
  resumeNamed: (name) => `${name} 이어 받기`,
  fetchedShare: (percent) => `${percent}% 받음`,
  file: (index, count) => `파일 ${count}개 중 ${index}번째`,
  startingRuntime: '시작하는 중…',
  gpuLlama: '그래픽 카드로 계산',
  gpuLlamaHint: 'llama.cpp에서는 아직 실험 단계입니다. 되면 빠르고, 안 되면 프로세서로 다시 불러옵니다.',
  temperatureBuiltIn:
    '브라우저는 숫자를 받지 않습니다. 0이면 가장 예측 가능한 답을, 그보다 크면 평소의 답을 요청합니다.',
  computes: '계산 장치',
  onGpu: '그래픽 카드',
  onProcessor: '프로세서',
  fellBack: '그래픽 카드가 이 모델을 받지 못해 프로세서로 계산합니다.',
} satisfies typeof en;
