import { describe, expect, it } from 'vitest';
import { headlineSources, restsOn } from '../../../src/compare/headline-sources';
import { reasonGround } from '../../../src/compare/explain';
import { ruleFor } from '../../contracts/support/rubric-cases';
import { essayRubric } from '../rubric/program/rubric-fixture';
import { groundOf, outlineOf } from './run-fixture';

const scoreOf = (value: string, changes: Record<string, unknown> = {}) =>
  headlineSources(essayRubric({ headline: { value }, decided: {}, ...changes })).score;
const sorted = (names: ReadonlySet<string>) => [...names].sort();

describe('headlineSources', () => {
  it.each<[string, string, string[]]>([
    ['a field', 'output.style.score', ['style.score']],
    ['a place in a list', 'output.rules[1].score * 2', ['rules.1.score']],
    ['a list that a function goes through', 'sum(output.rules.map(r, r.score))', ['rules']],
    ['a function of the field itself', 'size(output.errors.filter(e, e != "NONE"))', ['errors']],
    ['a place that is computed', 'output.rules[size(output.errors)].score', ['errors', 'rules']],
    ['a key as text', 'output["style"].score', ['style.score']],
    ['text that looks like a field', '"output.total" == "x" ? 1 : 0', []],
    ['the input alone', 'size(input.essay)', []],
    ['through a derived value', 'derived.total', ['rules', 'style.score']],
  ])('%s', (_, value, paths) => {
    expect(sorted(scoreOf(value).output)).toEqual(paths);
  });

  it('follows derived values, facts and rules that fill a field, also in circles', () => {
    const sources = scoreOf('derived.one + output.total', {
      derived: { one: 'derived.two + size(facts.long)', two: 'output.share', three: 'output.label' },
      decided: { total: { when: 'facts.grade != null', value: 'derived.three' }, label: 'output.total' },
    });
    expect(sorted(sources.output)).toEqual(['label', 'share', 'total']);
    expect(sorted(sources.derived)).toEqual(['one', 'three', 'two']);
    expect(sorted(sources.facts)).toEqual(['grade', 'length', 'long']);
    expect(sorted(sources.decided)).toEqual(['label', 'total']);
  });

  it('is about a field, what lies above it and what lies below it', () => {
    const sources = scoreOf('output.rules[0].score + output.style');
    expect(['rules', 'rules.0.score', 'style.score'].every((path) => restsOn(sources, path))).toBe(true);
    expect(['rules.1.score', 'styles', 'label'].some((path) => restsOn(sources, path))).toBe(false);
  });

  it('knows which criteria have a say', () => {
    const outline = outlineOf({}, ruleFor('citation-matching').rubric);
    const { criteria, moves } = reasonGround(outline, outline, groundOf(outline, outline));
    expect(Object.fromEntries(criteria.map(({ id }, place) => [id, moves[place]]))).toEqual({
      match_correctness: ['verdict'],
      court_alignment_handling: [],
      cited_court_classification: [],
      confidence_calibration: [],
      reasoning_quality: ['score'],
    });
  });
});
