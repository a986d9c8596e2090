import type { Case } from '../cases/case';
import type { Receipt } from './judgement';
import type { Prompt } from './prompt/build-prompt';
import type { Rubric } from '../rubric/rubric';
import { canonicalJson } from '../kit/json';
import { sha256Hex } from '../kit/hash';

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
    id: receiptId(question),
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
  return hashOf({ shared: sha256Hex(shared), own: parts ? parts.map(fixed) : fixed(own) });
}

type IdentifyingKey = 'rubric' | 'prompt' | 'case' | 'judge' | 'model' | 'mode' | 'parameters';

/** The id that a receipt must have: it covers what defines the question, and nothing that happened after. */
export function receiptId(receipt: Pick<Receipt, IdentifyingKey>): string {
  const { rubric, prompt, case: asked, judge, model, mode, parameters } = receipt;
  return hashOf({ rubric, prompt, case: asked, judge, model, mode, parameters });
}

/** Rubrics are large and the same for thousands of cases. They are never changed in place. */
const rubricHashes = new WeakMap<Rubric, string>();

export function rubricHash(rubric: Rubric): string {
  const known = rubricHashes.get(rubric);
  if (known !== undefined) return known;
  // Through JSON once: an optional key that is present but undefined says the same as an absent one.
  const hash = hashOf(JSON.parse(JSON.stringify(rubric)));
  rubricHashes.set(rubric, hash);
  return hash;
}

/** Of the inputs that the rubric declares: others change nothing in what is asked, and neither do the case's id and label. */
export function caseHash({ inputs }: Pick<Rubric, 'inputs'>, input: Case['input']): string {
  const declared = inputs.flatMap(({ name }): [string, string][] => {
    const text = Object.hasOwn(input, name) ? input[name] : undefined;
    return text === undefined ? [] : [[name, text]];
  });
  return hashOf(Object.fromEntries(declared));
}

export function isCurrent(
  judged: { hash: string; revision: number },
  today: { case: Pick<Case, 'input'>; revision: number },
  rubric: Pick<Rubric, 'inputs'>,
): boolean {
  // Most cases are never edited: those need no hashing.
  return judged.revision === today.revision || judged.hash === caseHash(rubric, today.case.input);
}
