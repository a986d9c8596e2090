import { z } from '../kit/zod';
import { factSchema, inputProblemSchema } from '../rubric/facts';
import { jsonSchema } from '../kit/json';
import { receiptSchema, type Judgement } from '../judgement/judgement';
import { checkResultSchema, fieldSchema, knownSchema } from '../rubric/values';
import { judgementLineSchema, type JudgementLine } from './judgements-jsonl';

const ofLine: Readonly<Record<keyof JudgementLine, string>> = {
  format: 'The version of this format.',
  rubric: 'Which rubric was used. The hash is that of the whole rubric file, prompt included.',
  case: 'The case as it reads now: its inputs as text, and gold values by output path where known.',
  run: 'The run it was judged in. Lines of one file may come from several runs.',
  status:
    'That of the judgement, or outdated: the case was edited since it was judged. An outdated line has no score, verdict or judgement.',
  score: 'The score that Assay upholds: computed anew from what was judged. Null while it is open.',
  verdict: 'The verdict that Assay upholds. Null while it is open.',
  claimed:
    'What the judge says of itself: its own total and verdict. A key is absent where it says nothing. These never enter score and verdict.',
  judgement:
    'The judgement, complete. Of a case that was judged several times, the first with a score; where none has one, the first. Absent where it is outdated.',
  samples:
    'Only where the case was judged several times: what the judgements say together, over those with a score (mean, deviation, lowest and highest of numbers; the majority, or a tie, of labels), and each of them in short. Criteria by their dotted output path.',
};

const ofJudgement: Readonly<Record<keyof Judgement, string>> = {
  caseId: 'The id of the case.',
  status:
    'valid: every field decided and no check failed. repaired: the reply had to be mended. inconsistent: an error-level check failed. partial: some fields are undecided. unscored: there is no score, see reason.',
  reason: 'Why there is no score. Only with status unscored.',
  detail: 'What happened, for a person, in English.',
  causes: 'The same as codes with what they are about, where they are known.',
  repairs: 'What had to be mended to read the reply.',
  output: 'The reply in the shape of the rubric. Fields nobody decided are absent. Null when unscored.',
  fields:
    'Each field of the shape by its dotted path: its value, or what is known of it, and who decided it.',
  facts: 'What a program found in the case before any judge was asked, and where.',
  problems: 'Inputs that could not be read as the rubric needs them.',
  derived: 'Values the program computed from the reply, such as totals and verdicts.',
  checks: 'Every check of the rubric with its outcome.',
  headline: "The number and the verdict that sum the judgement up, and the judge's own where it states them.",
  attempts: 'The replies as they came, in order. Empty when no model was asked.',
  prompt:
    'What the model was given. Null when no model was asked, or when the export was made without prompts.',
  receipt: 'What was asked, of whom and when. The same id means the same question.',
};

export function publishedJudgementSchema(): Record<string, unknown> {
  const names = z.registry<{ id: string }>();
  names.add(jsonSchema, { id: 'json' });
  names.add(knownSchema, { id: 'known' });
  names.add(fieldSchema, { id: 'field' });
  names.add(factSchema, { id: 'fact' });
  names.add(inputProblemSchema, { id: 'input-problem' });
  names.add(checkResultSchema, { id: 'check-result' });
  names.add(receiptSchema, { id: 'receipt' });
  const { $schema, properties = {}, ...rest } = z.toJSONSchema(judgementLineSchema, { metadata: names });
  const judgement = z.looseObject({ properties: propertiesSchema }).parse(properties['judgement']);
  return {
    $schema,
    $id: 'judgement.schema.json',
    title: 'Assay judgement',
    description: 'One line of a JSONL export, format assay-judgement/1.',
    ...rest,
    properties: described(ofLine, {
      ...properties,
      judgement: { ...judgement, properties: described(ofJudgement, judgement.properties) },
    }),
  };
}

const propertiesSchema = z.record(z.string(), z.looseObject({}));

function described(descriptions: Readonly<Record<string, string>>, properties: unknown) {
  const schemas = propertiesSchema.parse(properties);
  return Object.fromEntries(
    Object.entries(descriptions).map(([key, description]) => [key, { description, ...schemas[key] }]),
  );
}
