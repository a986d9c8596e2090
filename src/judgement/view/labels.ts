import type { Messages } from '../../i18n/en/en';
import type { Criterion, Rubric } from '../../rubric/rubric';

/** What a constant of a reply is called for people. */
export type Naming = (constant: string) => string;

export function namingOf(rubric: Pick<Rubric, 'criteria' | 'values'>, t: Messages): Naming {
  const names = labelsIn(rubric, t);
  return (constant) => names.get(constant) ?? constant;
}

function labelsIn(
  { criteria, values }: Pick<Rubric, 'criteria' | 'values'>,
  t: Messages,
): Map<string, string> {
  const levels = criteria.flatMap((criterion) =>
    criterion.levels.flatMap(({ at, name }): [string, string][] =>
      typeof at === 'string' ? [[at, name]] : [],
    ),
  );
  return new Map([...Object.entries(t.judgement.verdicts), ...levels, ...Object.entries(values)]);
}

/** As `naming`, and yes and no as this criterion calls them. */
export function namingIn({ levels }: Pick<Criterion, 'levels'>, naming: Naming): Naming {
  const names = new Map(
    levels.flatMap(({ at, name }) => (typeof at === 'boolean' ? [[String(at), name]] : [])),
  );
  return (constant) => names.get(constant) ?? naming(constant);
}

/** A sentence of the rubric with the constants in it called by their names. */
export function withLabels(text: string, name: Naming): string {
  return text.replaceAll(/\b[A-Z][A-Z]+(?:_[A-Z]+)*\b/g, (constant) => {
    const label = name(constant);
    return label === constant ? constant : `“${label}”`;
  });
}

const acronyms = new Set(['ecli', 'id', 'url', 'json', 'api', 'isbn', 'doi', 'pdf', 'ai']);

/** `rol_number`, `rolNumber` and `ROL_NUMBER` → Rol number; `ecli` → ECLI. */
export function readableName(key: string): string {
  const words = key
    .replaceAll('_', ' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(/[a-z]+/g, (word) => (acronyms.has(word) ? word.toUpperCase() : word));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A constant of a case by its label, or in words where it has none. All other text stays as it is. */
export function shownConstant(text: string, name: Naming): string {
  if (!/^[A-Z]{2,}(?:_[A-Z\d]+)*$/.test(text)) return text;
  const label = name(text);
  return label === text && text.includes('_') ? readableName(text) : label;
}
