import type { deviceWords as en } from './en-device';

export const deviceWords = {
  runtime: '실행 엔진',
  runtimes: {
    webllm: 'WebLLM (WebGPU)',
    'llama.cpp': 'llama.cpp (모든 GGUF 파일)',
    'built-in': '브라우저 내장 모델',
  },
  open: 'GGUF 파일 열기',
  openHint: '네트워크 없이 디스크에서 엽니다. 나뉜 모델은 모든 조각을 함께 고르세요.',
  fromAddress: '주소에서 가져오기',
  address: '모델 주소',
  addressHint:
    '.gguf 파일의 https 주소를 입력하세요. 자체 미러도 됩니다. 파일만(Hugging Face에서는 해시도) 받아오며 케이스는 보내지 않습니다.',
  fetch: '모델 가져오기',
  status: '이 기기의 모델',
  empty: '불러온 모델이 없습니다.',
  paused: '일시 중지했습니다. 지금까지 받은 것은 보관합니다.',
  noModel: '불러온 모델이 없습니다. 먼저 심판 설정에서 모델을 불러오세요.',
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
  contextAuto: '케이스에 맞춰 자동',
  contextHint:
    '루브릭과 케이스, 답변이 모두 들어가야 합니다. 클수록 메모리를 더 씁니다. 내용을 말없이 잘라내지 않습니다.',
  threads: '스레드',
  temperature: '온도',
  temperatureHint: '0이면 매번 같은 답이 나옵니다. 한 케이스를 여러 번 물을 때만 0보다 크게 하세요.',
  wanted: (name) => `이 실행은 ${name} 모델에 물었습니다. 이어서 하려면 그 모델을 불러오세요.`,
  fits: (longest, reply) => `가장 긴 질문은 ${longest}토큰이고 답변에 최대 ${reply}토큰이 필요합니다.`,
  tooLong: (count, total) =>
    `케이스 ${total}개 중 ${count}개는 컨텍스트에 들어가지 않아 점수 없이 남습니다(너무 김).`,
  small:
    '매개변수가 30억 개보다 적은 모델의 점수는 잡음에 가깝습니다. 사람이 매긴 점수와 거의 맞지 않습니다.',
  sizeUnknown:
    '이 모델의 매개변수가 몇 개인지 알 수 없습니다. 30억 개보다 적다면 점수는 잡음에 가깝습니다. 먼저 직접 매긴 점수와 몇 케이스를 비교해 보세요.',
  abilities: '이 브라우저로 할 수 있는 것',
  wasmYes: 'llama.cpp를 실행할 수 있습니다(64비트 WebAssembly).',
  wasmNo: '64비트 WebAssembly 메모리가 없어 llama.cpp를 실행할 수 없습니다.',
  threadsYes: (count, of) => `프로세서 스레드 ${of}개 중 ${count}개를 씁니다.`,
  threadsNo:
    '스레드를 하나만 씁니다. 이 페이지의 서버가 페이지를 격리하지 않기 때문입니다(COOP, COEP 헤더). npm start로 열면 격리됩니다.',
  memory: (gigabytes) => `메모리가 약 ${gigabytes}GB 이상입니다.`,
  memoryUnknown: '브라우저가 메모리 크기를 알려 주지 않습니다.',
  storage: (free) => `받은 모델을 ${free}까지 보관할 수 있습니다.`,
  offlineYes: '실행 엔진을 받아 두었습니다. 이제 네트워크가 없어도 됩니다.',
  offlineFetching: '실행 엔진을 받는 중…',
  offlineNo: '실행 엔진을 받지 못했습니다. 네트워크 없이는 시작할 수 없습니다.',
  kept: '이 브라우저의 모델',
  keptPart: '일부만 받음',
  remove: (name) => `${name} 삭제`,
  removeShort: '삭제',
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
      `모델을 다 받지 못했거나 손상되었습니다(${what}). 다시 가져오세요. 온전한 부분은 다시 받지 않습니다.`,
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
    'not-a-model-folder': (file) =>
      `온전한 WebLLM 모델 폴더가 아닙니다${file ? `(없거나 잘못된 파일: ${file})` : ''}. mlc-chat-config.json, tensor-cache.json과 거기 적힌 모든 파일, 토크나이저, .wasm으로 끝나는 라이브러리가 있어야 합니다.`,
    'wrong-file': (what) =>
      `폴더의 파일 하나가 올바르지 않습니다(${what}). 이 폴더에서는 아무것도 가져오지 않았습니다. 모델을 받은 곳에서 그 파일을 다시 복사한 뒤 폴더를 다시 여세요.`,
    language: (name) =>
      `브라우저 내장 모델이 이 루브릭의 언어${name ? `(${name})` : ''}를 받지 않습니다. 다른 실행 엔진을 고르세요.`,
  },
} satisfies typeof en;
