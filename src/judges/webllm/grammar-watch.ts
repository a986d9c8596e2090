import type { OpenEngine } from './open-engine';

/** How often it is looked whether the grammar is ready. */
const lookMilliseconds = 500;

/** The page is less patient while a grammar is made, for that can hang for good: it is told when that begins and ends. */
export function watchGrammar(
  engine: OpenEngine,
  grammar: string,
  tell: (compiling: boolean) => void,
): { end(): void } {
  if (engine.isReady(grammar) !== false) return { end: () => {} };
  let compiling = true;
  tell(true);
  const timer = setInterval(() => {
    if (engine.isReady(grammar) !== false) end();
  }, lookMilliseconds);
  const end = () => {
    clearInterval(timer);
    if (!compiling) return;
    compiling = false;
    tell(false);
  };
  return { end };
}
