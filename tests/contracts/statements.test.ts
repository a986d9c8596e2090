/** The planted faults as people write them, and what reads alike but says something else. */
import { describe, expect, it } from 'vitest';
import { z } from '../../src/kit/zod';
import { builtInRubrics } from '../../rubrics/built-in';
import { exampleReplySchema } from '../../src/rubric/rubric';
import { assemble } from '../../src/rubric/shape/shrink';
import { valuesIn } from '../../src/rubric/shape/shrink';
import { ruleFor } from './support/rubric-cases';

type Reason = [path: string, score: number | null, text: string];

/** The statements that fail when one reason, and the score it is for, are put into an honest reply. */
async function told(id: string, sample: string, [path, score, text]: Reason): Promise<string[]> {
  const { rubric, program, samples, findFacts } = ruleFor(id);
  const input = samples.find((one) => one.id === sample)?.input ?? {};
  const source = builtInRubrics.find((one) => one.id === id);
  const replies = z.array(exampleReplySchema).parse(await source?.loadReplies());
  const honest = replies.find((one) => one.case === sample && one.kind === 'honest');
  if (!honest) throw new Error(`Expected an honest reply to ${sample}.`);
  const values = valuesIn(rubric.output, honest.reply, []).set(path, text);
  if (score !== null) values.set(path.replace('.rationale', '.score'), score);
  const { facts } = program.facts(input, findFacts?.(input).facts ?? []);
  const { decided } = program.decide({ input, facts });
  const output = assemble(rubric.output, values);
  const { checks } = program.assess({ input, facts, decided, output, comparing: true });
  return checks.filter((one) => one.id.startsWith('says:') && one.outcome === 'failed').map((one) => one.id);
}

const complete = 'comprehensiveness.rationale';
const evidence = 'evidence_accuracy.rationale';
const factual = 'factuality.rationale';
const structure = 'structural_consistency.rationale';

// All three quotes of these minutes are in the transcript, all seven of the Korean ones as well.
const english = ['meeting-minutes', 'search-english'] as const;
const korean = ['meeting-minutes', 'launch-good'] as const;
// Three of four expected names are listed, in four entries.
const brand = ['brand-entities', 'headphones'] as const;
// Candidate 1 of three has the cited number; the matcher is 98 % sure of it.
const citation = ['citation-matching', 'cass-exact-number'] as const;

type Wording = [readonly [rubric: string, sample: string], ...Reason];

