import { describe, expect, it } from 'vitest';
import { nearestName, suggestion } from '../../../../src/rubric/file/rubric-problem';

describe('nearestName', () => {
  it.each<[string, string[], string | undefined]>([
    ['maxx', ['min', 'max'], 'max'],
    ['scoer', ['score', 'choice'], 'score'],
    ['Label', ['label'], 'label'],
    ['criterias', ['criteria', 'checks'], 'criteria'],
    ['ax', ['max', 'at'], 'max'],
    ['weather', ['title', 'version'], undefined],
    ['x', ['title'], undefined],
    ['', [], undefined],
  ])('finds what %j was meant to be', (name, known, expected) => {
    expect(nearestName(name, known)).toBe(expected);
  });
});

describe('suggestion', () => {
  it.each<[string, string[], string]>([
    ['labl', ['label'], 'did you mean "label"?'],
    ['weather', ['a', 'b'], 'choose from a, b.'],
    ['weather', [], 'there is none to choose from.'],
  ])('for %j', (name, known, expected) => {
    expect(suggestion(name, known)).toBe(expected);
  });
});
