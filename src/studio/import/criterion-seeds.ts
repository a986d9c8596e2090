import type { FieldDraft } from './reply/sample-shape';
import { ofKey } from './text-lines';

/** A field of the reply that holds a score or label of its own. */
export interface CriterionSeed {
  /** What the text may call it: the key of its object, its own key. */
  names: string[];
  field: FieldDraft;
  kind: 'score' | 'choice';
  rationale: string | undefined;
  parts: { field: FieldDraft; name: string }[];
}

/** Keys that say what kind of value they hold, not what is judged. */
const SCORE_KEY =
  /^(?:scores?|points?|pts|ratings?|grade|mark|value|note|punkte?|punkt(?:zahl)?|punten|cijfer|wert|bewertung|puntuaci[oó]n|puntos|calificaci[oó]n|nota|점수|평점|点数?|スコア|評点|分数|得分|评分|score_value|numeric_score|final_score|label|verdict|result|judg(?:e)?ment|decision|answer|choice|level|rating_value|ok|pass(?:ed)?|status|classification|category|판정|결과|등급|判定|評価|结果|urteil|oordeel|jugement|verdicto?|veredicto|resultado|r[ée]sultat|resultaat|ergebnis|pontua[cç][aã]o|poäng|betyg|punteggio|voto|calificacion|puntuaje|puntaje|decisi[oó]n|entscheidung|beoordeling|avis|statut|estado|评级|判断|結果|결론)$/iu;
export const REASON_KEY = ofKey(
  /(?:^|_)(?:reason(?:s|ing)?|rationale|explanation|justification|analysis|comment(?:s|ary)?|feedback|thoughts?|thinking|notes?|evidence|why|critique|begr(?:ü|ue)ndung|toelichting|uitleg|motiv\w*|reden|raison|explication|commentaire|explicaci[oó]n|raz[oó]n|justificaci[oó]n|motivo|근거|이유|설명|理由|根拠|説明|解释|原因|summary)$/iu,
);
const TOTAL_KEY = ofKey(
  /(?:^|_)(?:total\p{L}*|sum|gesamt\w*|average|mean|weighted|aggregate|moyenne|eindscore|eindcijfer|totaal|gemiddelde|durchschnitt|promedio)(?:_|$)|총점|합계|평균|合計|总分|平均|note_globale/iu,
);
export const CONFIDENCE_KEY = ofKey(
  /^(?:judge_)?(?:confidence|certainty|sure(?:ness)?|konfidenz|confiance|zekerheid|확신도?|신뢰도|確信度|置信度)(?:_(?:score|level))?$|^(?:needs|requires)_|^(?:aantal|anzahl|num_|number_of|nombre_)|uncertain|(?:^|_)(?:step|index|id|count|number|line|page|position|year|date)$/iu,
);

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

export const isScore = ({ type }: FieldDraft): boolean => type === 'integer' || type === 'number';
const isChoice = (field: FieldDraft): boolean =>
  field.type === 'boolean' || (field.type === 'string' && (field.enum?.length ?? 0) > 1);