describe('is found', () => {
  it.each<Wording>([
    [english, complete, 5, '5 of 7 (71 %)'],
    [english, complete, 5, '5 of 7 (71 %).'],
    [english, complete, 5, 'The minutes hold 5 of 7 decisions (71 %).'],
    [english, complete, 5, '5 of the 7 main decisions (71 %) are there.'],
    [english, complete, 5, '5/7 decisions captured'],
    [english, complete, 5, '5 / 7 decisions are in the minutes.'],
    [english, complete, 5, '71% of decisions'],
    [english, complete, 5, '71 % of the key decisions are covered.'],
    [english, complete, 5, 'About 71 percent of the decisions are recorded.'],
    [english, complete, 5, 'The minutes have 71 % of all decisions.'],
    [english, complete, 5, 'Coverage is 71 %.'],
    [english, complete, 5, 'Coverage: 71 %'],
    [english, complete, 5, 'A solid 71 % coverage.'],
    [english, complete, 5, 'It covers 5 of 7.'],
    [english, complete, 5, 'Five out of seven decisions were captured.'],
    [english, complete, 5, 'Five of its seven decisions made it into the minutes.'],
    [english, complete, 5, 'Only 5 of 7 decisions.'],
    [english, complete, 5, 'Very thorough: 5 of 7 decisions.'],
    [english, complete, 5, 'It includes 5 decisions out of 7.'],
    [english, complete, 5, 'Covering 5 of the 7 decisions, it is nearly complete.'],
    [english, complete, 5, '5 of 7 decisions, or 71 %, is a good result.'],
    [english, complete, 5, '2 of 7 decisions are missing.'],
    [english, complete, 5, 'It misses 2 of the 7 decisions.'],
    [english, complete, 5, 'It leaves out two of seven.'],
    [english, complete, 5, 'Two of the seven (29 %) were left out.'],
    [english, complete, 5, '2 of 7 decisions are not covered.'],
    [english, complete, 3, 'Every decision is covered.'],
    [english, complete, 4, 'The minutes cover all 7 decisions.'],
    [english, complete, 4, 'No decisions are missing.'],
    [english, evidence, 5, 'Good, because two quotes are missing.'],
    [english, evidence, 5, 'Two of the quotes cannot be found.'],
    [english, evidence, 5, '2 quotes were invented.'],
    [english, evidence, 5, '2 of 3 quotes are nowhere to be found.'],
    [english, evidence, 5, "One quote can't be found."],
    [english, evidence, 5, 'Two invented quotes do no harm.'],
    [english, evidence, 5, 'It fabricates two quotes.'],
    [english, evidence, 5, 'Two of the three quotes do not appear anywhere.'],
    [english, evidence, 5, 'Only 1 of 3 quotes can be verified.'],
    [english, evidence, 4, 'Some 20 % of the text is irrelevant.'],
    [english, factual, 5, 'It gets two dates wrong.'],
    [english, factual, 5, 'There are two wrong dates.'],
    [english, structure, 4, 'The minutes have 6 decisions.'],
    [brand, 'summary', null, '5 of 7 names (71 %) captured'],
    [brand, 'summary', null, '5/7 names captured'],
    [brand, 'summary', null, 'The list captures 2 of 4 names.'],
    [brand, 'summary', null, '1 of 4 (25 %) is found.'],
    [brand, 'summary', null, 'Coverage is 50 %.'],
    [brand, 'summary', null, '50 % of the names are captured.'],
    [brand, 'evaluation.rule_compliance.rules.3.evidence', null, '7 entries, within the range.'],
    [brand, 'evaluation.rule_compliance.rules.3.evidence', null, 'The count is 7.'],
    [citation, 'evaluation_notes', null, 'The matcher is 89 % sure.'],
    [citation, 'evaluation_notes', null, 'Its confidence, 89 %, is right.'],
    [citation, 'evaluation_notes', null, 'Five candidates are given.'],
    [citation, 'evaluation_notes', null, 'None of the candidates has the cited number.'],
  ])('%s %s %s: %s', async (where, ...reason) => {
    expect(await told(...where, reason)).not.toEqual([]);
  });

  it.each<Wording>([
    [korean, complete, 5, '7건 중 5건(71%)'],
    [korean, complete, 5, '7건 중 5건(71 %)입니다.'],
    [korean, complete, 5, '주요 결정 7건 중 5건.'],
    [korean, complete, 5, '주요 결정 7건 중 5건입니다.'],
    [korean, complete, 5, '결정 7개 중 5개를 담았습니다.'],
    [korean, complete, 5, '결정사항 일곱 가지 가운데 다섯 가지가 담겨 있습니다.'],
    [korean, complete, 5, '일곱 개의 주요 결정 중 다섯 개가 들어 있습니다.'],
    [korean, complete, 5, '7건 중 5건을 반영했습니다.'],
    [korean, complete, 5, '7건 중 5건 반영'],
    [korean, complete, 5, '7건 중 5건만 있습니다.'],
    [korean, complete, 5, '7건 가운데 5건이 기록되어 있습니다.'],
    [korean, complete, 5, '7건 중 5건을 다루고 있어 충분합니다.'],
    [korean, complete, 5, '7건 중 5건(71%)이 포함되어 있습니다.'],
    [korean, complete, 5, '결정 5/7건을 담았습니다.'],
    [korean, complete, 5, '결정 5/7 반영'],
    [korean, complete, 5, '주요 결정의 71%를 담았습니다.'],
    [korean, complete, 5, '주요 결정의 71%입니다.'],
    [korean, complete, 5, '결정의 71 퍼센트를 반영하고 있습니다.'],
    [korean, complete, 5, '반영률은 71%입니다.'],
    [korean, complete, 5, '포함 비율이 약 71%입니다.'],
    [korean, complete, 5, '71% 정도만 담겼습니다.'],
    [korean, complete, 5, '7건 중 2건이 빠졌습니다.'],
    [korean, complete, 5, '7건 중 2건이 담기지 않았습니다.'],
    [korean, complete, 5, '7건 중 2건을 담지 못했습니다.'],
    [korean, complete, 5, '7개 중 2개가 누락되었습니다.'],
    [korean, complete, 5, '2/7건이 누락되었습니다.'],
    [korean, complete, 5, '7건 중 2건은 회의록에 없습니다.'],
    [korean, complete, 3, '누락된 결정은 하나도 없습니다.'],
    [korean, complete, 4, '주요 결정을 모두 포함하고 있습니다.'],
    [korean, complete, 4, '결정사항이 하나도 누락되지 않았습니다.'],
    [korean, evidence, 5, '두 건의 인용이 빠져 있어서 5점입니다.'],
    [korean, evidence, 5, '인용문 두 개가 원문에 없습니다.'],
    [korean, evidence, 5, '인용 가운데 2건을 원문에서 찾을 수 없습니다.'],
    [korean, evidence, 5, '인용 2건은 지어낸 것입니다.'],
    [korean, evidence, 5, '지어낸 인용이 2건 있습니다.'],
    [korean, evidence, 5, '빠진 인용문은 2개입니다.'],
    [korean, evidence, 5, '인용 7건 중 2건이 확인되지 않습니다.'],
    [korean, evidence, 5, '인용 7개 중 5개만 원문에서 찾을 수 있습니다.'],
    [korean, evidence, 4, '약 20%는 불필요한 말입니다.'],
    [korean, factual, 5, '틀린 날짜가 2건 있습니다.'],
    [korean, factual, 5, '금액 두 개가 틀렸습니다.'],
    [korean, structure, 5, '회의록의 결정사항 9개가 잘 나뉘어 있습니다.'],
    [brand, 'summary', null, '기대한 이름 4개 중 1개만 담았습니다.'],
    [citation, 'evaluation_notes', null, '신뢰도는 89%입니다.'],
    [citation, 'evaluation_notes', null, '후보는 5건입니다.'],
  ])('%s %s %s: %s', async (where, ...reason) => {
    expect(await told(...where, reason)).not.toEqual([]);
  });
});

