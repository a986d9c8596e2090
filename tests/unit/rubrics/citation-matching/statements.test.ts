import { expect, it } from 'vitest';
import { goldOutput, judge, scripted } from '../../../contracts/support/judging';
import { ruleFor } from '../../../contracts/support/rubric-cases';

const ready = ruleFor('citation-matching');

/** Each case by what is known of it: 1 exact number at 98 %; 3 number at another place at 85 %; 6 rightly no match; 7 number not found. */
it.each([
  ['example-1', 'A confidence of 0.98 is right.', []],
  ['example-1', 'A confidence of 89% is right.', ['confidence']],
  ['example-1', 'The confidence is 10 points too low.', []],
  ['example-1', 'The number matches candidate 1.', []],
  ['example-1', 'Candidate 2 bears the cited case number.', ['number-match']],
  ['example-1', 'The case number was not found.', ['number-not-found']],
  ['example-1', 'There are two candidates; all 3 candidates fit.', []],
  ['example-1', 'The court is not generic, and no place is missing.', []],
  ['example-1', 'Cass. is classified as generic.', ['generic-court']],
  ['example-1', 'The model took candidate 2.', ['matched-candidate']],
  ['example-3', 'Whatever the number, 85% breaks the ceiling.', []],
  ['example-3', '85% stays below the generous ceiling.', ['ceiling-kept']],
  ['example-3', 'The ceiling of 55% holds.', []],
  ['example-3', 'The ceiling is 95%.', ['ceiling']],
  ['example-3', 'Candidate 1 comes from the cited court.', ['same-court']],
  ['example-3', 'Candidate 1 is clearly correct.', ['right-candidate']],
  ['example-3', 'No reasoning was given.', ['no-reasoning']],
  ['example-6', 'None of the candidates is right.', []],
  ['example-6', 'The matcher picked candidate 1.', ['matched-candidate']],
  ['example-7', 'No candidate bears the cited number.', []],
  ['example-7', 'The citation gives no case number.', ['no-number-cited']],
  ['example-7', 'The expected range is 75 to 85.', ['expected-range']],
] as const)('%s: “%s” fails %j', async (id, evaluation_notes, failed) => {
  const subject = ready.gold.find((row) => row.id === id);
  if (subject === undefined) throw new Error(`Expected the gold case ${id}.`);
  const reply = JSON.stringify({ ...goldOutput(ready, subject), evaluation_notes });
  const { checks } = await judge(ready, subject, scripted(reply), 'model-alone');
  const found = checks.filter(({ id: check, outcome }) => check.startsWith('says:') && outcome === 'failed');
  expect(found.map((check) => check.id)).toEqual(failed.map((statement) => `says:${statement}`));
});
