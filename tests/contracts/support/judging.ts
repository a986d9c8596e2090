import type { Case } from '../../../src/core/model/case';
import type { Json, JsonObject } from '../../../src/core/model/json';
import type { Judgement } from '../../../src/core/model/judgement';
import type { Mode } from '../../../src/core/model/prompt';
import type { StopReason } from '../../../src/core/model/reply';
import type { ObjectSchema } from '../../../src/core/model/output-schema';
import { assemble } from '../../../src/core/shape/assemble';
import type { Judge, JudgeRequest } from '../../../src/judges/judge';
import { rulesJudge } from '../../../src/judges/rules/rules-judge';
import { judgeCase, type ReadyRubric } from '../../../src/pipeline/judge-case';

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

export function judge(ready: ReadyRubric, subject: Case, by: Judge, mode: Mode): Promise<Judgement> {
  const signal = new AbortController().signal;
  return judgeCase(ready, subject, { judge: by, mode, tellFacts: false, signal, world: fixedWorld() });
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

/** The part of a complete output that a shape asks for. Lists with a shape per place are matched by what they can hold. */
export function project(asked: ObjectSchema, full: ObjectSchema, output: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(asked.properties).flatMap(([key, schema]): [string, Json][] => {
      const value = output[key];
      const whole = full.properties[key];
      if (value === undefined || whole === undefined) return [];
      if ('properties' in schema && 'properties' in whole && isObject(value)) {
        return [[key, project(schema, whole, value)]];
      }
      if ('prefixItems' in schema && 'prefixItems' in whole && Array.isArray(value)) {
        return [[key, projectTuple(schema.prefixItems, whole.prefixItems, value)]];
      }
      return [[key, value]];
    }),
  );
}

type Places = Extract<ObjectSchema['properties'][string], { prefixItems: unknown }>['prefixItems'];

function projectTuple(asked: Places, full: Places, values: readonly Json[]): Json[] {
  let from = 0;
  return asked.map((place) => {
    const keys = 'properties' in place ? Object.keys(place.properties) : [];
    const at = full.findIndex(
      (candidate, index) =>
        index >= from &&
        (candidate === place ||
          ('properties' in candidate &&
            'properties' in place &&
            keys.every((key) => candidate.properties[key] === place.properties[key]))),
    );
    from = at + 1;
    const whole = full[at];
    const value = values[at] ?? null;
    return 'properties' in place && whole && 'properties' in whole && isObject(value)
      ? project(place, whole, value)
      : value;
  });
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
