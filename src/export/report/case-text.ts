import { passagesOf, shownKind, type ShownKind } from '../../judgement/view/evidence';
import { readableName, shownConstant } from '../../judgement/view/labels';
import { segmentsOf } from '../../judgement/view/segments';
import type { RubricInput } from '../../rubric/rubric';
import { jsonTree, unescapeJson, type JsonNode } from '../../kit/text/json-tree';
import { splitList } from '../../kit/text/split-list';
import { markup, nothing, type Html, type Voice } from './html';
import type { Shown } from './judgement-section';

const kinds: readonly ShownKind[] = ['missing', 'unlisted', 'found', 'quoted', 'source'];

/** The case as a document: lists as lists, JSON as terms, with what facts and reasons rest on marked. */
export function caseText(voice: Voice, { subject, judgement }: Pick<Shown, 'subject' | 'judgement'>): Html {
  const { rubric, words, own } = voice;
  const passages = passagesOf(rubric, judgement, subject.input);
  const seen = new Set<ShownKind>();
  const given = rubric.inputs.flatMap((input) => {
    const text = Object.hasOwn(subject.input, input.name) ? (subject.input[input.name] ?? '') : '';
    if (text.trim() === '' && !input.required) return [];
    const shown =
      text.trim() === ''
        ? markup`<p class="soft" lang="${words.language}">${words.page.judgement.empty}</p>`
        : inputText(input, text);
    return [
      markup`<h4>${input.label}</h4>
${shown}
`,
    ];
  });
  const legend = kinds
    .filter((kind) => seen.has(kind))
    .map((kind) => markup` <mark class="${kind}">${words.view.legend[kind]}</mark>`);
  return markup`<h3>${words.page.judgement.caseText}</h3>
${
  legend.length === 0
    ? nothing
    : markup`<p class="small">${legend}</p>
`
}<div class="text"${own}>${given}</div>
`;

  function inputText({ name, kind }: RubricInput, text: string): Html {
    const spans = passages
      .filter((passage) => passage.input === name)
      .map((passage) => ({ ...passage, shown: shownKind(passage, kind === 'list') }));
    if (kind === 'list') {
      const list = splitList(text);
      if (list.ok && list.items.length > 0)
        return markup`<ul class="entries">${list.items.map(({ start, end }) => markup`<li>${marked(start, end, false)}</li>`)}</ul>`;
    }
    const tree = kind === 'text' || kind === 'number' ? null : jsonTree(text);
    return tree ? markup`${document(tree)}` : markup`<p class="prose">${marked(0, text.length, false)}</p>`;

    function document(node: JsonNode): Html {
      if (node.kind === 'text') return marked(node.start, node.end, node.escaped);
      if (node.kind === 'list')
        return markup`<ol>${node.items.map((item) => markup`<li>${document(item)}</li>`)}</ol>`;
      const keys: Partial<Record<string, string>> = words.view.keys;
      return markup`<dl>${node.entries.map(({ key, value }) => markup`<dt>${keys[key] ?? readableName(key)}</dt><dd>${document(value)}</dd>`)}</dl>`;
    }

    function marked(start: number, end: number, escaped: boolean): Html {
      const inside = spans
        .filter((span) => span.start < end && span.end > start)
        .map((span) => ({
          ...span,
          start: Math.max(0, span.start - start),
          end: Math.min(end, span.end) - start,
        }));
      const pieces = segmentsOf(text.slice(start, end), inside).map((segment) => {
        const said = shownConstant(escaped ? unescapeJson(segment.text) : segment.text, voice.name);
        const [strongest] = segment.spans.toSorted((a, b) => kinds.indexOf(a.shown) - kinds.indexOf(b.shown));
        if (!strongest) return markup`${said}`;
        seen.add(strongest.shown);
        const { note } = strongest;
        return markup`<mark class="${strongest.shown}"${note ? markup` title="${note}"` : nothing}>${said}</mark>`;
      });
      return markup`${pieces}`;
    }
  }
}
