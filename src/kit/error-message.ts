/** What was thrown need not be an error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
