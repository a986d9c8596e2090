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
  findPossiblyUnrelated,
  findVariations,
  type RuleFinding,
} from './facts/rules';
import {
  findCoverage,
  findPrimaryState,
  findTier,
  shareInWords,
  type Coverage,
  type Tier,
} from './facts/tier';
import { percent, quoteNames } from './facts/wording';

const unreadable = 'Not known: a list could not be read.';
const forTheJudge = 'Not decided by the program: for the judge.';

export const findFacts: FindFacts = (input) => {
  const read = readCase(input);
  const { expected, predicted } = read;
  const state = findPrimaryState(read);
  const coverage = findCoverage(read);
  const tier = findTier(read, state, coverage);
  const facts: Fact[] = [
    listFact('expected', expected, 'source'),
    listFact('predicted', predicted, 'source'),
    primaryFact(read),
    primaryStateFact(read, state),
    coverageFact(read, coverage),
    listFact('missed', coverage?.missed ?? null, 'missing'),
    listFact('perhaps_captured', coverage?.possible ?? null, 'source'),
    tierFact(tier),
    fact('count', predicted?.length ?? null, predicted === null ? unreadable : String(predicted.length)),
    listFact('variations', findVariations(read), 'found'),
    listFact('possibly_unrelated', findPossiblyUnrelated(read), 'missing'),
    listFact('category_terms', findCategoryTerms(read), 'missing'),
    ruleFact('rule_1', checkOriginalBrand(read)),
    ruleFact('rule_2', checkVariations(read)),
    ruleFact('rule_3', checkUnrelated(read)),
    ruleFact('rule_4', checkCount(read)),
    fact(
      'reasoning_empty',
      read.reasoningIsEmpty,
      read.reasoningIsEmpty ? 'No reasoning was given.' : 'Reasoning was given.',
    ),
    confidenceFact(read.confidence),
  ];
  return { facts, problems: read.problems };
};

function fact(name: string, value: Json, text: string, spans: Span[] = []): Fact {
  return { name, value, text, spans };
}

function listFact(name: string, entities: readonly Entity[] | null, kind: Span['kind']): Fact {
  if (entities === null) return fact(name, null, unreadable);
  const names = entities.map((entity) => entity.name);
  const text = names.length === 0 ? 'None.' : quoteNames(names, 12);
  return fact(
    name,
    names,
    text,
    entities.map((entity) => spanOf(entity, kind)),
  );
}

function primaryFact({ primary }: BrandCase): Fact {
  if (primary === null)
    return fact('primary', null, 'Not known: neither a brand name nor a first expected entity.');
  const origin = primary.input === 'brand_name' ? 'given as brand name' : 'the first expected entity';
  return fact('primary', primary.name, `${quoteNames([primary.name])}, ${origin}`, [
    spanOf(primary, 'source'),
  ]);
}

function primaryStateFact(
  { primary, predicted }: BrandCase,
  state: 'present' | 'missing' | 'undecided',
): Fact {
  const forms = primary === null ? [] : (predicted ?? []).filter((form) => captures(form, primary));
  const texts = {
    present: `In the output as ${quoteNames(forms.map(({ name }) => name))}`,
    missing: 'Not in the output, nor anything like it',
    undecided:
      predicted === null || primary === null ? unreadable : 'Perhaps, in another form: for the judge',
  };
  const spans = forms.map((form) => spanOf(form, 'found', { link: 'primary' }));
  const own =
    primary === null
      ? []
      : [spanOf(primary, state === 'missing' ? 'missing' : 'source', { link: 'primary' })];
  return fact('primary_state', state, texts[state], [...own, ...spans]);
}

function coverageFact({ predicted }: BrandCase, coverage: Coverage | null): Fact {
  if (coverage === null) return fact('coverage', null, unreadable);
  const spans = coverage.captured.flatMap((entity, index) => {
    const extra = { link: `captured-${index + 1}` };
    const by = predicted?.find((form) => captures(form, entity));
    return [spanOf(entity, 'found', extra), ...(by ? [spanOf(by, 'found', extra)] : [])];
  });
  return fact('coverage', coverage.share, shareInWords(coverage), spans);
}

function tierFact(tier: Tier | null): Fact {
  if (tier === null) return fact('tier', null, unreadable);
  return fact('tier', { ...tier }, tier.because);
}

function ruleFact(name: string, finding: RuleFinding | null): Fact {
  if (finding === null) return fact(name, null, forTheJudge);
  return fact(name, { ...finding }, `${finding.compliant ? 'Kept' : 'Broken'}. ${finding.evidence}`);
}

function confidenceFact(confidence: number | null): Fact {
  return fact('confidence', confidence, confidence === null ? 'No number was given.' : percent(confidence));
}
