import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kit/json';
import type { Mode } from '../../src/judgement/prompt/build-prompt';
import type { ObjectSchema } from '../../src/rubric/output-schema';
import { project } from '../../src/rubric/shape/shrink';
import { replyGrammar } from '../../src/judges/device/reply-grammar';
import { goldOutput, judge, scripted, settledPaths } from './support/judging';
import { rubricsUnderTest, type RubricUnderTest } from './support/rubric-cases';
import { acceptorOf } from './support/xgrammar';

const acceptors = new Map<string, Promise<(text: string) => Promise<boolean>>>();

/** As the worker compiles it: once for all cases of one shape. */
function acceptorFor(shape: ObjectSchema): Promise<(text: string) => Promise<boolean>> {
  const grammar = replyGrammar(shape);
  const known = acceptors.get(grammar) ?? acceptorOf(grammar);
  acceptors.set(grammar, known);
  return known;
}

/** What a judge is asked for a gold case, and the reply that is right. */
async function asked(ready: RubricUnderTest, subject: RubricUnderTest['gold'][number], mode: Mode) {
  const whole = goldOutput(ready, subject);
  const gold =
    mode === 'assisted' ? project(ready.rubric.output, whole, settledPaths(ready, subject)) : whole;
  const model = scripted(JSON.stringify(gold));
  await judge(ready, subject, model, mode);
  const [request] = model.requests;
  return request && { shape: request.exact ?? request.shape, gold };
}

function broken(gold: JsonObject): [string, string][] {
  const text = JSON.stringify(gold);
  const [[first, value] = ['', null], ...others] = Object.entries(gold);
  return [
    ['nothing', ''],
    ['cut in the middle', text.slice(0, text.length / 2)],
    ['without its end', text.slice(0, -1)],
    ['with words behind it', `${text} Done.`],
    ['with words before it', `Here it is: ${text}`],
    ['between fences', `\`\`\`json\n${text}\n\`\`\``],
    ['with a key of its own', JSON.stringify({ ...gold, remark: 'so' })],
    ['without its first key', JSON.stringify(Object.fromEntries(others))],
    ['with null for its first key', JSON.stringify({ ...gold, [first]: null })],
    ['with a list for its first key', JSON.stringify({ ...gold, [first]: [[value]] })],
    ['with lines without end', text.replace('":', `":${'\n'.repeat(40)}`)],
    ['with a space', text.replace('":', '": ')],
  ];
}

describe.each(rubricsUnderTest)('$id in the grammar engine of WebLLM', (ready) => {
  it.each<Mode>(['model-alone', 'assisted'])('%s: takes every gold reply and no broken one', async (mode) => {
    const shapes = new Set<string>();
    for (const subject of ready.gold) {
      const question = await asked(ready, subject, mode);
      if (!question) continue;
      const accepts = await acceptorFor(question.shape);
      const text = JSON.stringify(question.gold);
      expect(await accepts(text), `${subject.id}: ${text}`).toBe(true);
      const shape = JSON.stringify(question.shape);
      for (const [how, reply] of shapes.has(shape) ? [] : broken(question.gold))
        expect(await accepts(reply), `${subject.id}, ${how}: ${reply}`).toBe(false);
      shapes.add(shape);
    }
    expect(shapes.size).toBeGreaterThan(0);
  });
});
