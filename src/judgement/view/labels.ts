import type { Messages } from '../../i18n/en/en';
import type { Rubric } from '../../rubric/rubric';

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

/** A sentence of the rubric with the constants in it called by their names. */
export function withLabels(text: string, name: Naming): string {
  return text.replaceAll(/\b[A-Z][A-Z]+(?:_[A-Z]+)*\b/g, (constant) => {
    const label = name(constant);
    return label === constant ? constant : `“${label}”`;
  });
}
