import type { Case } from '../model/case';
import type { Receipt } from '../model/judgement';
import type { Prompt } from '../model/prompt';
import type { Rubric } from '../model/rubric';
import { canonicalJson } from './canonical-json';
import { caseHash } from './case-hash';
import { sha256Hex } from './hash';
import { rubricHash } from './rubric-hash';

/** Where a case is asked in parts, `parts` are the cases' parts of all questions, without what the judge says in between. */
type AskedQuestion = Pick<Prompt, 'shared' | 'own' | 'boundary'> & { parts?: readonly string[] };

export interface Asked extends Pick<
  Receipt,
  'judge' | 'model' | 'mode' | 'parameters' | 'build' | 'time' | 'tokens' | 'calls' | 'unanswered'
> {
  rubric: Rubric;
  /** Null when no model was asked; the receipt's `prompt` is then empty. */
  question: AskedQuestion | null;
  /** Only the inputs that the rubric declares count: a case keeps its receipt when it is renamed or labelled. */
  case: Pick<Case, 'input'>;
}

/** What was asked, of whom and when. The `id` covers all that defines the question, and nothing that happened after. */
export function makeReceipt(asked: Asked): Receipt {
  const { judge, model, mode, parameters, build, time, tokens, calls, unanswered } = asked;
  const question = {
    rubric: rubricHash(asked.rubric),
    prompt: asked.question === null ? '' : promptHash(asked.question),
    case: caseHash(asked.rubric, asked.case.input),
    judge,
    model,
    mode,
    parameters,
  };
  return {
    id: hashOf(question),
    ...question,
    build,
    time,
    tokens,
    ...(calls !== undefined && { calls }),
    ...(unanswered && { unanswered }),
  };
}

function hashOf(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}

/** The boundary is drawn anew for each call, so a fixed word stands in for it: equal questions hash equally. */
function promptHash({ shared, own, boundary, parts }: AskedQuestion): string {
  const fixed = (text: string) => text.replaceAll(boundary, 'BOUNDARY');
  return hashOf({ shared: sharedHash(shared), own: parts ? parts.map(fixed) : fixed(own) });
}

let lastShared = { text: '', hash: '' };

/** Long, and the same for every case of a run. */
function sharedHash(text: string): string {
  if (lastShared.hash === '' || lastShared.text !== text) lastShared = { text, hash: sha256Hex(text) };
  return lastShared.hash;
}
