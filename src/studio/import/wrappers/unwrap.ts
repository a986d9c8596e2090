import { yamlOf } from '../../../rubric/file/yaml-value';
import { isJsonObject, jsonSchema, parseJson, type Json, type JsonObject } from '../../../kit/json';
import { readGEval, readGraders, readPythonGrader } from './graders';
import { firstText, messagesIn, type Unwrapped, type UnwrappedPrompt } from './unwrapped';
import { codeStrings } from './code-strings';

/** The judge prompts in a text that a person pasted: all of it, or what a file format, a chat or a program has around them. */
export function unwrap(pasted: string): Unwrapped {
  const text = pasted.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  return (
    fromChatMl(text) ??
    fromJson(text) ??
    fromFrontMatter(text) ??
    readGEval(text) ??
    readPythonGrader(text) ??
    fromCode(text) ??
    fromYaml(text) ?? { wrapper: 'none', prompts: [bare(text)] }
  );
}

function bare(text: string, title = ''): UnwrappedPrompt {
  return { title, text, cases: [], notMapped: [] };
}

const chatTurn = /<\|im_start\|>[ \t]*(\w+)[^\n]*\n([\s\S]*?)(?:<\|im_end\|>|(?=<\|im_start\|>)|$)/g;

function fromChatMl(text: string): Unwrapped | null {
  if (!text.includes('<|im_start|>')) return null;
  const code = codeStrings(text);
  const own = code?.strings.find(({ text: inner }) => inner.includes('<|im_start|>'));
  const chat = own?.text ?? text;
  const turns = Array.from(chat.matchAll(chatTurn), ([, role = '', content = '']) => ({ role, content }));
  // What stands outside of the turns is told to the judge too.
  const rest = { role: 'user', content: chat.replaceAll(chatTurn, '') };
  const prompt = fromTurns(rest.content.trim() === '' ? turns : [...turns, rest]);
  return turns.length === 0 ? null : { wrapper: own && code ? code.language : 'chatml', prompts: [prompt] };
}

/** What the judge is told, in one text: a rubric has no roles. Turns of an assistant are a prefilled answer. */
function fromTurns(turns: readonly { role: string; content: string }[]): UnwrappedPrompt {
  const asked = turns.filter(({ role }) => role !== 'assistant');
  const dropped = turns.filter(({ role, content }) => role === 'assistant' && content.trim() !== '');
  const text = asked.map(({ content }) => content.trim()).join('\n\n');
  return { ...bare(text), notMapped: dropped.map(({ role }) => role) };
}

function fromJson(text: string): Unwrapped | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const value = jsonOf(text) ?? jsonLines(text);
  return value === null ? null : fromData(value, 'messages');
}

function jsonOf(text: string): Json | null {
  return jsonSchema.safeParse(parseJson(text)).data ?? null;
}

/** A grader, and its items below it, one per line. */
function jsonLines(text: string): Json | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.slice(0, 10_000).map(jsonOf);
  return lines.length > 1 && values.every((value) => value !== null) ? values : null;
}

/** A file whose front matter belongs to the prompt: prompty, dotprompt. */
function fromFrontMatter(text: string): Unwrapped | null {
  const [, yaml = '', body = ''] = /^\s*---[ \t]*\n([\s\S]*?)\n---[ \t]*\n([\s\S]*)$/.exec(text) ?? [];
  const head = yaml === '' ? null : yamlOf(yaml);
  if (!isJsonObject(head) || body.trim() === '') return null;
  const turns = roleTurns(body);
  const prompt = turns ? fromTurns(turns) : bare(body.trim());
  const { name, title, input, output } = head;
  const inputs = isJsonObject(head.inputs)
    ? head.inputs
    : isJsonObject(input) && isJsonObject(input.schema)
      ? input.schema
      : {};
  const declared = Object.keys(inputs).map((key) => key.replace(/[?(].*$/, ''));
  const schema = isJsonObject(output) && isJsonObject(output.schema) ? output.schema : {};
  const reply = Object.entries(schema).map(
    ([key, note]) =>
      [key, Array.isArray(note) ? note.map((one) => firstText(one)).join(' | ') : firstText(note)] as const,
  );
  const told = Object.keys(head).filter(
    (key) =>
      !['name', 'title', 'description', 'inputs', 'input', ...(reply.length > 0 ? ['output'] : [])].includes(
        key,
      ),
  );
  const notMapped = [...prompt.notMapped, ...told];
  return {
    wrapper: 'front-matter',
    prompts: [
      {
        ...prompt,
        title: firstText(title, name),
        notMapped,
        ...(declared.length > 0 && { declared }),
        ...(reply.length > 0 && { reply }),
      },
    ],
  };
}

const roleLine = /^(?:(system|user|assistant|developer):|\{\{\s*role\s+"(\w+)"\s*\}\})[ \t]*$/gm;

/** Lines such as `system:` part the turns of a prompty file, and `{{role "user"}}` those of a dotprompt file. */
function roleTurns(body: string): { role: string; content: string }[] | null {
  const marks = [...body.matchAll(roleLine)];
  if (marks.length === 0) return null;
  const before = body.slice(0, marks[0]?.index ?? 0);
  const turns = marks.map((mark, index) => ({
    role: mark[1] ?? mark[2] ?? '',
    content: body.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? body.length),
  }));
  return before.trim() === '' ? turns : [{ role: 'system', content: before }, ...turns];
}

