import type { PromptText } from './text-lines';

const GENERIC =
  /^(?:(?:system|user|judge|evaluator|evaluation|evaluate|eval|grader|grading|scoring|score|model|agent|basic|with|query|content|text|main|default|prompts?|instructions?|messages?|template|role|item|_|\d|—|-|\s)+|system|role|task|goal|context|overview|introduction|objective|rubric|scoring|evaluation|criteria|#|rolle|aufgabe|rôle|tâche|rol|taak|opdracht|tarea|역할|과제|지시(?:문|사항)?|시스템 프롬프트|프롬프트|평가\s?기준|役割|指示|タスク|角色|任务)\s?[:：]?$/iu;
const JUDGES =
  /\b(?:evaluat\p{L}*|judg(?:e|ing)|rat(?:e|ing)|grad(?:e|ing)|assess\p{L}*|scor(?:e|ing)|review(?:ing)?|check(?:ing)?|classify\p{L}*|verify\p{L}*|compar(?:e|ing)|determine|bewert\p{L}*|beurteil\p{L}*|prüf\p{L}*|beoordeel\p{L}*|controleer|évalu\p{L}*|note[sz]?|juge[sz]?|vérifi\p{L}*|evalú\p{L}*|evaluar|calific\p{L}*|puntúa|revisa)(?!\p{L})|평가|채점|판정|검토|評価|採点|判定|评估|评价|评判|判断|打分/iu;
const ROLE =
  /^(?:you(?: are|'re)|act as|du bist|sie sind|tu es|vous êtes|je bent|u bent|eres|usted es|actúa|당신은|너는|あなたは|你是|您是)(?![\p{Script=Latin}])/iu;
const TASK =
  /^(?:(?:then|now|next|first|finally|dann|puis|daarna),? |you (?=(?:check|rate|review|score|grade|mark|judge|assess|evaluate) ))?(?:please|bitte|s'il vous plaît|your (?:task|job|goal|role) is to|you (?:will|must|should|have to)|deine aufgabe ist es,?|tu tarea es|ta tâche est de|votre tâche est d[e']|je taak is om)?\s?/iu;
const DANGLING =
  /(?:[\s,;:："“'(（<[-]|(?<=[\s'])(?:of|to|in|inside|within|for|on|with|by|against|from|the|a|an|and|or|using|below|given|between|based|following|this|is|der|die|das|von|zu|mit|de|la|le|les|du|des|à|et|van|het|en|y|el|los|del|con|para|por))+$/iu;
/** A score is not what is judged, and `Rating: 4` is no sentence. */
const NO_THING =
  /^(?:\p{L}+ )?(?:give|assign|decide|provide|output|return|if|when|wenn)\b|^[\p{L}]+(?: \d{1,2})?\s?[:：]|^[-*[({%\d#"'“「]|^(?:this|the) (?:score|rating|value)/iu;
const LONGEST = 70;

/** What a rubric is called: its heading, else what it judges, else what it scores. */
export function rubricTitle({ lines }: PromptText, labels: readonly string[], given = ''): string {
  if (given !== '' && !GENERIC.test(given)) return given;
  const heading = lines.find(
    ({ heading: depth, plain }) => depth === 1 && !GENERIC.test(plain) && !/[{}<>]/u.test(plain),
  );
  if (heading !== undefined) return heading.plain;
  const sentences = lines
    .filter(
      ({ plain, fence, heading: depth, cells }) =>
        plain !== '' && !fence && !cells && (depth === 0 || depth === 9),
    )
    .slice(0, 12)
    .flatMap(({ plain }) => plain.split(/(?<=[.!?。])\s*/u));
  const asked = sentences
    .filter((sentence) => JUDGES.test(sentence) && !ROLE.test(sentence) && !NO_THING.test(sentence))
    .map(judged)
    .find((words) => words !== '' && !/[{}]/u.test(words));
  if (asked !== undefined) return asked;
  const role = sentences
    .flatMap((sentence) =>
      ROLE.test(sentence)
        ? [
            /\b(?:judge|evaluator|reviewer|grader|examiner|auditor) (?:of|for) (.{4,60}?)[.,;]/iu.exec(
              sentence,
            )?.[1],
          ]
        : [],
    )
    .find((words) => words !== undefined && !/[{}<>]/u.test(words));
  if (role !== undefined) return capital(role);
  const named = labels
    .filter((label) => !/[{}<>]/u.test(label))
    .slice(0, 3)
    .join(', ');
  if (named !== '' && named.length <= LONGEST && !/^(?:score|label)$/iu.test(named)) return named;
  const first =
    sentences.find(
      (sentence) => !/[{}<>|]/u.test(sentence) && !GENERIC.test(sentence) && !NO_THING.test(sentence),
    ) ??
    (named || (lines.find(({ plain }) => /\p{L}{3}/u.test(plain) && !/[{}<>|]/u.test(plain))?.plain ?? ''));
  return capital(clause(first.replace(/[.。:：]$/u, ''))) || 'Judge';
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** No half of a sentence: as many whole clauses as a title holds. */
function clause(words: string): string {
  if (words.length <= LONGEST) return words;
  const [first = ''] = words.split(/[,;:(（–—、，]/u);
  return first.length <= LONGEST ? first.trim() : `${first.slice(0, LONGEST).replace(/\s\S*$/u, '')}…`;
}

/** "Rate the answer {{answer}} from 1 to 5." is "Rate the answer"; "답변 {{답변}}을 평가하세요" is "답변 평가". */
function judged(sentence: string): string {
  const cjk = /[가-힣ぁ-んァ-ヶ一-龥]/u.test(sentence);
  const marks = /[{$]*\{[^{}]*\}+|<[^<>]*>|%s/gu;
  const open = cjk
    ? sentence.replaceAll(/(?:[{$]*\{[^{}]*\}+)(?:을|를|이|가|은|는|의|에|を|が|は|の)?/gu, ' ')
    : sentence;
  const cut = (open.split(marks)[0] ?? '')
    .replace(TASK, '')
    .replace(/\s(?:on a scale|from \d|auf einer Skala|sur une échelle|op een schaal|en una escala).*$/iu, '')
    .replace(
      /(?:을|를)?\s?(평가|채점|판정|검토)(?:해\s?주세요|해\s?주십시오|하세요|하십시오|합니다|한다|하라|해라)?[.:：]?\s*$/u,
      ' $1',
    )
    .replace(/を(評価|採点|判定)(?:してください|します|する|せよ)[。:：]?\s*$/u, 'の$1')
    .replace(/[.!?。:：]+\s*$/u, '')
    .replace(DANGLING, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const words = cut.split(' ').length;
  const says = cjk ? cut.length > 3 : words > 1;
  return says && cut.length <= LONGEST && words <= 14 ? capital(cut) : '';
}
