import type { Json } from '../../kit/json';
import type { Rubric } from '../../rubric/rubric';
import type { RunHead } from '../../sheet/run-record';
import type { RunMessages } from '../../i18n/compare-words';
import type { Caveat, Obstacle } from '../comparable';
import { modeOf, type RubricChange, type RunDifference } from '../run-differences';
import { formatJson, judgeName, modelName, modeName } from '../../judgement/view/format';
import { truncate } from '../../kit/text/shown-text';
import { runLabel } from '../../sheet/view/run-words';
import type { Side } from '../stored-run';

/** What each of two runs is called. */
export type RunNames = Readonly<Record<Side, string>>;

const longestName = 40;

/** As short as they may be and never alike, unless both are the same run. */
export function runNames(a: RunHead, b: RunHead, t: RunMessages, language: string): RunNames {
  const nameOf = (head: RunHead) => truncate(runLabel(head, t), longestName);
  const names = { a: nameOf(a), b: nameOf(b) };
  if (names.a !== names.b || a.id === b.id) return names;
  const time =
    (options: Intl.DateTimeFormatOptions) =>
    ({ created }: RunHead) =>
      new Date(created).toLocaleString(language, options);
  const ways: ((head: RunHead, which: number) => string)[] = [
    ({ rubric }) => t.reweigh.version(rubric.version),
    (head) => modeName(modeOf(head), t),
    time({ day: 'numeric', month: 'short' }),
    time({ hour: 'numeric', minute: '2-digit' }),
    time({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
    (_, which) => String(which),
  ];
  const way = ways.find((each) => each(a, 1) !== each(b, 2));
  return { a: `${names.a} (${way?.(a, 1)})`, b: `${names.b} (${way?.(b, 2)})` };
}

export function obstacleInWords(obstacle: Obstacle, names: RunNames, t: RunMessages): string {
  const words = t.compare.obstacle;
  if (obstacle.kind === 'other-rubric') return words.otherRubric(names.a, obstacle.a, names.b, obstacle.b);
  if (obstacle.kind === 'no-case-in-common') return words.noCase(names.a, obstacle.a, names.b, obstacle.b);
  return obstacle.kind === 'nothing-judged' ? words.nothingJudged(names[obstacle.in]) : words.noCriterion;
}

export function caveatInWords(
  caveat: Caveat,
  rubrics: readonly Rubric[],
  names: RunNames,
  t: RunMessages,
): string {
  const words = t.compare.caveat;
  if (caveat.kind === 'same-run') return words.sameRun;
  if (caveat.kind === 'unfinished') return words.unfinished(names[caveat.in], caveat.done, caveat.of);
  if (caveat.kind === 'other-score-scale') {
    const maximum = (max: number | null) => (max === null ? words.noMaximum : String(max));
    return words.otherScale(names.a, maximum(caveat.a), names.b, maximum(caveat.b));
  }
  const criteria = rubrics.flatMap((rubric) => rubric.criteria);
  const left = caveat.criteria.map(({ id, because }) => {
    const label = criteria.find((criterion) => criterion.id === id)?.label ?? id;
    return `${label} (${typeof because === 'object' ? words.onlyIn(names[because.onlyIn]) : words.because[because]})`;
  });
  return words.leftOut(left.join(', '));
}

export function partInWords({ part, name }: Pick<RubricChange, 'part' | 'name'>, t: RunMessages): string {
  const words = t.compare.part[part];
  return typeof words === 'string' ? words : words(name ?? '');
}

export function differenceInWords(
  difference: RunDifference,
  newer: string,
  t: RunMessages,
  language: string,
): { label: string; text: string } {
  if (difference.kind === 'rubric-text')
    return { label: t.compare.difference['rubric-text'], text: changesInWords(difference.changes, newer, t) };
  const { kind } = difference;
  const label = kind === 'parameter' ? parameterLabel(difference.name, t) : t.compare.difference[kind];
  return { label, text: t.compare.fromTo(...sidesInWords(difference, t, language)) };
}

function sidesInWords(
  difference: Exclude<RunDifference, { kind: 'rubric-text' }>,
  t: RunMessages,
  language: string,
): [a: string, b: string] {
  const both = <T>({ a, b }: { a: T; b: T }, inWords: (value: T) => string): [string, string] => [
    inWords(a),
    inWords(b),
  ];
  switch (difference.kind) {
    case 'judge':
      return both(difference, (judge) => judgeName(judge, t));
    case 'model':
      return both(difference, (model) => {
        if (model === 'example reply') return `${t.judge.noModel} (${t.start.exampleReplies})`;
        return model === 'none' ? t.judge.noModel : modelName({ judge: '', model }, t);
      });
    case 'parameter':
      return both(difference, (value) => parameterInWords(difference.name, value, t));
    case 'mode':
      return both(difference, (mode) => modeName(mode, t));
    case 'tell-facts':
      return both(difference, (told) => (told ? t.judgement.yes : t.judgement.no));
    case 'asking':
      return both(difference, (asking) => t.compare.asking[asking]);
    case 'timeout':
      return both(difference, (limit) => (limit === null ? t.compare.noLimit : t.compare.seconds(limit)));
    case 'time':
      return both(difference, (time) => timeInWords(time, language));
    default:
      return [String(difference.a), String(difference.b)];
  }
}

function changesInWords(changes: readonly RubricChange[], newer: string, t: RunMessages): string {
  if (changes.length === 0) return t.compare.labelsOnly;
  return changes
    .map((change) => t.compare.partChange[change.change](partInWords(change, t), newer))
    .join(', ');
}

const providers = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Google Gemini',
  openrouter: 'OpenRouter',
  groq: 'Groq',
  mistral: 'Mistral',
  azure: 'Azure OpenAI',
};

function parameterLabel(name: string, t: RunMessages): string {
  const labels: Partial<Record<string, string>> = t.compare.parameter;
  return labels[name] ?? t.compare.difference.parameter(name);
}

function parameterInWords(name: string, value: Json | undefined, t: RunMessages): string {
  if (value === undefined) return t.compare.notGiven;
  if (typeof value !== 'string') return formatJson(value, t);
  const { compatible, structuredBy } = t.compare;
  const words: Partial<Record<string, Partial<Record<string, string>>>> = {
    provider: { ...providers, compatible },
    structured: structuredBy,
  };
  return words[name]?.[value] ?? (name === 'endpoint' ? addressInWords(value) : value);
}

/** An address may hold more than is to be shown. */
function addressInWords(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host}${url.pathname}` : address;
}

/** Whose labels a judge is held against. Null where that is not what the two runs are. */
export function judgeAgainstPeople(a: RunHead, b: RunHead, t: RunMessages): string | null {
  const [person, another] = [a, b].filter(({ judge }) => judge.kind === 'person');
  return person && !another ? t.compare.judgeAgainstPeople(person.judge.model) : null;
}

export function timeInWords(iso: string, language: string): string {
  return new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' });
}
