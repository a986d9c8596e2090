import type { DeviceFault } from '../../core/model/device';

const byName: Record<string, DeviceFault> = {
  WebGPUNotAvailableError: 'no-webgpu',
  WebGPUNotFoundError: 'no-webgpu',
  ShaderF16SupportError: 'no-f16',
  // It is told so while a model is loaded, and then it is nearly always the memory.
  DeviceLostError: 'memory',
  GrammarMatcherInitError: 'grammar',
  IntegrityError: 'corrupt',
};

/** What an error of WebLLM means for whoever waits. */
export function faultOf(error: unknown): { fault: DeviceFault; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  const named = error instanceof Error ? byName[error.name] : undefined;
  if (named) return { fault: named, message };
  if (/compatible GPU/i.test(message)) return { fault: 'no-webgpu', message };
  if (/memory|createBuffer|alloc|\boom\b/i.test(message)) return { fault: 'memory', message };
  return { fault: 'crash', message };
}

/** The tokens of a prompt that is refused as too long; null: it was another error. */
export function tokensOfTooLong(error: unknown): number | null {
  const found =
    error instanceof Error ? /number of prompt tokens: (\d+)/.exec(error.message)?.[1] : undefined;
  return found === undefined ? null : Number(found);
}
