/** One request as the page sent it. */
interface Question {
  input: RequestInfo | URL;
  init: RequestInit;
}

declare global {
  interface Window {
    questions: Question[];
    endRecording: () => void;
  }
}

/** Runs in the page. Keeps all that it sends from now on, so that the same can be sent again. */
export function recordQuestions(): void {
  const usual = window.fetch.bind(window);
  window.questions = [];
  window.fetch = (input, init) => {
    const { signal: _, ...kept } = init ?? {};
    if (kept.method === 'POST') window.questions.push({ input, init: kept });
    return usual(input, init);
  };
  window.endRecording = () => {
    window.fetch = usual;
  };
}

/** Runs in the page: sends what was recorded, and does nothing with the replies. Milliseconds by the clock. */
export async function sendBare(width: number): Promise<number> {
  const began = performance.now();
  const rest = window.questions.values();
  const send = async () => {
    for (const { input, init } of rest) {
      const response = await fetch(input, init);
      await response.text();
      if (!response.ok) throw new Error(`Expected a reply, got HTTP ${response.status}.`);
    }
  };
  await Promise.all(Array.from({ length: width }, send));
  return performance.now() - began;
}
