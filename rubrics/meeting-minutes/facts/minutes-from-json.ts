import { isPlaceholder, noMinutes, type Minutes } from './minutes';
import type { Passage } from './passage';
import type { JsonNode } from './read-json';
import { isReport } from './report-style';

type Role = 'agenda' | 'decision' | 'evidence' | 'other';

const ROLES: readonly (readonly [Role, RegExp])[] = [
  ['agenda', /^(?:agendas?(?:items?|title)?|topics?|안건(?:명|제목|목록)?|의제|주제|논의(?:안건|주제))$/u],
  [
    'decision',
    /^(?:decisions?(?:text|content)?|decisionitems?|resolutions?|결정(?:사항|내용|들|목록)?|의결(?:사항|내용)?|합의(?:사항|내용)?)$/u,
  ],
  [
    'evidence',
    /^(?:evidences?(?:text|quotes?)?|quotes?|quotations?|citations?|utterances?|excerpts?|transcript(?:quote|excerpt)?|근거(?:발언|발화|원문|문장|인용|목록)?|증거|발언(?:원문|내용|근거)?|발화(?:원문|내용|구간)?|인용(?:문|구)?|원문(?:인용|발언|발화|근거)?)$/u,
  ],
];
/** What names the thing itself inside an object of a list. */
const OWN_TEXT =
  /^(?:title|제목|name|이름|content|contents|내용|text|텍스트|description|설명|summary|요약|statement|detail|item|항목)$/u;
/** What stands beside a quote without being part of it. */
const BESIDE_QUOTE =
  /^(?:speaker|화자|발언자|발화자|name|이름|type|유형|reason|이유|설명|description|비고|note|relevance)$/u;
/** Running numbers and places, not statements. */
const BOOKKEEPING = /^(?:\w*id|no|num|number|index|번호|순번|order|page|line|lines|행)$/u;

export function minutesFromJson(root: JsonNode): Minutes {
  const minutes = noMinutes('json');
  walk(root, 'other', minutes);
  return minutes;
}

function walk(node: JsonNode, role: Role, minutes: Minutes): void {
  if (node.kind === 'string') addText(node.passage, role, minutes);
  else if (node.kind === 'array') for (const item of node.items) walk(item, role, minutes);
  else if (node.kind === 'object') walkObject(node.entries, role, minutes);
}

function walkObject(
  entries: readonly { key: Passage; value: JsonNode }[],
  role: Role,
  minutes: Minutes,
): void {
  const roles = entries.map(({ key }) => roleOfKey(key.text, role));
  const holdsDecision = roles.includes('decision') && role !== 'decision';
  const firstDecision = minutes.decisions.length;
  const firstEvidence = minutes.evidence.length;
  let named = roles.includes('agenda') && role === 'agenda';
  let own = false;

  for (const [i, { key, value }] of entries.entries()) {
    const name = normalKey(key.text);
    if (BOOKKEEPING.test(name)) continue;
    let entryRole = roles[i] ?? 'other';
    if (entryRole === 'other' && OWN_TEXT.test(name) && value.kind === 'string') {
      if (role === 'decision' && !own && !roles.includes('decision')) entryRole = 'decision';
      else if (!named && (role === 'agenda' || holdsDecision) && !roles.includes('agenda'))
        entryRole = 'agenda';
      own ||= entryRole === 'decision';
      named ||= entryRole === 'agenda';
    }
    // `{"출시 일정": {"결정": …}}`: the key is the agenda.
    if (entryRole === 'other' && role === 'other' && bringsDecision(value)) minutes.agendas.push(key);
    walk(value, entryRole, minutes);
  }
  linkWithin(minutes, firstDecision, firstEvidence);
}

function bringsDecision(node: JsonNode): boolean {
  return (
    node.kind === 'object' && node.entries.some(({ key }) => roleOfKey(key.text, 'other') === 'decision')
  );
}

/** Evidence belongs to the decisions of the innermost object that holds both. */
function linkWithin(minutes: Minutes, firstDecision: number, firstEvidence: number): void {
  const linked = new Set(minutes.decisions.flatMap((decision) => decision.evidence));
  const free = minutes.evidence.map((_, i) => i).filter((i) => i >= firstEvidence && !linked.has(i));
  for (const decision of minutes.decisions.slice(firstDecision)) {
    if (decision.evidence.length === 0) decision.evidence.push(...free);
  }
}

function addText(passage: Passage, role: Role, minutes: Minutes): void {
  if (isPlaceholder(passage.text)) return;
  if (role === 'evidence') {
    minutes.evidence.push({ passage, quoted: !isReport(passage.text) });
    return;
  }
  if (role === 'agenda') minutes.agendas.push(passage);
  if (role === 'decision') minutes.decisions.push({ passage, evidence: [] });
  minutes.statements.push(passage);
}

function roleOfKey(key: string, within: Role): Role {
  const name = normalKey(key);
  if (within === 'evidence')
    return BESIDE_QUOTE.test(name) || /time|시간|시각|start|end/u.test(name) ? 'other' : 'evidence';
  return ROLES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

function normalKey(key: string): string {
  return key
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_\-.·]/gu, '')
    .replace(/(?<=\D)\d+$/u, '');
}