/** `ruled`: paths of totals and verdicts that the text computes. */
export function seedsFromFields(fields: readonly FieldDraft[], ruled: ReadonlySet<string>): CriterionSeed[] {
  const outside = fields.filter(({ path }) => !path.includes('[]'));
  const graded = outside.filter((field) => isScore(field) || isChoice(field));
  const mains = new Map<string, FieldDraft>();
  for (const field of graded) {
    const parent = parentOf(field.path);
    if (parent !== '' && SCORE_KEY.test(field.key) && !/\.\d+$/u.test(parent)) {
      const before = mains.get(parent);
      if (before === undefined || (isScore(field) && !isScore(before))) mains.set(parent, field);
    }
  }
  // One of several answers side by side is not what they are about.
  for (const [parent, main] of mains)
    if (isChoice(main) && graded.filter(({ path }) => parentOf(path) === parent).length > 2)
      mains.delete(parent);
  const owner = (path: string): string | undefined => {
    for (let parent = parentOf(path); parent !== ''; parent = parentOf(parent))
      if (mains.has(parent)) return parent;
    return undefined;
  };
  const seeds = graded.flatMap((field) => {
    const own = owner(field.path);
    const main = own === undefined ? undefined : mains.get(own);
    if (main !== undefined && main !== field) return [];
    if (ruled.has(field.path) || CONFIDENCE_KEY.test(field.key) || isCount(field)) return [];
    if (TOTAL_KEY.test(field.key) && graded.length > 1) return [];
    if (
      /\.\d+$/u.test(field.path) ||
      (/\.\d+$/u.test(parentOf(field.path)) && !isPlaceVerdict(field, outside))
    )
      return [];
    const parts =
      own === undefined
        ? []
        : graded.filter((other) => other !== field && isScore(other) && owner(other.path) === own);
    return [
      seed(
        field,
        own,
        outside,
        parts.map((part) => ({ field: part, name: placeName(part, outside) ?? part.key })),
      ),
    ];
  });
  const alone = graded.filter((field) => !CONFIDENCE_KEY.test(field.key) && !isCount(field));
  return seeds.length > 0 ? seeds : alone.slice(0, 1).map((field) => seed(field, undefined, outside, []));
}

/** "number of claims": it counts, and has no scale to be good or bad on. */
const isCount = ({ description = '', range, type }: FieldDraft): boolean =>
  range === undefined &&
  (type === 'integer' || type === 'number') &&
  /^(?:<\s?)?(?:the |die |le |het |el )?(?:Anzahl|Zahl der|number of|count of|how many|aantal|nombre de|número de|cantidad de|geschätzt\p{L}*|estimated?)(?!\p{L})/iu.test(
    description,
  );

/** A label in each place of a fixed list is a criterion of its own, named by the place. */
function isPlaceVerdict(field: FieldDraft, fields: readonly FieldDraft[]): boolean {
  const place = parentOf(field.path);
  return (
    SCORE_KEY.test(field.key) &&
    (isScore(field) ? placeName(field, fields) !== undefined : field.type === 'string') &&
    !fields.some((other) => other !== field && isScore(other) && parentOf(other.path) === place)
  );
}

/** What a place of a fixed list is called: its one constant. */
function placeName({ path }: FieldDraft, fields: readonly FieldDraft[]): string | undefined {
  const place = parentOf(path);
  if (!/\.\d+$/u.test(place)) return undefined;
  const name = fields.find((other) => parentOf(other.path) === place && other.enum?.length === 1)?.enum?.[0];
  return name === undefined ? undefined : String(name);
}

function seed(
  field: FieldDraft,
  object: string | undefined,
  fields: readonly FieldDraft[],
  parts: CriterionSeed['parts'],
): CriterionSeed {
  const parent = object ?? parentOf(field.path);
  const objectKey = fields.find(({ path }) => path === parent)?.key;
  const twin = fields.some(
    (other) => other !== field && other.key === field.key && parentOf(other.path) !== parentOf(field.path),
  );
  const own =
    placeName(field, fields) ??
    (object === undefined && twin && objectKey !== undefined ? `${objectKey} ${field.key}` : field.key);
  const names = object !== undefined && objectKey !== undefined ? [objectKey] : [own];
  const siblings = fields.filter(
    (other) =>
      other.type === 'string' && other.enum === undefined && parentOf(other.path) === parentOf(field.path),
  );
  const stem = field.key.replace(/_(?:score|rating|points|label)$/iu, '');
  const reason =
    siblings.find(({ key }) => key !== field.key && key.startsWith(stem) && REASON_KEY.test(key)) ??
    (object === undefined ? undefined : siblings.find(({ key }) => REASON_KEY.test(key)));
  if (stem !== field.key) names.push(stem);
  return { names, field, kind: isScore(field) ? 'score' : 'choice', rationale: reason?.path, parts };
}
