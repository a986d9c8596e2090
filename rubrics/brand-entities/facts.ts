import type { Fact, FindFacts, Span } from '../../src/rubric/facts';
import type { Json } from '../../src/kit/json';
import { captures } from './facts/compare-names';
import { readCase, spanOf, type BrandCase, type Entity } from './facts/read-case';
import {
  checkCount,
  checkOriginalBrand,
  checkUnrelated,
  checkVariations,
  findCategoryTerms,
  findNotExpected,
  findPossiblyUnrelated,
  findVariations,
  type RuleFinding,
} from './facts/rules';
import {
  coverageInWords,
  findCoverage,
  findPrimaryState,
  findTier,
  type Coverage,
  type PrimaryState,
  type Tier,
} from './facts/tier';
import { wordsIn, type Words } from './facts/wording';

export const findFacts: FindFacts = (input, language = 'en') => {
  const words = wordsIn(language);
  const read = readCase(input, words);
  const { expected, predicted } = read;
  const state = findPrimaryState(read);
  const coverage = findCoverage(read);
  const tier = findTier(read, state, coverage, words);
  const facts: Fact[] = [
    listFact('expected', expected, 'source', words),
    listFact('predicted', predicted, 'source', words),
    primaryFact(read, words),
    primaryStateFact(read, state, words),
    coverageFact(read, coverage, words),
    listFact('missed', coverage?.missed ?? null, 'missing', words),
    listFact('perhaps_captured', coverage?.possible ?? null, 'source', words),
    tierFact(tier, words),
    fact(
      'count',
      predicted?.length ?? null,
      predicted === null ? words.unreadable : String(predicted.length),
    ),
    listFact('variations', findVariations(read), 'found', words),
    listFact('not_expected', findNotExpected(read), 'source', words),
    listFact('possibly_unrelated', findPossiblyUnrelated(read), 'missing', words),
    listFact('category_terms', findCategoryTerms(read), 'missing', words),
    ruleFact('rule_1', checkOriginalBrand(read, words), words),
    ruleFact('rule_2', checkVariations(read, words), words),
    ruleFact('rule_3', checkUnrelated(read, words), words),
    ruleFact('rule_4', checkCount(read, words), words),
    fact('reasoning_empty', read.reasoningIsEmpty, words.reasoning(read.reasoningIsEmpty)),
    confidenceFact(read.confidence, words),
  ];
  return { facts, problems: read.problems };
};

function fact(name: string, value: Json, text: string, spans: Span[] = []): Fact {
  return { name, value, text, spans };
}

function listFact(name: string, entities: readonly Entity[] | null, kind: Span['kind'], words: Words): Fact {
  if (entities === null) return fact(name, null, words.unreadable);
  const names = entities.map((entity) => entity.name);
  const text = names.length === 0 ? words.none : words.names(names, 12);
  return fact(
    name,
    names,
    text,
    entities.map((entity) => spanOf(entity, kind)),
  );
}

function primaryFact({ primary }: BrandCase, words: Words): Fact {
  if (primary === null) return fact('primary', null, words.primaryUnknown);
  const brand = words.names([primary.name]);
  const text = primary.input === 'brand_name' ? words.primaryGiven(brand) : words.primaryFirst(brand);
  return fact('primary', primary.name, text, [spanOf(primary, 'source')]);
}

function primaryStateFact({ primary, predicted }: BrandCase, state: PrimaryState, words: Words): Fact {
  const forms = primary === null ? [] : (predicted ?? []).filter((form) => captures(form, primary));
  const texts = {
    present: words.present(words.names(forms.map(({ name }) => name))),
    missing: words.missing,
    undecided: predicted === null || primary === null ? words.unreadable : words.perhapsPresent,
  };
  const spans = forms.map((form) => spanOf(form, 'found', { link: 'primary' }));
  const own =
    primary === null
      ? []
      : [spanOf(primary, state === 'missing' ? 'missing' : 'source', { link: 'primary' })];
  return fact('primary_state', state, texts[state], [...own, ...spans]);
}

function coverageFact({ predicted }: BrandCase, coverage: Coverage | null, words: Words): Fact {
  if (coverage === null) return fact('coverage', null, words.unreadable);
  const spans = coverage.captured.flatMap((entity, index) => {
    const extra = { link: `captured-${index + 1}` };
    const by = predicted?.find((form) => captures(form, entity));
    return [spanOf(entity, 'found', extra), ...(by ? [spanOf(by, 'found', extra)] : [])];
  });
  return fact('coverage', coverage.share, coverageInWords(coverage, words), spans);
}

function tierFact(tier: Tier | null, words: Words): Fact {
  if (tier === null) return fact('tier', null, words.unreadable);
  return fact('tier', { ...tier }, tier.because);
}

function ruleFact(name: string, finding: RuleFinding | null, words: Words): Fact {
  if (finding === null) return fact(name, null, words.forTheJudge);
  const { compliant, evidence } = finding;
  return fact(name, { ...finding }, compliant ? words.kept(evidence) : words.broken(evidence));
}

function confidenceFact(confidence: number | null, words: Words): Fact {
  return fact('confidence', confidence, confidence === null ? words.noConfidence : words.percent(confidence));
}
