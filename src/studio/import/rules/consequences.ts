import type { FieldNames } from '../reply/field-names';
import { readCondition } from './conditions';
import type { AddRule, Sentence } from './rules';

const IF = String.raw`(?:if|when(?:ever)?|wenn|falls|als|indien|si|lorsque|cuando)`;
/** "If A, then B", "B if A", 「Aなら、B」, "A이면 B": which part is the condition, and which the consequence. */
const FORMS: readonly (readonly [form: RegExp, condition: number, then: number])[] = [
  [new RegExp(`^${IF}\\s(.{3,120}?),\\s(?:then |dann |dan |alors |entonces )?(.{3,160})$`, 'iu'), 1, 2],
  [new RegExp(`^(.{3,120}?),?\\s${IF}\\s(.{3,120})$`, 'iu'), 2, 1],
  [/^(.{3,80}?)(?:이면|일 경우|인 경우|면|の場合は?|なら(?:ば)?)[,、]?\s?(.{3,80})$/u, 1, 2],
];

/** What must hold of a number, or be null, where something else is the case. Labels are read as verdicts. */
export function readConsequences(
  sentences: readonly Sentence[],
  names: FieldNames,
  add: AddRule,
): Set<Sentence> {
  const understood = new Set<Sentence>();
  for (const sentence of sentences) {
    if (sentence.words.length > 300) continue;
    const words = sentence.words.replace(/[.。;]$/u, '').replace(/\bcap (.{2,40}?) at\b/iu, '$1 at most');
    for (const [form, condition, then] of FORMS) {
      const parts = form.exec(words);
      if (parts === null) continue;
      const when = readCondition(parts[condition] ?? '', names);
      const must = when === undefined ? undefined : readCondition(parts[then] ?? '', names);
      if (must === undefined || !/== null|[<>=]=? -?\d/u.test(must)) continue;
      const path = names.mentions(parts[then] ?? '')[0]?.field.path ?? '';
      add('check', path, `!(${when ?? ''}) || (${must})`, sentence.words, [sentence.span]);
      understood.add(sentence);
      break;
    }
  }
  return understood;
}
