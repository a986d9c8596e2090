import type { screenWords } from '../../i18n/en/screens';
import { constantLabel, criterionPath, labelledFields, type Rubric } from '../rubric';

type FormulaWords = (typeof screenWords)['rubrics']['formula'];

interface Step {
  name: string;
  label: string;
  min: number;
  max: number | undefined;
  /** Null where the expression does not read as a formula. */
  formula: string | null;
  /** The rubric's own words for it. */
  inWords: string | null;
}

/** How the headline comes about: what it is computed from first, and itself last. */
export function scoreSteps(rubric: Rubric, t: FormulaWords): Step[] {
  const { headline, derived } = rubric;
  const steps: Step[] = [];
  const visit = (expression: string) => {
    for (const [, name = ''] of expression.matchAll(/\bderived\.(\w+)/g)) {
      const rule = derived[name];
      if (rule === undefined || steps.some((step) => step.name === name)) continue;
      const { value, label, max } =
        typeof rule === 'object' ? rule : { value: rule, label: '', max: undefined };
      visit(value);
      if (label === '') continue;
      const formula = formulaOf(rubric, value, t);
      const inWords = reasonFor(rubric, `derived.${name}`);
      // A name for one other thing computes nothing.
      if (formula === label || (formula === null && inWords === null)) continue;
      steps.push({ name, label, min: 0, max, formula, inWords });
    }
  };
  for (const expression of [headline.value, headline.verdict ?? '']) {
    visit(expression);
    const field = labelOf(rubric, expression);
    // Where the judge's label is score and verdict in one, it is one step.
    const isShown = steps.some(({ name }) => name === expression);
    if (field === null || isShown || !expression.startsWith('output.')) continue;
    const criterion = rubric.criteria.find((one) => expression === `output.${criterionPath(one)}`);
    // What the headline is called and how far it goes says nothing of a verdict beside it.
    const { label = field, max } =
      expression === headline.value ? headline : { label: field, max: criterion?.max };
    steps.push({
      name: expression,
      label,
      min: criterion?.min ?? 0,
      max,
      formula: t.asJudged,
      inWords: null,
    });
  }
  return steps;
}

/** An expression with the labels of what it computes with. Null where too much of a program would be left. */
export function formulaOf(rubric: Rubric, expression: string, t: FormulaWords): string | null {
  const text = expression.replace(/\s+/g, ' ').trim();
  if (/^(facts\.\w+) != null \? \1\.\w+ : output\.[\w.[\]]+$/.test(text)) return t.factsFirst;
  const choice = /^(.+?) \? (.+?) : (.+)$/.exec(text);
  if (choice) {
    const [condition, then, otherwise] = choice.slice(1).map((part) => formulaOf(rubric, part, t));
    return condition && then && otherwise ? t.choice(condition, then, otherwise) : null;
  }
  const worded = text
    .replace(
      /\b(?:output|derived|facts)(?:\.\w+|\[\d+\])+/g,
      (name) => labelOf(rubric, name)?.replace(/[{}[\]?!]/g, '') ?? '{}',
    )
    .replace(/"([^"]*)"|'([^']*)'/g, (_, a: string | undefined, b: string | undefined) => {
      const constant = a ?? b ?? '';
      const label = constantLabel(rubric, constant);
      // One without a label is code.
      return label === constant ? '{}' : label;
    })
    .replace(/\bround\((.*), \d\)$/, '$1')
    .replace(/\b(mean|min|max)\(\[([^\]]*)\]\)/g, (_, name: 'mean' | 'min' | 'max', names: string) =>
      t[aggregates[name]](names),
    )
    .replaceAll('||', t.or)
    .replaceAll('&&', t.and)
    .replaceAll(' == ', ' = ')
    .replaceAll(' <= ', ' ≤ ')
    .replaceAll(' >= ', ' ≥ ')
    .replaceAll(' * ', ' × ');
  return /[{}[\]?!]|\w\(|\bnull\b/.test(worded) ? null : worded;
}

const aggregates = { mean: 'mean', min: 'lowest', max: 'highest' } as const;

function labelOf(rubric: Rubric, expression: string): string | null {
  const [, root, rest = ''] = /^(output|derived|facts)\.(.+)$/.exec(expression) ?? [];
  if (root === 'output') {
    const path = rest.replace(/\[(\d+)\]/g, '.$1');
    return labelledFields(rubric).find((one) => one.path === path)?.label ?? null;
  }
  const entry = root === 'derived' ? rubric.derived[rest] : rubric.facts[rest];
  return typeof entry === 'object' ? entry.label : null;
}

/** A reason written as plain CEL text is the same for every case, so it can be read without one. */
function reasonFor({ decided }: Rubric, value: string): string | null {
  for (const rule of Object.values(decided)) {
    if (typeof rule === 'string' || rule.value !== value) continue;
    const text = /^(?:"([^"]*)"|'([^']*)')$/.exec(rule.because?.trim() ?? '');
    if (text) return text[1] ?? text[2] ?? null;
  }
  return null;
}
