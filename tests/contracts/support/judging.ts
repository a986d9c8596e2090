import type { Case } from '../../../src/cases/case';
import type { Json, JsonObject } from '../../../src/kit/json';
import type { Judgement } from '../../../src/judgement/judgement';
import type { Mode } from '../../../src/judgement/prompt/build-prompt';
import type { Asking, Judge, JudgeRequest, StopReason } from '../../../src/judgement/judge';
import { assemble } from '../../../src/rubric/shape/shrink';
import { rulesJudge } from '../../../src/judges/rules/rules-judge';
import { judgeCase } from '../../../src/judgement/judge-case';
import type { ReadyRubric } from '../../../src/judgement/ready-rubric';

/** A fixed clock and a boundary that counts: the same call gives the same judgement. */
function fixedWorld() {
  let draws = 0;
  return {
    random: () => `b${String((draws += 1)).padStart(23, '0')}`,
    now: () => new Date('2026-01-02T03:04:05Z'),
    build: 'test',
  };
}

export function judgeByRules(ready: ReadyRubric, subject: Case): Promise<Judgement> {
  return judge(ready, subject, rulesJudge, 'model-alone');
}

export function judge(
  ready: ReadyRubric,
  subject: Case,
  by: Judge,
  mode: Mode,
  asking: Asking = 'case',
): Promise<Judgement> {
  const signal = new AbortController().signal;
  const world = fixedWorld();
  return judgeCase(ready, subject, { judge: by, mode, tellFacts: false, asking, signal, world });
}

/** A model whose words are given: by text, or one text per try. */
export function scripted(
  reply: string | ((request: JudgeRequest, attempt: number) => string),
  stop: StopReason = 'complete',
): Judge & { requests: JudgeRequest[] } {
  const requests: JudgeRequest[] = [];
  return {
    kind: 'model',
    id: 'scripted',
    describe: () => ({ model: 'scripted-1', parameters: { temperature: 0 } }),
    requests,
    ask: (request) => {
      requests.push(request);
      const text = typeof reply === 'string' ? reply : reply(request, requests.length);
      return Promise.resolve({ text, stop, model: 'scripted-1', parameters: { temperature: 0 } });
    },
  };
}

/** The complete reply that a gold row stands for. */
export function goldOutput(ready: ReadyRubric, subject: Case): JsonObject {
  return assemble(ready.rubric.output, new Map<string, Json>(Object.entries(subject.gold ?? {})));
}

/** What the program settles before anyone is asked, or computes in any case. */
export function settledPaths(ready: ReadyRubric, subject: Case): string[] {
  const { facts } = ready.program.facts(subject.input, ready.findFacts?.(subject.input).facts ?? []);
  const { decided } = ready.program.decide({ input: subject.input, facts });
  const values = decided.filter(({ known }) => known.kind === 'value').map(({ path }) => path);
  return [...values, ...ready.program.computedPaths];
}
