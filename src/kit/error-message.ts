/** What was thrown need not be an error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why a signal was aborted, as an error: an abort may give anything as its reason. */
export function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException('Cancelled.', 'AbortError');
}
