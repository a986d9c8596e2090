import type { ReadCriterion } from '../criteria';
import type { FieldDraft } from './sample-shape';
import { escaped } from '../text-lines';
import { titleName } from '../titles';

/** A field that a sentence names, and where. */
export interface Mention {
  field: FieldDraft;
  from: number;
  to: number;
}

/** Finds the fields of the reply in sentences, by their keys and by what the text calls them. */
export class FieldNames {
  private readonly names = new Map<string, FieldDraft>();
  private readonly pattern: RegExp;
  private readonly known = new Map<string, Mention[]>();

  constructor(
    readonly fields: readonly FieldDraft[],
    readonly criteria: readonly ReadCriterion[],
    /** The field that sums the others up. */
    readonly total: FieldDraft | undefined,
  ) {
    const at = new Map(fields.map((field) => [field.path, field]));
    const add = (name: string, field: FieldDraft | undefined): void => {
      const words = plainName(name.trim());
      if (field !== undefined && words.length > 1 && !this.names.has(words)) this.names.set(words, field);
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
    const longest = [...this.names.keys()].toSorted((a, b) => b.length - a.length);
    const any = longest.map((name) => escaped(name).replaceAll(' ', String.raw`[\s_]+`)).join('|');
    this.pattern = new RegExp(
      any === '' ? '(?!)' : `(?<![\\p{Script=Latin}\\p{N}_])(?:${any})(?![A-Za-z0-9_])`,
      'giu',
    );
  }

  /** In the order of the sentence; a name within a longer one does not count. */
  mentions(sentence: string): readonly Mention[] {
    const before = this.known.get(sentence);
    if (before !== undefined) return before;
    const found = [...sentence.matchAll(this.pattern)].flatMap((match): Mention[] => {
      const field = this.names.get(plainName(match[0]));
      return field === undefined ? [] : [{ field, from: match.index, to: match.index + match[0].length }];
    });
    this.known.set(sentence, found);
    return found;
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

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s_]+/gu, ' ');

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
