import type { PromptText } from './text-lines';

const GENERIC =
  /^(?:(?:system|user|judge|evaluator|evaluation|evaluate|eval|grader|grading|scoring|score|model|agent|basic|with|query|content|text|main|default|prompts?|instructions?|messages?|template|role|item|_|\d|—|-|\s)+|system|role|task|goal|context|overview|introduction|objective|rubric|scoring|evaluation|criteria|#|rolle|aufgabe|rôle|tâche|rol|taak|opdracht|tarea|역할|과제|지시(?:문|사항)?|시스템 프롬프트|프롬프트|평가\s?기준|役割|指示|タスク|角色|任务)\s?[:：]?$/iu;
const ROLE =
  /^(?:you(?: are|'re)|(?:please )?act as|du bist|sie sind|tu es|vous êtes|je bent|u bent|eres|usted es|actúa como|당신은|너는|あなたは|你是|您是)(?![\p{Script=Latin}])\s?/iu;
/** A word that asks to judge, where a sentence or a clause begins, or behind a role: "an evaluator assessing …". */
const ASKS =
  /(?:^|[,.:;]\s|\b(?:and|to|will|must|please|you|du|je|tu|vous|bitte|who|that)\s)(?:evaluates?|judges?|rates?|grades?|assess(?:es)?|scores?|reviews?|checks?|classify|verify|verifies|compares?|determine|analy[sz]e|detect|mark|bewerte\p{L}*|beurteil\p{L}*|prüf\p{L}*|vergleich\p{L}*|beoordeel\p{L}*|controleer\p{L}*|vergelijk\p{L}*|évalu\p{L}*|notez|juge[zsr]?|vérifi\p{L}*|compare[zsr]?|corrige[zsr]|evalú\p{L}*|evaluar|calific\p{L}*|puntúa|revisa)(?:n sie)?\s|\b(?:assessing|evaluating|judging|grading|rating|scoring|reviewing|checking|verifying|comparing|specialises? in|specializes? in)\s/iu;
/** The thing that is judged, in languages that put it before the verb. */
const BEFORE_VERB: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:.*?(?:아래|다음|주어진|은|는)\s)?(?:의?\s?)(\S(?:.{0,28}\S)?)(?:을|를)\s(?:읽고|보고|바탕으로).*(평가|채점|판정|검토)/u,
    '$1 $2',
  ],
  [
    /^(?:.*?(?:아래|다음|주어진|당신은|너는|당신의 임무는|,)\s)?(\S(?:.{0,28}\S)?)(?:을|를)\s(?:[^을를]{0,24}\s)?(평가|채점|판정|검토)/u,
    '$1 $2',
  ],
  [
    /^(?:.*?(?:あなたは|以下の|次の|、))?([^、。\d{}]{2,24})を(?:読み、)?[^。]{0,30}?(評価|採点|判定|添削)/u,
    '$1の$2',
  ],
  [/^あなたは([^、。（(]{1,24})の(?:専門|優秀な)?(評価|採点|審査)者/u, '$1の$2'],
  [/对([^，。：{}]{2,20})进行(评估|评价|打分|评分)/u, '$1$2'],
  [/(评估|评价|评判)([^，。：:,{}的]{2,16})/u, '$1$2'],
];
/** What follows no longer names it. */
const STOP =
  /\s(?:on a scale|on the|on (?:a|these|\p{L}+ (?:dimensions|criteria|points|traits))|based on|according to|against|using|with|within|inside|for|from|between|by|as|in(?:to)?|to|that|which|who|below|above|displayed|provided|given|written|and (?:output|give|return|provide|assign|assess|decide)|auf einer|anhand|nach|mit|selon|sur une|sur|avec|à partir|op een|op basis|aan de hand|volgens|met|en una|según|con|para)(?!\p{L}).*$|\s?[,;:(（–—{<[“"，。：、].*$|\s-\s.*$/iu;
const LEADING =
  /^(?:(?:the|a|an|this|these|each|every|whether|if|one|your|its|all|following|given|user's|diese[rsnm]?|der|die|das|den|dem|folgende[nrs]?|ob|het|de|een|volgende|of|le|la|les|l'|un|une|du|des|si|el|los|las|una)(?:\s|(?<='))|l['’])+/iu;
const PLAIN =
  /^(?:(?:expert|experienced|impartial|strict|fair|senior|professional|critical|an?|the|ai|llm|model|quality|response|output|answer|answers|score|rating|text|it|them|input|system|both|judge|evaluator|assistant|reviewer|grader|assessor|auditor|helpful|language|gutachter|prüfer|evaluador|experto|évaluateur|évaluatrice|correcteur|juge|beoordelaar|jury|심사위원|평가자|評価者|一?个?评[估分]员|评估专家)\s?)+$/iu;
const LONGEST = 60;

/** No name begins with these, and none is a sentence. */
const NO_NAME =
  /^(?:how|well|on|in|such|what|only|for|with|to|must|anything|항목|각)(?!\p{L})|\s(?:is|are|was|were)\s|^[\p{Script=Latin}\p{P}]+$/iu;

/** What a rubric is called: its heading, else what it judges or the role it gives; undefined where nothing says it. */
export function rubricTitle({ lines }: PromptText, given = ''): string | undefined {
  if (given !== '' && !GENERIC.test(given)) return given;
  const filled = lines.filter(({ plain }) => plain !== '');
  const heading = filled.find(
    ({ heading: depth, plain }, at) =>
      ((depth === 1 && at < 4) || (depth > 1 && depth < 8 && at === 0)) &&
      !GENERIC.test(plain.replaceAll(/^[[【]|[\]】]$/gu, '')) &&
      !/^you\s|[{}<>]|[.。:：]$/iu.test(plain) &&
      plain.length <= 80 &&
      // Right above a placeholder it names the input.
      !/^\W*(?:\{[^{}]*\}|<<[^<>]*>>|%s)\W*$/u.test(filled[at + 1]?.plain ?? ''),
  );
  if (heading !== undefined) return heading.plain;
  const sentences = lines
    .filter(({ plain, fence, heading: depth, cells, bullet, block }) =>
      [plain !== '', !fence, !cells, bullet === '', block === undefined, depth === 0 || depth === 9].every(
        Boolean,
      ),
    )
    .slice(0, 12)
    .flatMap(({ plain }) => plain.split(/(?<=[.!?。])\s*/u));
  const roles = sentences.filter((sentence) => ROLE.test(sentence));
  return [...sentences.map(judged), ...roles.map((role) => phrase(role.replace(ROLE, '')))].find(
    (words) => words !== undefined,
  );
}

/** "Rate the tone of the answer {{answer}} from 1 to 5." is "Tone of the answer"; "답변 {{답변}}을 평가하세요" is "답변 평가". */
function judged(sentence: string): string | undefined {
  const open = sentence.replaceAll(/[{$<]*\{[^{}]*\}+>*|<<[^<>]*>>|%s/gu, '');
  for (const [form, title] of BEFORE_VERB) {
    const match = form.exec(open.replaceAll(/\s(?=을|를|を)/gu, ''));
    const words = match === null ? '' : title.replace('$1', match[1] ?? '').replace('$2', match[2] ?? '');
    if (words.length > 3 && words.length <= LONGEST && !/\d/u.test(words) && !NO_NAME.test(words))
      return words.trim();
  }
  const asked = ASKS.exec(sentence.replaceAll(/\s(?:please|you should)\s/giu, ' '));
  return asked === null ? undefined : phrase(sentence.slice(asked.index + asked[0].length));
}

/** The words up to what no longer names the thing; undefined where they name none. */
function phrase(words: string): string | undefined {
  const named = words
    .replace(LEADING, '')
    .replace(STOP, '')
    .replace(/[.!?。\s]+$/u, '')
    .trim();
  const count = named.split(/\s+/u).length;
  if (
    count > 8 ||
    named.length > LONGEST ||
    named.length < 3 ||
    PLAIN.test(named) ||
    NO_NAME.test(named) ||
    /\d/u.test(named)
  )
    return undefined;
  return named.charAt(0).toUpperCase() + named.slice(1);
}
