import { expect, it } from 'vitest';
import { goldOutput, judge, scripted } from '../../../contracts/support/judging';
import { ruleFor } from '../../../contracts/support/rubric-cases';

const ready = ruleFor('citation-matching');

it.each([
  ['example-3', 'Specific court, different jurisdiction: max 55%', []],
  ['example-3', 'Different jurisdiction: max 55%', []],
  ['example-3', 'Specific court, other place: at most 55 percent, whatever the number', []],
  ['example-3', 'Case number provided but no match: max 85%', ['ceiling-has-its-figure']],
  ['example-3', null, ['ceiling-has-its-figure']],
  ['example-2', 'Generic citation, so 95 % at most', []],
  ['example-6', 'Incompatible court: max 15%', []],
  ['example-1', null, []],
  ['example-1', 'Generic court citation: max 95%', ['ceiling-has-its-figure', 'ceiling-fits-class']],
] as const)('%s: a ceiling worded %j fails %j', async (id, applicable_ceiling, failed) => {
  const subject = ready.gold.find((row) => row.id === id);
  if (subject === undefined) throw new Error(`Expected the gold case ${id}.`);
  const reply = JSON.stringify({ ...goldOutput(ready, subject), applicable_ceiling });
  const { checks } = await judge(ready, subject, scripted(reply), 'model-alone');
  const aboutCeiling = checks.filter(({ about }) => about.includes('applicable_ceiling'));
  const found = aboutCeiling.filter(({ outcome }) => outcome === 'failed');
  expect(found.map((check) => check.id)).toEqual(expect.arrayContaining([...failed]));
  if (failed.length === 0) expect(found).toEqual([]);
  for (const check of found) expect(check.severity).toBe('error');
});
