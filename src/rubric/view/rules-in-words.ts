import type { DecidedRule, Rubric } from '../rubric';

export type HowDecided = 'decidedHere' | 'bounded' | 'computed';

/** A field the program has a say in, as people call it; `reason` where the rubric gives one that holds for every case. */
export interface RuleInWords {
  label: string;
  how: HowDecided;
  reason: string | null;
}

/** What the program decides, one line per thing that has a name: a rule's score, verdict and quote are one thing. */
export function decidedInWords(rubric: Rubric): RuleInWords[] {
  const lines = new Map<string, RuleInWords>();
  for (const [path, rule] of Object.entries(rubric.decided)) {
    const label = labelOfPath(rubric, path);
    const how = howDecided(rule);
    const key = `${label}:${how}`;
    if (!lines.has(key)) lines.set(key, { label, how, reason: fixedReason(rule) });
  }
  return [...lines.values()];
}

/** The label of the criterion, part or note at a path; failing that, of what stands beside it in the same object. */
function labelOfPath(rubric: Rubric, path: string): string {
  const named = rubric.criteria.flatMap((criterion) => [
    { path: criterion.choice ?? criterion.score ?? '', label: criterion.label },
    ...criterion.parts.map((part) => ({ path: part.score, label: `${criterion.label}: ${part.label}` })),
  ]);
  const notes = rubric.notes.map((note) => ({ path: note.path, label: note.label }));
  const exact = [...named, ...notes].find((candidate) => candidate.path === path);
  if (exact) return exact.label;
  const parent = parentOf(path);
  const beside = parent === '' ? undefined : named.find((candidate) => parentOf(candidate.path) === parent);
  if (beside) return beside.label;
  const words = path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** How the program comes to the field: from the case, within bounds, or from other fields. */
function howDecided(rule: DecidedRule): HowDecided {
  const expression = typeof rule === 'string' ? rule : (rule.value ?? '');
  if (typeof rule !== 'string' && rule.range !== undefined) return 'bounded';
  return /\b(output|derived)\b/.test(expression) ? 'computed' : 'decidedHere';
}

/** A reason written as plain CEL text is the same for every case, so it can be read here. */
function fixedReason(rule: DecidedRule): string | null {
  const because = typeof rule === 'string' ? undefined : rule.because?.trim();
  const text = because === undefined ? null : /^"([^"]*)"$|^'([^']*)'$/.exec(because);
  return text?.[1] ?? text?.[2] ?? null;
}
