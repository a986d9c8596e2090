import type { ReadCriterion } from '../criteria';
import type { FieldDraft } from './sample-shape';
import { titleName } from '../titles';

/** A field that a sentence names, and where. */
export interface Mention {
  field: FieldDraft;
  from: number;
  to: number;
}

/** Finds the fields of the reply in sentences, by their keys and by what the text calls them. */
export class FieldNames {
  private readonly names: { name: string; pattern: RegExp; field: FieldDraft }[] = [];

  constructor(
    readonly fields: readonly FieldDraft[],
    readonly criteria: readonly ReadCriterion[],
    /** The field that sums the others up. */
    readonly total: FieldDraft | undefined,
  ) {
    const at = new Map(fields.map((field) => [field.path, field]));
    const add = (name: string, field: FieldDraft | undefined): void => {
      const words = name.trim().toLowerCase();
      if (field === undefined || words.length < 2 || this.names.some((known) => known.name === words)) return;
      const pattern = words
        .replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)
        .replaceAll(/[\s_]+/gu, String.raw`[\s_]+`);
      this.names.push({
        name: words,
        field,
        pattern: new RegExp(`(?<![\\p{Script=Latin}\\p{N}_])${pattern}(?![A-Za-z0-9_])`, 'giu'),
      });
    };
    for (const criterion of criteria) {
      const field = at.get(criterion.path);
      const parent = at.get(criterion.path.slice(0, Math.max(0, criterion.path.lastIndexOf('.'))));
      if (field !== undefined)
        add(
          parent === undefined ||
            criteria.some((other) => other !== criterion && other.path.startsWith(`${parent.path}.`))
            ? field.key
            : parent.key,
          field,
        );
      add(titleName(criterion.label), field);
      add(titleName(criterion.label).replace(/\s?[(（].*$/u, ''), field);
      add(/[(（]([\w -]{2,40})[)）]/u.exec(criterion.label)?.[1] ?? '', field);
    }
    for (const field of fields) {
      if (field.type === 'object' || field.path.includes('[]') || GENERIC_KEY.test(field.key)) continue;
      add(field.key, field);
    }
    for (const { path } of criteria) {
      const field = at.get(path);
      const [first = '', ...more] = (field?.key ?? '').split('_');
      const unique = fields.filter(({ key }) => key.startsWith(first)).length === 1;
      if (more.length > 0 && first.length > 5 && unique) add(first, field);
    }
    if (total !== undefined) for (const word of TOTAL_WORDS) add(word, total);
    this.names.sort((a, b) => b.name.length - a.name.length);
  }

  /** In the order of the sentence; a name within a longer one does not count. */
  mentions(sentence: string): Mention[] {
    const found: Mention[] = [];
    for (const { pattern, field } of this.names) {
      for (const match of sentence.matchAll(pattern)) {
        const from = match.index;
        const to = from + match[0].length;
        if (!found.some((other) => from < other.to && to > other.from)) found.push({ field, from, to });
      }
    }
    return found.toSorted((a, b) => a.from - b.from);
  }

  /** The one field that has this label; undefined where several have it. */
  byLabel(label: string): FieldDraft | undefined {
    const having = this.fields.filter(
      (field) =>
        !field.path.includes('[]') && (field.enum?.length ?? 0) > 1 && field.enum?.includes(label) === true,
    );
    return having.length === 1 ? having[0] : undefined;
  }

  scores(): FieldDraft[] {
    const paths = new Set(this.criteria.filter(({ kind }) => kind === 'score').map(({ path }) => path));
    return this.fields.filter(({ path }) => paths.has(path) && path !== this.total?.path);
  }
}

const GENERIC_KEY =
  /^(?:score|points?|rating|note|value|reason|rationale|comment|name|label|result|text|id|type|status)$/iu;
const TOTAL_WORDS = [
  'total',
  'sum',
  'the sum',
  'overall score',
  'final score',
  'total score',
  'gesamtpunktzahl',
  'summe',
  'som',
  'totaal',
  'somme',
  'suma',
  '합계',
  '총점',
  '合計',
  '总分',
];

/** A path as CEL: `output.rules[0].score`; keys that CEL cannot name go in brackets. */
export function celPath(path: string): string {
  return path.split('.').reduce((left, part) => {
    if (/^\d+$/u.test(part)) return `${left}[${part}]`;
    return /^[A-Za-z_]\w*$/u.test(part) && !RESERVED.has(part)
      ? `${left}.${part}`
      : `${left}[${celText(part)}]`;
  }, 'output');
}

const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while in true false null'.split(
    ' ',
  ),
);

export const celText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
