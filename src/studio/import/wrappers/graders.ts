import { isJsonObject, jsonSchema, parseJson, type Json, type JsonObject } from '../../../kit/json';
import { firstText, messagesIn, type Unwrapped, type UnwrappedPrompt } from './unwrapped';

/** OpenAI graders and promptfoo assertions, wherever they stand in a file; null where there are none. */
export function readGraders(value: Json): Unwrapped | null {
  const openAi = objectsIn(value).filter(({ type }) => type === 'label_model' || type === 'score_model');
  if (openAi.length > 0)
    return { wrapper: 'openai-grader', prompts: openAi.map((one) => openAiPrompt(one, value)) };
  const assertions = objectsIn(value).filter(isModelGraded);
  return assertions.length === 0
    ? null
    : { wrapper: 'promptfoo', prompts: [promptfooPrompt(assertions, value)] };
}

/** A grader that a Python program holds: a dictionary is nearly JSON. */
export function readPythonGrader(code: string): Unwrapped | null {
  if (!/["'](?:label|score)_model["']/.test(code)) return null;
  const body = code.slice(Math.max(0, code.search(/[{[]/)), code.search(/[}\]][^}\]]*$/) + 1);
  const json = body
    .replaceAll(/"""([\s\S]*?)"""/g, (_, text: string) => JSON.stringify(text))
    .replaceAll(/,(?=\s*[}\]])/g, '')
    .replaceAll(/\b(?:True|False|None)\b/g, (word) => (word === 'None' ? 'null' : word.toLowerCase()));
  const value = jsonSchema.safeParse(parseJson(json)).data;
  return value === undefined ? null : readGraders(value);
}

const pythonText = String.raw`(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')`;

/** A G-Eval definition in Python: what is judged, the steps, and which texts the tool shows to the judge. */
export function readGEval(code: string): Unwrapped | null {
  if (!/\bGEval\s*\(/.test(code)) return null;
  const argument = (name: string): string => {
    const [, double, single] = new RegExp(`\\b${name}\\s*=\\s*${pythonText}`).exec(code) ?? [];
    return double ?? single ?? '';
  };
  const [, list = ''] = /\bevaluation_steps\s*=\s*\[([^\]]*)\]/.exec(code) ?? [];
  const steps = Array.from(
    list.matchAll(new RegExp(pythonText, 'g')),
    ([, double, single]) => double ?? single ?? '',
  );
  const shows = Array.from(code.matchAll(/\bLLMTestCaseParams\.([A-Z_]+)/g), ([, name = '']) =>
    name.toLowerCase(),
  );
  const threshold = Number(/\bthreshold\s*=\s*([\d.]+)/.exec(code)?.[1] ?? Number.NaN);
  const text = [argument('criteria'), steps.join('\n')].filter((part) => part !== '').join('\n\n');
  const score = Number.isNaN(threshold) ? {} : { threshold };
  const prompt = { title: argument('name'), text, cases: [], notMapped: [], grader: { score, shows } };
  return text === '' ? null : { wrapper: 'python', prompts: [prompt] };
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
        ? { labels: textsOf(grader['labels']), passing: textsOf(grader['passing_labels']) }
        : {
            score: {
              ...(range.length === 2 && { range: [range[0] ?? 0, range[1] ?? 0] as const }),
              ...(threshold !== undefined && { threshold }),
            },
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

/** One rubric: with a prompt of the author's own, what is asserted is an input; without, each assertion is a criterion. */
function promptfooPrompt(assertions: readonly JsonObject[], file: Json): UnwrappedPrompt {
  const own = objectsIn(file).find((one) => 'rubricPrompt' in one)?.['rubricPrompt'];
  const checks = [...new Set(assertions.map(assertedText))];
  const otherKeys = assertions.flatMap((one) =>
    Object.keys(one).filter((key) => !['type', 'value', 'metric', 'rubricPrompt'].includes(key)),
  );
  const otherChecks = objectsIn(file).flatMap((one) => {
    const { type } = one;
    return typeof type === 'string' && ('value' in one || 'threshold' in one) && !isModelGraded(one)
      ? [type]
      : [];
  });
  const common = {
    title: isJsonObject(file) ? firstText(file['description']) : '',
    notMapped: [...new Set([...otherKeys, ...otherChecks])],
  };
  const tests = objectsIn(file).filter(({ vars }) => isJsonObject(vars));
  if (own === undefined) {
    const cases = tests.map(({ vars }) => (isJsonObject(vars) ? caseOf(vars) : {}));
    const text = checks.join('\n\n');
    const asked = tests.map((test) => objectsIn(test).filter(isModelGraded).map(assertedText).join('\n'));
    const differ = new Set(asked).size > 1 ? ['assert of single tests'] : [];
    const grader = { checks, shows: ['output'] };
    return judgeable({ ...common, notMapped: [...common.notMapped, ...differ], text, cases, grader });
  }
  const written = jsonSchema.safeParse(parseJson(firstText(own))).data;
  const turns = messagesIn(own) ?? messagesIn(written) ?? [{ content: firstText(own) }];
  const cases = tests.map((test) => {
    const rubric = objectsIn(test).filter(isModelGraded).map(assertedText).join('\n');
    return { ...(isJsonObject(test['vars']) ? caseOf(test['vars']) : {}), rubric };
  });
  return judgeable({ ...common, text: turns.map(({ content }) => content.trim()).join('\n\n'), cases });
}

/** promptfoo makes the output when it runs. A test without one cannot be judged. */
function judgeable(prompt: UnwrappedPrompt): UnwrappedPrompt {
  const cases = prompt.cases.filter((one) => 'output' in one);
  const left = prompt.cases.length - cases.length;
  return { ...prompt, cases, notMapped: [...prompt.notMapped, ...(left > 0 ? ['vars without output'] : [])] };
}

function assertedText({ value }: JsonObject): string {
  return Array.isArray(value) ? textsOf(value).join('\n') : firstText(value);
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
