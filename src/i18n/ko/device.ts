import type { deviceWords as en } from '../en/device';

export const deviceWords = {
  runtime: '실행 엔진',
  runtimes: {
    webllm: 'WebLLM (WebGPU)',
    'llama.cpp': 'llama.cpp (모든 GGUF 파일)',
    'built-in': '브라우저 내장 모델',
  },
  open: 'GGUF 파일 열기',
  openHint:
    '디스크에 있는 파일을 엽니다. 인터넷이 필요 없습니다. 여러 파일로 나뉜 모델은 파일을 모두 선택하세요.',
  fromAddress: '주소에서 내려받기',
  address: '모델 주소',
  addressHint:
    '.gguf 파일의 https 주소를 입력하세요. 자체 미러도 됩니다. 파일만(Hugging Face에서는 해시도) 받아오며 사례는 보내지 않습니다.',
  fetch: '모델 내려받기',
  status: '이 기기의 모델',
  empty: '불러온 모델이 없습니다.',
  paused: '일시 중지했습니다. 지금까지 받은 것은 보관합니다.',
  noModel: '불러온 모델이 없습니다. 먼저 평가 방식 설정에서 모델을 불러오세요.',
  stillLoading: '모델을 아직 불러오는 중입니다.',
  loadingModel: '모델을 메모리에 올리는 중…',
  downloading: (loaded, total) => (total === null ? `${loaded} 받음` : `${total} 중 ${loaded}`),
  speed: (perSecond) => `초당 ${perSecond}`,
  left: (span) => `${span} 남음`,
  cancel: '불러오기 취소',
  unload: '모델 내리기',
  facts: { size: '크기', parameters: '매개변수', context: '컨텍스트', threads: '스레드' },
  tokens: (count) => `${count}토큰`,
  trainedFor: (count) => `모델 한도 ${count}`,
  context: '컨텍스트(토큰)',
  contextAuto: '자동',
  contextHint:
    '루브릭과 사례, 답변이 모두 들어가야 합니다. 클수록 메모리를 더 씁니다. 들어가지 않으면 알려 드립니다.',
  threads: '스레드',
  temperatureHint:
    '0이면 항상 가장 가능성이 높은 단어를 고르지만, 다시 평가하면 답변이 조금 달라질 수 있습니다. 한 사례를 여러 번 평가할 때만 0보다 크게 하세요.',
  wanted: (name) => `이 실행은 ${name} 모델에 물었습니다. 이어서 하려면 그 모델을 불러오세요.`,
  fits: (longest, reply) => `가장 긴 질문은 ${longest}토큰이고 답변에 최대 ${reply}토큰이 필요합니다.`,
  tooLong: (count, total) =>
    `사례 ${total}개 중 ${count}개는 컨텍스트에 들어가지 않아 점수 없이 남습니다(너무 김).`,
  small:
    '매개변수가 30억 개보다 적은 모델의 점수는 잡음에 가깝습니다. 사람이 매긴 점수와 거의 맞지 않습니다.',
  sizeUnknown:
    '이 모델의 매개변수가 몇 개인지 알 수 없습니다. 30억 개보다 적다면 점수는 잡음에 가깝습니다. 먼저 직접 매긴 점수와 몇 사례를 비교해 보세요.',
  abilities: '이 브라우저로 할 수 있는 것',
  wasmYes: 'llama.cpp를 실행할 수 있습니다(64비트 WebAssembly).',
  wasmNo: '64비트 WebAssembly 메모리가 없어 llama.cpp를 실행할 수 없습니다.',
  threadsYes: (count, of) => `프로세서 스레드 ${of}개 중 ${count}개를 씁니다.`,
  threadsNo:
    '스레드를 하나만 씁니다. 이 페이지의 서버가 페이지를 격리하지 않기 때문입니다(COOP, COEP 헤더). npm start로 열면 격리됩니다.',
  memory: (gigabytes) => `메모리가 약 ${gigabytes}GB 이상입니다.`,
  memoryUnknown: '브라우저가 메모리 크기를 알려 주지 않습니다.',
  storage: (free) => `받은 모델을 ${free}까지 보관할 수 있습니다.`,
  offlineYes: '실행 엔진을 내려받았습니다. 인터넷 없이 쓸 수 있습니다.',
  offlineFetching: '실행 엔진을 내려받는 중…',
  offlineNo: '실행 엔진을 내려받지 못했습니다. 인터넷 없이는 시작할 수 없습니다.',
  kept: '이 브라우저의 모델',
  keptPart: '일부만 받음',
  remove: (name) => `${name} 삭제`,
  said: '엔진의 말:',
  fault: {
    unsupported: () =>
      '이 브라우저에는 이 실행 엔진에 필요한 것이 없습니다(llama.cpp는 64비트 WebAssembly 메모리). 최신 Chrome, Edge, Firefox를 쓰세요.',
    held: () =>
      '이 페이지의 다른 탭이 모델을 쓰고 있습니다. 그 탭에서 모델을 내리거나 탭을 닫은 뒤 다시 시도하세요.',
    'runtime-missing': () =>
      '실행 엔진을 받지 못했습니다. 이 페이지의 서버에 연결되는지 확인하고 다시 시도하세요.',
    'not-gguf': (file) =>
      `${file || '이 파일'}: GGUF 파일이 아니거나 손상되었습니다. .gguf로 끝나는 파일을 고르세요.`,
    'too-large': (file) =>
      `${file}: 파일 하나로는 너무 큽니다(2GB 이상). 더 작게 양자화한 모델을 쓰거나, llama-gguf-split으로 나눈 뒤 모든 조각을 함께 여세요.`,
    shards: (count) => `이 모델은 여러 조각으로 되어 있습니다(${count}). 모든 파일을 함께 고르세요.`,
    load: () =>
      '실행 엔진이 이 모델을 받아들이지 않습니다. 손상되었거나, 이 버전이 모르는 종류이거나, 메모리에 비해 너무 클 수 있습니다.',
    memory: () => '메모리가 부족합니다. 더 작은 모델이나 더 작은 컨텍스트를 고르거나 다른 탭을 닫으세요.',
    crash: () =>
      '실행 엔진이 예기치 않게 멈췄고 다시 시작해도 마찬가지입니다. 더 작은 모델이나 더 작은 컨텍스트를 고르세요.',
    hang: () =>
      '실행 엔진이 5분 동안 진행하지 않았고 다시 시작해도 마찬가지입니다. 더 작은 모델이나 더 작은 컨텍스트를 고르세요.',
    unloaded: () => '모델을 내렸습니다.',
    address: () => '.gguf로 끝나는 파일의 전체 https 주소를 입력하세요.',
    download: () =>
      '모델을 받지 못했습니다. 주소와 연결, 그리고 서버가 이 페이지를 허용하는지(CORS) 확인하세요. 지금까지 받은 것은 보관합니다.',
    corrupt: (what) =>
      `모델을 다 받지 못했거나 손상되었습니다(${what}). 다시 내려받으세요. 온전한 부분은 다시 받지 않습니다.`,
    damaged: (what) =>
      `이 브라우저에 보관한 모델 파일이 손상되었거나 없어졌고 다시 받지 못했습니다(${what}). 손상된 파일은 쓰지 않습니다. 서버에 연결된 상태에서 다시 열거나 디스크에서 여세요.`,
    storage: () => '이 모델을 보관할 자리가 없습니다. 아래에서 모델을 지우거나 디스크 공간을 비우세요.',
    'no-webgpu': () =>
      '이 브라우저는 페이지에 그래픽 카드를 내주지 않습니다(WebGPU). 최신 Chrome이나 Edge를 쓰고 하드웨어 가속을 켜거나, 그래픽 카드가 필요 없는 llama.cpp를 고르세요.',
    'no-f16': () =>
      '이 그래픽 카드는 모델에 필요한 16비트 수(shader-f16)를 다루지 못합니다. f32 변형을 고르세요.',
    'device-lost': () =>
      '그래픽 카드를 쓸 수 없게 되었고 다시 요청해도 마찬가지입니다. 대개 그래픽 메모리가 모자라서입니다. 더 작은 모델이나 더 작은 컨텍스트를 고르거나, 그래픽을 쓰는 다른 탭과 프로그램을 닫으세요.',
    grammar: () => '이 모델로는 답변 형식을 준비하지 못했습니다. 다른 모델이나 다른 실행 엔진을 고르세요.',
    language: (name) =>
      `브라우저 내장 모델이 이 루브릭의 언어${name ? `(${name})` : ''}를 받지 않습니다. 다른 실행 엔진을 고르세요.`,
  },
  runtimeShort: { webllm: 'WebLLM', 'llama.cpp': 'llama.cpp', 'built-in': '브라우저' },
  verdicts: { fits: '이 기기에 맞음', unsure: '맞지 않을 수 있음', no: '맞지 않음' },
  onlyNearest: '이 목록에는 이 기기에 확실히 맞는 모델이 없습니다. 가장 가까운 모델부터 보여 줍니다.',
  aboveTrained: (context, trained) =>
    `컨텍스트 ${context}토큰은 이 모델의 한도인 ${trained}토큰을 넘습니다. 한도를 넘으면 답변이 엉뚱해질 수 있습니다. ${trained} 이하로 입력하세요.`,
  contextLimited: (least, most) => `컨텍스트는 ${least}–${most}토큰입니다. 가장 가까운 값으로 바꾸었습니다.`,
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
  starters: '추천 모델',
  startersHint: '그래픽 카드 없이 프로세서로 실행됩니다. 답변 하나에 1분 이상 걸릴 수 있습니다.',
  starterWorth: (moderately, agreement) =>
    `사람의 점수와 ${moderately ? '어느 정도' : '약하게'} 일치합니다(SummEval 상관계수 ${agreement}).`,
  starterTry: '기능을 시험해 보는 용도입니다. 점수는 거의 무의미합니다.',
  fetchModel: '내려받아 불러오기',
  fetchSized: (size) => `${size} 내려받기`,
  moreOptions: '추가 옵션',
  offlineReady: '실행 엔진이 준비되었습니다. 모델은 아직 내려받아야 합니다.',
  loadModel: '모델 불러오기',
  tryAnyway: '그래도 시도하기',
  fetchHint: '모델과 라이브러리는 배포처나 지정한 미러에서 받습니다. 사례는 절대 보내지 않습니다.',
  misfit: {
    'no-webgpu': () => '여기에는 WebGPU가 없습니다.',
    software: () => '실제 그래픽 카드 없이 소프트웨어로만 계산합니다. 답변 하나에 몇 시간이 걸립니다.',
    shaders: () =>
      '그래픽 카드가 WebLLM에 필요한 것보다 적게 제공합니다. 한 덩어리 128 MB, 공유 메모리 32 KB, 동시에 쓰는 버퍼 10개가 필요합니다.',
    buffer: (needed, most) =>
      `그래픽 카드가 ${needed}를 한 덩어리로 받아야 하는데 여기서 WebLLM은 ${most}까지 쓸 수 있습니다.`,
    memory: (needed, most) => `메모리 ${needed}가 필요한데 브라우저는 전체가 ${most}라고 알립니다.`,
    'memory-unknown': (needed) => `메모리 ${needed}가 필요한데 브라우저가 메모리 크기를 알려 주지 않습니다.`,
    storage: (needed, most) => `디스크 ${needed}가 필요한데 브라우저가 더 보관할 수 있는 것은 ${most}입니다.`,
  },
  mirror: '미러에서 내려받기',
  mirrorModels: '모델 폴더 주소',
  mirrorLibs: '라이브러리 폴더 주소',
  mirrorHint:
    '직접 운영하는 폴더의 주소입니다. 모델 폴더에는 모델 이름으로 된 폴더가, 라이브러리 폴더에는 .wasm 파일이 있어야 합니다. 비우면 배포처에서 받습니다.',
  mirrorGgufHint: '위의 .gguf 파일을 둔 폴더의 주소입니다. 비우면 배포처에서 받습니다.',
  mirrorWrong: '폴더의 전체 https 주소를 입력하세요(이 기기 안에서만 http 가능).',
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
    none: '이 브라우저에는 내장 모델이 없습니다. 사양이 충분한 기기의 Chrome과 Edge에 있습니다.',
    unavailable: '내장 모델을 이 기기나 이 루브릭의 언어로는 쓸 수 없습니다.',
    downloadable: '브라우저가 먼저 내장 모델을 받아야 합니다. 모든 사이트에서 쓰며 한 번만 받습니다.',
    downloading: '브라우저가 내장 모델을 받는 중입니다.',
    available: '브라우저 내장 모델이 준비되어 있습니다.',
  },
  keptSummary: (count, bytes) => `이 브라우저에 모델 ${count}개(${bytes})`,
  useNamed: (name) => `${name} 열기`,
  verifying: (done, total) => `파일 검사 중: ${total} 중 ${done}`,
  proof: {
    publisher: '열 때마다 검사합니다. 배포처가 밝힌 해시와 일치했습니다.',
    weights:
      '열 때마다 검사합니다. 가중치는 모델 목록의 해시와 일치했고, 나머지 파일은 처음 받은 것과 비교합니다.',
    'first-download':
      '공개된 해시가 없어 받을 때는 크기만 확인했습니다. 열 때마다 그때 받은 것과 같은지 비교합니다.',
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
