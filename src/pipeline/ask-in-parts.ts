import type { Json } from '../core/model/json';
import type { Judgement } from '../core/model/judgement';
import { causeInEnglish } from '../core/model/cause-in-english';
import type { Cause } from '../core/model/cause';
import type { ObjectSchema } from '../core/model/output-schema';
import type { Path } from '../core/model/path';
import type { Usage } from '../core/model/reply';
import { replyOf, valuesIn } from '../core/shape/asked-fields';
import { sumUsage } from '../core/stats/spending';
import type { ModelJudge } from '../judges/judge';
import { askModel, type Answer, type AskOptions } from './ask-model';
import { noTokens, sumTokens } from './count-tokens';
import { expectedScores } from './expected-scores';
import type { QuestionPart } from './plan-parts';
import type { Question } from './plan-question';
import type { InTurn } from './ready-rubric';

interface Whole {
  output: ObjectSchema;
  language: string;
  notAsked: readonly Path[];
}

/**
 * Asks for one part after the other. Each reply is read, checked and asked again by itself; then they are put together and
 * checked as one. A part without an answer leaves the case without a score.
 */
export async function askInParts(
  judge: ModelJudge,
  question: Question,
  parts: readonly QuestionPart[],
  { output, language, notAsked }: Whole,
  options: AskOptions,
): Promise<Answer> {
  const said = new Map<Path, Json>();
  const attempts: Judgement['attempts'] = [];
  const repairs = new Set<string>();
  const expected = new Map<Path, number>();
  const prompts: string[] = [];
  let tokens = noTokens;
  let calls = 0;
  let unanswered: Usage | undefined;
  let before = '';
  const { onText, inTurn } = options;
  for (const [index, part] of parts.entries()) {
    const { id, label, notAsked: without } = part;
    const prompt = part.prompt(said);
    prompts.push(prompt.own);
    const start = before;
    const watched = onText && { onText: (soFar: string) => onText(`${start}${soFar}`) };
    const more = index < parts.length - 1;
    const kept = inTurn && { inTurn: (ask: Parameters<InTurn>[0]) => inTurn(ask, more) };
    const answer = await askModel(judge, { ...part, prompt }, language, { ...options, ...watched, ...kept });
    attempts.push(...answer.attempts.map((attempt) => ({ ...attempt, part: id })));
    tokens = sumTokens(tokens, answer.tokens);
    calls += answer.calls;
    if (answer.unanswered) unanswered = sumUsage(unanswered, answer.unanswered);
    if (!answer.ok) {
      const cause: Cause = { code: 'in-part', label };
      const { reason, detail } = answer;
      // Where no codes are known the words alone say it.
      const causes = answer.causes && { causes: [cause, ...answer.causes] };
      const told = `${causeInEnglish(cause)} ${detail}`;
      const failed = { reason, detail: told, ...causes, ...(unanswered && { unanswered }) };
      return { ok: false, ...failed, attempts, tokens, calls, prompts };
    }
    if (answer.taken)
      for (const [path, mean] of expectedScores(output, without, answer.taken)) expected.set(path, mean);
    for (const repair of answer.repairs) repairs.add(repair);
    for (const [path, value] of valuesIn(output, answer.output, without)) said.set(path, value);
    before += `${answer.attempts.at(-1)?.reply.text ?? ''}\n`;
  }
  const whole = question.validator.validate(replyOf(output, said, notAsked));
  const exchange = { attempts, tokens, calls, prompts, ...(unanswered && { unanswered }) };
  if (whole.ok) return { ok: true, output: whole.output, repairs: [...repairs], expected, ...exchange };
  const causes: Cause[] = [{ code: 'parts-do-not-fit' }, ...whole.causes];
  return { ok: false, reason: 'invalid', detail: causes.map(causeInEnglish).join(' '), causes, ...exchange };
}
