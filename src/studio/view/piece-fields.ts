import type { StudioWords } from '../../i18n/studio-words';
import type { Edit } from '../draft/edit';
import { placeOf } from '../draft/rename-field';
import type { ProposedCriterion, ProposedField, ProposedInput, ProposedLevel } from '../import/proposal';

/** One thing about a piece that a person can change. An edit that is null says nothing. */
export type PieceField = { label: string } & (
  | { as: 'text'; value: string; mayBeEmpty: boolean; edit: (value: string) => Edit }
  | { as: 'number'; value: number | undefined; edit: (value: number | null) => Edit | null }
  | { as: 'choice'; value: string; options: Readonly<Record<string, string>>; edit: (value: string) => Edit }
  | { as: 'tick'; value: boolean; edit: (value: boolean) => Edit }
);

export function text(
  label: string,
  value: string,
  edit: (value: string) => Edit,
  mayBeEmpty = false,
): PieceField {
  return { as: 'text', label, value, mayBeEmpty, edit };
}
function number(
  label: string,
  value: number | undefined,
  edit: (value: number | null) => Edit | null,
): PieceField {
  return { as: 'number', label, value, edit };
}
function choice<T extends string>(
  label: string,
  value: T,
  options: Readonly<Record<string, string>>,
  known: readonly T[],
  edit: (value: T) => Edit,
): PieceField {
  const own = Object.fromEntries(known.map((one) => [one, options[one] ?? one]));
  return {
    as: 'choice',
    label,
    value,
    options: own,
    edit: (picked) => edit(known.find((one) => one === picked) ?? value),
  };
}
function tick(label: string, value: boolean, edit: (value: boolean) => Edit): PieceField {
  return { as: 'tick', label, value, edit };
}

type ChangeOf<K extends Edit['kind']> = Extract<Edit, { kind: K; change: object }>['change'];

export function inputFields(input: ProposedInput, t: StudioWords): PieceField[] {
  const { key, name, label, kind, required, perRun } = input;
  const edit = (change: ChangeOf<'input'>): Edit => ({ kind: 'input', key, change });
  return [
    text(t.label, label, (value) => edit({ label: value })),
    text(t.name, name, (value) => edit({ name: value })),
    choice(t.kind, kind, t.kinds, ['text', 'long', 'json', 'list', 'number'], (value) =>
      edit({ kind: value }),
    ),
    tick(t.requiredField, required, (value) => edit({ required: value })),
    tick(t.perRunField, perRun, (value) => edit({ perRun: value })),
  ];
}

export function replyFields(field: ProposedField, t: StudioWords): PieceField[] {
  const { key, type, nullable, minimum, maximum, enum: labels } = field;
  const { name, isPlace } = placeOf(field);
  const isNumber = type === 'integer' || type === 'number';
  const edit = (change: ChangeOf<'field'>): Edit => ({ kind: 'field', key, change });
  const labelsIn = (list: string) => {
    const words = list.split(',').map((word) => word.trim());
    return words.filter((word) => word !== '').map((word) => (isNumber ? Number(word) : word));
  };
  const allowed = text(t.labels, labels?.join(', ') ?? '', (value) => edit({ enum: labelsIn(value) }), true);
  return [
    ...(isPlace ? [] : [text(t.name, name, (value) => edit({ name: value }))]),
    // A group or list cannot become a single value: what is in it would be lost.
    ...(type === 'object' || type === 'array'
      ? []
      : [
          choice(t.type, type, t.types, ['string', 'integer', 'number', 'boolean'], (value) =>
            edit({ type: value }),
          ),
        ]),
    ...(isNumber && labels === undefined
      ? [
          number(t.minimum, minimum, (value) => edit({ minimum: value })),
          number(t.maximum, maximum, (value) => edit({ maximum: value })),
        ]
      : []),
    ...(type === 'string' || labels !== undefined ? [allowed] : []),
    tick(t.nullable, nullable, (value) => edit({ nullable: value })),
  ];
}

export function criterionFields(criterion: ProposedCriterion, t: StudioWords): PieceField[] {
  const { key, label, kind, min = 0, max, better = 'high' } = criterion;
  const edit = (change: ChangeOf<'criterion'>): Edit => ({ kind: 'criterion', key, change });
  const scale = [
    number(t.minimum, min, (value) => (value === null ? null : edit({ min: value }))),
    number(t.maximum, max, (value) => (value === null ? null : edit({ max: value }))),
    choice(t.better, better, t.betterEnds, ['high', 'low'], (value) => edit({ better: value })),
  ];
  return [text(t.label, label, (value) => edit({ label: value })), ...(kind === 'score' ? scale : [])];
}

export function levelFields({ key, name, description }: ProposedLevel, t: StudioWords): PieceField[] {
  const edit = (change: ChangeOf<'level'>): Edit => ({ kind: 'level', key, change });
  return [
    text(t.name, name, (value) => edit({ name: value })),
    text(t.meaning, description ?? '', (value) => edit({ description: value })),
  ];
}
