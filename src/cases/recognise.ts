import type { Rubric, RubricInput } from '../rubric/rubric';
import { foldName } from '../kit/text/fold-name';
import { truncate } from '../kit/text/shown-text';

type Inputs = Pick<Rubric, 'inputs'>;

const longestLabel = 60;

/** One case of a text: by its labels where it has some ("Title: …"), else all of it is what the rubric judges. */
export function caseOfText(text: string, rubric: Inputs): { label: string; input: Record<string, string> } {
  const labelled = readLabelled(text, rubric);
  const judged = textInput(rubric);
  const input = labelled ?? { [judged.name]: text.trim() };
  const first = Object.values(input).find((value) => value !== '') ?? '';
  return { label: truncate(first.split('\n', 1)[0]?.trim() ?? '', longestLabel), input };
}

/** The text under judgement: the last long one that a case must have, or else the first that it must have. */
function textInput({ inputs }: Inputs): RubricInput {
  const required = inputs.filter((input) => input.required);
  const found = required.findLast(({ kind }) => kind === 'long') ?? required[0] ?? inputs[0];
  if (!found) throw new Error('Expected a rubric with inputs, got none.');
  return found;
}

/** Inputs by lines such as `Title: …`; a value goes on until the next label. Null where the text does not begin with one. */
export function readLabelled(text: string, { inputs }: Inputs): Record<string, string> | null {
  const named = new Map(
    inputs.flatMap(({ name, label, aliases }) =>
      [name, label, ...aliases].map((form) => [foldName(form), name] as const),
    ),
  );
  const found: Record<string, string> = {};
  let current: string | null = null;
  for (const line of text.trim().split('\n')) {
    const [, label = '', rest = ''] =
      /^\s*(?:[-*#>]+\s*)?\**([^:：]{1,60}?)\**\s*[:：]\**(.*)$/u.exec(line) ?? [];
    const name = named.get(foldName(label));
    if (name !== undefined && !(name in found)) {
      current = name;
      found[name] = rest.trim();
    } else if (current === null) return null;
    else found[current] = `${found[current] ?? ''}\n${line}`.trim();
  }
  return current === null ? null : found;
}