function fromCode(text: string): Unwrapped | null {
  const found = codeStrings(text);
  if (found === null) return null;
  const prompts = found.strings.map(({ name, text: content }) => bare(content.trim(), titleOf(name)));
  return { wrapper: found.language, prompts };
}

/** Prose with colons is valid YAML too: only a known file, or a block of text under a key that speaks of a prompt, is taken apart. */
const blockKey = /^[ \t-]{0,60}["']?([\w$-]{1,60})["']?:[ \t]{0,20}[|>][+-]?\d?[ \t]*$/gm;
/** Without one of these keys no file is taken apart, and reading a long text as YAML takes time. */
const knownKey =
  /\b(?:role|messages|user|type|assert|rubricPrompt)["']?[ \t]{0,9}:|:[ \t]{0,20}[|>][+-]?\d?[ \t]*$/m;

function fromYaml(text: string): Unwrapped | null {
  if (!knownKey.test(text)) return null;
  if (!/^(?:#.*\n\s*)*-?[ \t]{0,20}["']?[\w$-]+["']?:/.test(text.trimStart())) return null;
  const value = yamlOf(text);
  if (value === null || typeof value === 'string') return null;
  const hasBlock = Array.from(text.matchAll(blockKey)).some(([, key = '']) => promptKey.test(key));
  return hasBlock || messagesIn(value) ? fromData(value, 'yaml') : readGraders(value);
}

function fromData(value: Json, plain: 'messages' | 'yaml'): Unwrapped | null {
  const graders = readGraders(value);
  if (graders) return graders;
  const turns = messagesIn(value);
  if (turns) {
    const around = isJsonObject(value) ? Object.keys(value).filter((key) => !textKeys.test(key)) : [];
    const prompt = fromTurns(turns);
    const title = isJsonObject(value) ? firstText(value['title'], value['name']) : '';
    return {
      wrapper: plain,
      prompts: [{ ...prompt, title, notMapped: [...prompt.notMapped, ...around.filter(notName)] }],
    };
  }
  if (!isJsonObject(value)) return null;
  const prompts = promptsIn(value);
  return prompts.length === 0 ? null : { wrapper: 'yaml', prompts };
}

const textKeys = /^(?:messages|input|prompt|system|user)$/i;
const notName = (key: string): boolean => !/^(?:name|title|id|description|version)$/i.test(key);

const promptKey = /prompt|template|instruction|rubric|system|judge|content|text/i;
const shortestPrompt = 40;

/** Under a key that speaks of a prompt, at any depth; else the longest text there is. */
function promptsIn(value: JsonObject): UnwrappedPrompt[] {
  const found: { key: string; text: string; holder: JsonObject }[] = [];
  const walk = (holder: JsonObject): void => {
    for (const [key, inner] of Object.entries(holder)) {
      if (typeof inner === 'string' && inner.trim().length >= shortestPrompt)
        found.push({ key, text: inner, holder });
      else if (isJsonObject(inner)) walk(inner);
      else if (Array.isArray(inner)) for (const item of inner) if (isJsonObject(item)) walk(item);
    }
  };
  walk(value);
  const named = found.filter(({ key }) => promptKey.test(key));
  const long = (named.length > 0 ? named : found).toSorted((a, b) => b.text.length - a.text.length);
  const [longest] = long;
  if (!longest) return [];
  return long
    .filter(({ text }) => text.length * 2 >= longest.text.length)
    .map(({ key, text, holder, holder: { choice_strings: choices, ...rest } }) => ({
      ...bare(
        text.trim(),
        firstText(holder['title'], holder['name'], value['title'], value['name']) || titleOf(key),
      ),
      notMapped: Object.keys(rest).filter((other) => other !== key && notName(other)),
      // The labels of OpenAI's model-graded evals.
      ...(Array.isArray(choices) && { grader: { labels: choices.map((label) => firstText(label)) } }),
    }));
}

/** `FAITHFULNESS_PROMPT` and `judgeTemplate` as words. */
function titleOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
    .replace(/\b(?:prompt|template|text|str)\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
