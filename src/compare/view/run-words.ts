import type { Json } from '../../kit/json';
import type { Receipt } from '../../judgement/judgement';
import type { Rubric } from '../../rubric/rubric';
import type { RunHead } from '../../sheet/run-record';
import type { RunMessages } from '../../i18n/compare-words';
import type { Caveat, Obstacle } from '../comparable';
import type { RubricChange, RunDifference } from '../run-differences';
import { judgeName, formatJson, modelName } from '../../judgement/view/format';

export function obstacleInWords(obstacle: Obstacle, t: RunMessages): string {
  const words = t.compare.obstacle;
  switch (obstacle.kind) {
    case 'other-rubric':
      return words.otherRubric(obstacle.a, obstacle.b);
    case 'no-criterion-in-common':
      return words.noCriterion;
    case 'nothing-judged':
      return words.nothingJudged(t.compare.side[obstacle.in]);
    case 'no-case-in-common':
      return words.noCase(obstacle.a, obstacle.b);
  }
}

/** `rubrics` are those of both runs: criteria are named as people know them. */
export function caveatInWords(caveat: Caveat, rubrics: readonly Rubric[], t: RunMessages): string {
  const words = t.compare.caveat;
  switch (caveat.kind) {
    case 'same-run':
      return words.sameRun;
    case 'unfinished':
      return words.unfinished(t.compare.side[caveat.in], caveat.done, caveat.of);
    case 'criteria-left-out': {
      const criteria = rubrics.flatMap((rubric) => rubric.criteria);
      return words.leftOut(
        caveat.criteria
          .map(({ id, because }) => {
            const label = criteria.find((criterion) => criterion.id === id)?.label ?? id;
            return `${label} (${words.because[because]})`;
          })
          .join(', '),
      );
    }
    case 'other-score-scale':
      return words.otherScale(maximum(caveat.a, t), maximum(caveat.b, t));
  }
}

function maximum(max: number | null, t: RunMessages): string {
  return max === null ? t.compare.caveat.noMaximum : String(max);
}

export function partInWords({ part, name }: Pick<RubricChange, 'part' | 'name'>, t: RunMessages): string {
  const words = t.compare.part[part];
  return typeof words === 'string' ? words : words(name ?? '');
}

/** What is otherwise, and how it reads in both runs. */
export function differenceInWords(
  difference: RunDifference,
  t: RunMessages,
  language: string,
): { label: string; text: string } {
  const { difference: labels, fromTo, noLimit, seconds } = t.compare;
  const yesNo = (value: boolean) => (value ? t.judgement.yes : t.judgement.no);
  switch (difference.kind) {
    case 'rubric-text':
      return { label: labels['rubric-text'], text: changesInWords(difference.changes, t) };
    case 'judge': {
      const { a, b } = difference;
      return { label: labels.judge, text: fromTo(judgeName(a, t), judgeName(b, t)) };
    }
    case 'model': {
      const [a, b] = [difference.a, difference.b].map((model) =>
        model === 'none' ? t.judge.noModel : modelName({ judge: '', model }, t),
      );
      return { label: labels.model, text: fromTo(a ?? '', b ?? '') };
    }
    case 'parameter': {
      const { name } = difference;
      const [a, b] = [difference.a, difference.b].map((value) => parameterInWords(name, value, t));
      return { label: parameterLabel(name, t), text: fromTo(a ?? '', b ?? '') };
    }
    case 'mode':
      return { label: labels.mode, text: fromTo(modeInWords(difference.a, t), modeInWords(difference.b, t)) };
    case 'tell-facts':
      return { label: labels['tell-facts'], text: fromTo(yesNo(difference.a), yesNo(difference.b)) };
    case 'asking': {
      const { asking } = t.compare;
      return { label: labels.asking, text: fromTo(asking[difference.a], asking[difference.b]) };
    }
    case 'timeout': {
      const [a, b] = [difference.a, difference.b].map((limit) => (limit === null ? noLimit : seconds(limit)));
      return { label: labels.timeout, text: fromTo(a ?? '', b ?? '') };
    }
    case 'time': {
      const { a, b } = difference;
      return { label: labels.time, text: fromTo(timeInWords(a, language), timeInWords(b, language)) };
    }
    default:
      return { label: labels[difference.kind], text: fromTo(String(difference.a), String(difference.b)) };
  }
}

function changesInWords(changes: readonly RubricChange[], t: RunMessages): string {
  if (changes.length === 0) return t.compare.labelsOnly;
  return changes.map((change) => t.compare.partChange[change.change](partInWords(change, t))).join(', ');
}

/** Names that no language changes. */
const providers = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Google Gemini',
  openrouter: 'OpenRouter',
  groq: 'Groq',
  mistral: 'Mistral',
  azure: 'Azure OpenAI',
};

/** Parameters that people know by another name than servers do. */
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

export function modeInWords(mode: Receipt['mode'], t: RunMessages): string {
  return {
    'rules-only': t.judge.rules,
    'model-alone': t.mode.alone,
    assisted: t.mode.assisted,
    person: t.judge.person,
  }[mode];
}

/** Whose labels a judge is held against. Null where that is not what the two runs are. */
export function judgeAgainstPeople(a: RunHead, b: RunHead, t: RunMessages): string | null {
  const [person, another] = [a, b].filter(({ judge }) => judge.kind === 'person');
  return person && !another ? t.compare.judgeAgainstPeople(person.judge.model) : null;
}

export function timeInWords(iso: string, language: string): string {
  return new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' });
}
