import { isJsonObject, type Json, type JsonObject } from '../../kit/json';
import { firstText, messagesIn } from './messages';
import type { Unwrapped, UnwrappedPrompt } from './unwrapped';

/** OpenAI graders and promptfoo assertions, wherever they stand in a file; null where there are none. */
export function readGraders(value: Json): Unwrapped | null {
  const openAi = objectsIn(value).filter(({ type }) => type === 'label_model' || type === 'score_model');
  if (openAi.length > 0)
    return { wrapper: 'openai-grader', prompts: openAi.map((one) => openAiPrompt(one, value)) };
  const assertions = objectsIn(value).filter(isModelGraded);
  if (assertions.length === 0) return null;
  const rubricPrompt = objectsIn(value).find((one) => 'rubricPrompt' in one)?.['rubricPrompt'];
  const prompts = assertions.map((one) => promptfooPrompt(one, value, rubricPrompt));
  // Tests repeat an assertion: the same words are the same prompt.
  const unique = prompts.filter((one, index) => prompts.findIndex(({ text }) => text === one.text) === index);
  return { wrapper: 'promptfoo', prompts: unique };
}

const mostObjects = 20_000;

function objectsIn(value: Json): JsonObject[] {
  const found: JsonObject[] = [];
  const waiting: Json[] = [value];
  while (waiting.length > 0 && found.length < mostObjects) {
    const next = waiting.shift();
    if (Array.isArray(next)) waiting.push(...next);
    else if (isJsonObject(next)) {
      found.push(next);
      waiting.push(...Object.values(next));
    }
  }
  return found;
}

const mappedKeys = new Set(['type', 'name', 'input', 'labels', 'passing_labels', 'range', 'pass_threshold']);

function openAiPrompt(grader: JsonObject, file: Json): UnwrappedPrompt {
  const turns = messagesIn(grader['input']) ?? [];
  const template = turns.map(({ content }) => content.trim()).join('\n\n');
  const range = numbersOf(grader['range']);
  const threshold = numberOf(grader['pass_threshold']);
  const others = objectsIn(file).flatMap(({ type, name }) =>
    typeof type === 'string' && /^(?:string_check|text_similarity|python|multi|score_multi)$/.test(type)
      ? [firstText(name) || type]
      : [],
  );
  return {
    title: firstText(grader['name']),
    text: withPlainNames(template),
    cases: itemsIn(file),
    notMapped: [...Object.keys(grader).filter((key) => !mappedKeys.has(key)), ...others],
    grader:
      grader['type'] === 'label_model'
        ? { kind: 'label', labels: textsOf(grader['labels']), passing: textsOf(grader['passing_labels']) }
        : {
            kind: 'score',
            ...(range.length === 2 && { range: [range[0] ?? 0, range[1] ?? 0] as const }),
            ...(threshold !== undefined && { threshold }),
          },
  };
}

/** `{{ item.question }}` is the input `question`, and `{{ sample.output_text }}` the judged output. */
function withPlainNames(template: string): string {
  return template.replaceAll(
    /\{\{\s*(?:item|sample)\.([\w.]+)\s*\}\}/g,
    (_, name: string) => `{{${name.replaceAll('.', '_')}}}`,
  );
}

/** `{ item: {…}, sample: {…} }` in a data source, or one per line. */
function itemsIn(file: Json): Record<string, string>[] {
  return objectsIn(file).flatMap((one) => {
    const { item, sample } = one;
    if (!isJsonObject(item)) return [];
    return [caseOf({ ...item, ...(isJsonObject(sample) ? sample : {}) })];
  });
}

function caseOf(values: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function isModelGraded({ type }: JsonObject): boolean {
  return typeof type === 'string' && /^(?:not-)?(?:llm-rubric|g-eval|model-graded-closedqa)$/.test(type);
}

function promptfooPrompt(assertion: JsonObject, file: Json, rubricPrompt: Json | undefined): UnwrappedPrompt {
  const { value, metric, type } = assertion;
  const rubric = Array.isArray(value) ? textsOf(value).join('\n') : firstText(value);
  const own =
    rubricPrompt === undefined ? null : (messagesIn(rubricPrompt) ?? [{ content: firstText(rubricPrompt) }]);
  const threshold = numberOf(assertion['threshold']);
  const text = own
    ? own.map(({ content }) => content.trim().replaceAll(/\{\{\s*rubric\s*\}\}/g, rubric)).join('\n\n')
    : rubric;
  const tests = objectsIn(file).flatMap(({ vars }) => (isJsonObject(vars) ? [caseOf(vars)] : []));
  const otherChecks = objectsIn(file).flatMap((one) =>
    typeof one['type'] === 'string' && 'value' in one && !isModelGraded(one) ? [one['type']] : [],
  );
  const keys = Object.keys(assertion).filter(
    (key) => !['type', 'value', 'metric', 'threshold'].includes(key),
  );
  return {
    title: firstText(metric),
    text,
    cases: tests,
    // With a prompt of one's own, the reply is what that prompt asks for.
    ...(!own && { grader: { kind: 'llm-rubric', ...(threshold !== undefined && { threshold }) } as const }),
    notMapped: [...new Set([...(type === 'llm-rubric' ? [] : [String(type)]), ...keys, ...otherChecks])],
  };
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
function numbersOf(value: Json | undefined): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}
function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
