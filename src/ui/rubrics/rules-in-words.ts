import type { DecidedRule, Rubric } from '../../core/model/rubric';

/** What people call the field at an output path: its criterion's, part's or note's label, else its own key. */
export function labelOfPath(rubric: Rubric, path: string): string {
  for (const criterion of rubric.criteria) {
    if (path === (criterion.choice ?? criterion.score)) return criterion.label;
    for (const part of criterion.parts) if (path === part.score) return `${criterion.label}: ${part.label}`;
  }
  const note = rubric.notes.find((candidate) => candidate.path === path);
  return note?.label ?? readableKey(path);
}

function readableKey(path: string): string {
  return path.replaceAll('_', ' ').replaceAll('.', ' › ');
}

/** How the program comes to the field: from the case, within bounds, or from other fields. */
export function howDecided(rule: DecidedRule): 'decidedHere' | 'bounded' | 'computed' {
  const expression = typeof rule === 'string' ? rule : (rule.value ?? '');
  if (typeof rule !== 'string' && rule.range !== undefined) return 'bounded';
  return /\b(output|derived)\b/.test(expression) ? 'computed' : 'decidedHere';
}