describe('is left alone', () => {
  it.each<Wording>([
    [english, complete, 3, '5 of 7 (71 %)'],
    [english, complete, 4, '6 of the 7 decisions (86 %) are there.'],
    [english, complete, 5, 'All 7 of 7 decisions.'],
    [english, complete, 5, 'It covers not 5 of 7 decisions but all of them.'],
    [english, complete, 5, "It isn't 5 of 7 decisions, it is all of them."],
    [english, complete, 5, 'Had it covered fewer, if 5 of 7 decisions were covered, this would be 3.'],
    [english, complete, 5, 'Level 3 would be 5 of 7 decisions or fewer.'],
    [english, complete, 5, '5 of 7 would be level 3.'],
    [english, complete, 5, 'Two of seven decisions are merged, but nothing is lost.'],
    [english, complete, 5, '2 of 7 decisions have no owner.'],
    [english, complete, 5, 'All are there; 2 of the 7 decisions concern the budget.'],
    [english, complete, 5, '5 of 7 agenda items have more than one decision.'],
    [english, complete, 5, '3 of 7 participants are named.'],
    [english, complete, 5, 'The deadline of 5/7 is there.'],
    [english, complete, 5, 'The launch is 5/7.'],
    [english, complete, 4, 'At least 80 % of the decisions are covered.'],
    [english, complete, 4, 'More than 80 % of the decisions are there.'],
    [english, complete, 3, 'Between 50 and 80 % of the decisions are covered.'],
    [english, complete, 3, '50-80 % of the decisions are covered.'],
    [english, complete, 2, 'It covers less than 50 % of the decisions.'],
    [english, complete, 3, 'Level 4 requires 80 % of the decisions.'],
    [english, complete, 3, 'Level 4 needs a coverage of 80 %.'],
    [english, complete, 5, 'Not 71 % of decisions, all of them.'],
    [english, complete, 5, 'The share of 100 percent of visitors is there.'],
    [english, complete, 4, '20 % of the decisions are missing.'],
    [english, complete, 3, 'It misses 2 of the 7 decisions.'],
    [english, complete, 3, 'Not every decision is covered.'],
    [english, complete, 4, 'Nearly all decisions are covered.'],
    [english, complete, 5, 'No decision is missing.'],
    [english, complete, 3, 'It is not true that no decision is missing.'],
    [english, evidence, 5, 'No quote is missing.'],
    [english, evidence, 5, 'No quotes are invented, and none is altered.'],
    [english, evidence, 5, 'There are no invented quotes.'],
    [english, evidence, 5, 'Not one quote is missing.'],
    [english, evidence, 5, 'It would be 3 if two quotes were missing.'],
    [english, evidence, 3, 'Two quotes are too long.'],
    [english, evidence, 5, 'Three quotes are in the transcript.'],
    [english, evidence, 5, '3 of 3 quotes can be verified.'],
    [english, factual, 5, 'No dates are wrong.'],
    [english, factual, 5, 'If two dates were wrong, it would be level 3.'],
    [english, structure, 4, 'One entry has 2 decisions in it.'],
    [brand, 'summary', null, '3 of 4 names (75 %) captured'],
    [brand, 'summary', null, 'It misses 1 of 4 names.'],
    [brand, 'summary', null, '1 of 4 names is not captured.'],
    [brand, 'summary', null, 'Not 1 of 4 names, but three are captured.'],
    [brand, 'summary', null, 'At least 50 % of the names are captured.'],
    [brand, 'summary', null, '2 of the 4 entries differ in case alone.'],
    [brand, 'evaluation.rule_compliance.rules.3.evidence', null, '3 to 10 entries are allowed.'],
    [brand, 'evaluation.rule_compliance.rules.3.evidence', null, 'With 4 entries the count is right.'],
    [citation, 'evaluation_notes', null, 'The matcher is 98 % sure.'],
    [citation, 'evaluation_notes', null, 'Without a number the ceiling would be 90 %.'],
    [citation, 'evaluation_notes', null, 'Two candidates are at the same court.'],
  ])('%s %s %s: %s', async (where, ...reason) => {
    expect(await told(...where, reason)).toEqual([]);
  });

  it.each<Wording>([
    [korean, complete, 3, '7건 중 5건(71%)'],
    [korean, complete, 4, '7건 중 6건을 담았습니다.'],
    [korean, complete, 5, '7건 중 7건을 담았습니다.'],
    [korean, complete, 5, '7건 중 5건이 아니라 7건을 모두 담았습니다.'],
    [korean, complete, 5, '7건 중 5건만 담은 것은 아닙니다.'],
    [korean, complete, 5, '7건 중 5건을 담았다면 3점입니다.'],
    [korean, complete, 5, '7건 중 5건이면 3점이지만 모두 있습니다.'],
    [korean, complete, 5, '7건 중 2건이 빠졌다면 3점입니다.'],
    [korean, complete, 5, '7건 중 2건이 빠진 것은 아닙니다.'],
    [korean, complete, 5, '7건 중 2건이 한 항목에 묶였습니다.'],
    [korean, complete, 5, '7건 중 2건은 예산에 관한 것입니다.'],
    [korean, complete, 5, '7건 중 2건에 담당자가 없습니다.'],
    [korean, complete, 5, '안건 3건 중 2건에서 결정이 나왔습니다.'],
    [korean, complete, 5, '안건 5개 가운데 3개만 다루고 있습니다.'],
    [korean, complete, 5, '참석자 7명 중 5명의 이름이 있습니다.'],
    [korean, complete, 5, '11/14 출시와 5/7 점검이 있습니다.'],
    [korean, complete, 4, '주요 결정의 80% 이상을 담았습니다.'],
    [korean, complete, 3, '주요 결정의 50% 이상 80% 미만을 담았습니다.'],
    [korean, complete, 2, '주요 결정의 50%에 못 미치게 담았습니다.'],
    [korean, complete, 3, '반영률이 80%를 넘지 못합니다.'],
    [korean, complete, 3, '반영률이 80% 미만입니다.'],
    [korean, complete, 4, '결정의 20%가 빠졌습니다.'],
    [korean, complete, 4, '빠진 결정의 비율은 14%입니다.'],
    [korean, complete, 5, '할인율 20%도 담았습니다.'],
    [korean, complete, 5, '빠진 결정이 없습니다.'],
    [korean, complete, 3, '빠진 결정이 없는 것은 아닙니다.'],
    [korean, complete, 3, '주요 결정이 모두 담기지는 않았습니다.'],
    [korean, complete, 3, '주요 결정을 모두 담았다고 볼 수 없습니다.'],
    [korean, complete, 4, '주요 결정을 거의 다 담았습니다.'],
    [korean, evidence, 5, '빠진 인용이 하나도 없습니다.'],
    [korean, evidence, 5, '인용문은 하나도 빠지지 않았습니다.'],
    [korean, evidence, 5, '지어낸 인용이 없습니다.'],
    [korean, evidence, 5, '인용 2건이 빠졌다면 3점입니다.'],
    [korean, evidence, 5, '인용 2건이 누락되지 않고 모두 있습니다.'],
    [korean, evidence, 3, '인용 2건이 너무 깁니다.'],
    [korean, evidence, 5, '인용 7건이 원문에서 확인됩니다.'],
    [korean, evidence, 5, '인용 7개 중 7개가 원문에 있습니다.'],
    [korean, evidence, 4, '불필요한 말이 5% 이하입니다.'],
    [korean, factual, 5, '틀린 날짜가 없습니다.'],
    [korean, factual, 5, '날짜 2건이 틀렸다면 3점입니다.'],
    [korean, structure, 4, '관련된 결정 2건이 한 항목에 묶였습니다.'],
    [brand, 'summary', null, '기대한 이름 4개 중 3개를 담았습니다.'],
    [citation, 'evaluation_notes', null, '신뢰도는 98%입니다.'],
  ])('%s %s %s: %s', async (where, ...reason) => {
    expect(await told(...where, reason)).toEqual([]);
  });
});
