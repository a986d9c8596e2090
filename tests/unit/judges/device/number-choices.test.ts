import { expect, it } from 'vitest';
import { NumberChoices } from '../../../../src/judges/device/session';

/** The places that are noted of a text that comes in these tokens. */
function placesIn(tokens: readonly string[], heldBack = ''): number[] {
  const choices = new NumberChoices();
  let soFar = heldBack;
  for (const token of tokens) {
    soFar += token;
    choices.note(token, soFar, [{ text: token, logprob: 0 }]);
  }
  return choices.noted.map(({ at }) => at);
}

it.each([
  ['a number', ['{"a":', '4', '}'], [5]],
  ['one with a space before it', ['{"a":', ' 4', '}'], [6]],
  ['the beginning of a longer one alone', ['[', '3', '5', ',', '12', ']'], [1, 4]],
  ['a negative one', ['[', '-1', ']'], [1]],
  ['none that comes with other signs', ['{"a":4', ',"b":', '"x"}'], []],
])('notes %s', (_, tokens, places) => {
  expect(placesIn(tokens)).toEqual(places);
});

it('keeps only what could be numbers', () => {
  const choices = new NumberChoices();
  const texts = ['4', ' 3', 'true', '"', '5,'];
  choices.note(
    '4',
    '{"a":4',
    texts.map((text) => ({ text, logprob: -1 })),
  );
  expect(choices.noted[0]?.options.map(({ text }) => text)).toEqual(['4', ' 3']);
});

it.each([
  // What was said may be less likely than all that are listed.
  [[-9, -1, -2, -3], -3],
  [[-1, -1, -2, -Infinity], -Infinity],
  // Nothing is listed: anything may have been as likely.
  [[-1], 0],
])('of %j nothing else is likelier than %d', (logprobs, untold) => {
  const choices = new NumberChoices();
  choices.note(
    '4',
    '{"a":4',
    logprobs.map((logprob, place) => ({ text: `${4 + place}`, logprob })),
  );
  expect(choices.noted[0]?.untold).toBe(untold);
});

it('a token that is not in the text yet cannot be placed', () => {
  const choices = new NumberChoices();
  choices.note('4', '{"a":', []);
  expect(choices.noted).toEqual([]);
});
