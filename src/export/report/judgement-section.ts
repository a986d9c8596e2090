import { modelName, formatJson, formatNumber, judgedBy } from '../../judgement/view/format';
import { computedRows, labelledFacts } from '../../judgement/view/rows';
import { contradictionInWords } from '../../judgement/view/contradiction-words';
import { judgedCriterion, marksOf, reasonOf } from '../../judgement/view/fields';
import { readableName } from '../../judgement/view/labels';
import type { Contradiction } from '../../judgement/contradictions';
import type { Findings } from '../../judgement/digest';
import { chainOf, differs, upheld, upheldScore } from '../../judgement/explain';
import type { Judgement } from '../../judgement/judgement';
import { failureInWords } from '../../i18n/cause-words';
import type { Case } from '../../cases/case';
import type { Json } from '../../kit/json';
import { isOnlyVerdict, type Criterion } from '../../rubric/rubric';
import { levelStates } from '../../rubric/view/rubric-view';
import type { Field, Known } from '../../rubric/values';
import type { Spread, Vote } from '../../sheet/figures/repeats';
import type { Samples } from '../export-run';
import { caseText } from './case-text';
import { dateInWords, markup, nothing, type Html, type Voice } from './html';

export interface Shown {
  subject: Case;
  name: string;
  judgement: Judgement;
  contradictions: readonly Contradiction[];
  samples?: Samples | undefined;
  number: number;
}

/** Folded. What a link leads to lies inside, so that a browser opens it on the way there. */
export function judgementSection(voice: Voice, shown: Shown): Html {
  const { words } = voice;
  const { judgement, number, name, contradictions } = shown;
  const { status, headline, reason } = judgement;
  const result = headline
    ? [
        ...(headline.verdict ? [voice.known(headline.verdict)] : []),
        ...(isOnlyVerdict(voice.rubric)
          ? []
          : [`${voice.known(headline.value)}${maxOf(voice, headline.value)}`]),
      ].join(' · ')
    : words.page.reason[reason ?? 'failed'];
  return markup`<details class="case"><summary><b>${number}. ${name}</b> <span>${result}</span> <span class="chip ${status}">${words.page.status[status]}</span></summary>
<article id="case-${number}" aria-label="${name}">
<p class="back small"><a href="#row-${number}">${words.toTable}</a> · <a href="#top">${words.toTop}</a></p>
${opening(voice, shown)}${wrong(voice, contradictions)}${criteria(voice, judgement)}${samplesSection(voice, shown.samples)}${notes(voice, judgement)}${caseText(voice, shown)}${evidence(voice, judgement)}${receipt(voice, judgement)}</article></details>
`;
}

function maxOf({ rubric, words }: Voice, { kind }: Known): string {
  const { max } = rubric.headline;
  return max === undefined || kind === 'undecided' ? '' : ` ${words.page.judgement.of(max)}`;
}

function opening(voice: Voice, { judgement }: Shown): Html {
  const { rubric, words } = voice;
  const { headline, status, repairs, problems } = judgement;
  const failure = failureInWords(judgement, words.language);
  const chain = chainOf(rubric, judgement).map(
    ({ step, known, count }) =>
      markup`${words.view.chain[step](count, known.kind === 'range')} <b>${voice.known(known)}</b>`,
  );
  const said = headline?.statedVerdict;
  const verdict =
    said !== undefined && differs(headline?.verdict, said)
      ? markup`<p class="clash">${words.page.results.verdict}: <s>${formatJson(said, words.page, voice.name)}</s> <span class="small">${words.view.claimed}</span></p>
`
      : nothing;
  const meaning = status === 'inconsistent' ? '' : words.page.statusMeaning[status];
  return markup`${
    chain.length === 0
      ? nothing
      : markup`<p class="chain">${chain.map((step, at) => (at === 0 ? step : markup` → ${step}`))}</p>
`
  }${verdict}${
    meaning === ''
      ? nothing
      : markup`<p class="soft">${meaning}</p>
`
  }${
    failure === ''
      ? nothing
      : markup`<p>${failure}</p>
`
  }${listOf(words.page.judgement.repairs, repairs.map(words.page.repair))}${listOf(
    words.page.judgement.problems,
    problems.map(({ message }) => message),
  )}`;
}

function listOf(title: string, items: readonly string[]): Html {
  if (items.length === 0) return nothing;
  return markup`<h3>${title}</h3><ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>
`;
}

function wrong(voice: Voice, contradictions: readonly Contradiction[]): Html[] {
  const { words, own } = voice;
  const titles = { error: words.page.results.dontHoldLabel, warning: words.view.lookAt };
  return (['error', 'warning'] as const).map((severity) => {
    const items = contradictions.filter((one) => one.severity === severity);
    if (items.length === 0) return nothing;
    const lines = items.map((item) => {
      const { label, main, therefore, more } = contradictionInWords(item, voice.speech);
      const also = more.map((one) => markup`<li${own}>${lead(one.label, one.text)}</li>`);
      return markup`<li><span${own}>${lead(label, main)}</span>${therefore === null ? '' : ` ${therefore}`}${also.length > 0 ? markup`<ul class="small">${also}</ul>` : nothing}</li>`;
    });
    return markup`<h3 class="${severity}">${titles[severity]}</h3>
<ol class="wrong ${severity}">${lines}</ol>
`;
  });
}

/** The place in bold, once: it may begin the sentence. */
function lead(label: string, text: string): Html {
  const begins = text.startsWith(label);
  return markup`<b>${begins ? label : `${label}:`}</b>${begins ? text.slice(label.length) : ` ${text}`}`;
}

function criteria(voice: Voice, judgement: Judgement): Html {
  if (judgement.fields.length === 0) return nothing;
  const { rubric, words, own } = voice;
  const fields = new Map(judgement.fields.map((field) => [field.path, field]));
  const isWeighed = judgement.fields.some(({ expected }) => expected !== undefined);
  return markup`<h3>${words.page.judgement.criteria}</h3>
<ul class="criteria"${own}>${rubric.criteria.map((criterion) => criterionItem(voice, criterion, fields))}</ul>
${isWeighed ? markup`<p class="small soft">${words.page.judgement.expected('…')}: ${words.page.judgement.expectedHint}</p>` : nothing}`;
}

function criterionItem(voice: Voice, criterion: Criterion, fields: ReadonlyMap<string, Field>): Html {
  const { field, scale, reason } = judgedCriterion(fields, criterion);
  const known = upheldScore(criterion, fields);
  const level = criterion.levels[levelStates(criterion.levels, known, field?.programSays).indexOf('chosen')];
  const levelName = level && scale && level.name !== String(level.at) ? level.name : '';
  const parts = criterion.parts.map((part) => {
    const scored = fields.get(part.score);
    const own = upheld(scored);
    return markup`<li>${scoreOf(voice, scored, own, part.max)} <b>${part.label}</b> <span class="soft">${reasonOf(fields, part.score, part.rationale) ?? ''}</span></li>`;
  });
  return markup`<li><div class="score">${scoreOf(voice, field, known, scale?.max)}</div><div><b>${criterion.label}</b>${levelName === '' ? nothing : markup` <span class="soft">${levelName}</span>`} ${decider(voice, field)}${
    reason === undefined ? nothing : markup`<p>${voice.sentence(reason)}</p>`
  }${parts.length === 0 ? nothing : markup`<ul class="small">${parts}</ul>`}</div></li>
`;
}

/** What can be upheld, and what the judge said where that is something else. */
function scoreOf(voice: Voice, field: Field | undefined, known: Known, max: number | undefined): Html {
  const { words } = voice;
  const { judge } = marksOf(field);
  const wrong = judge?.kind === 'value' && differs(known, judge.value);
  const expected =
    field?.expected === undefined
      ? nothing
      : markup` <span class="small soft">(${words.page.judgement.expected(formatNumber(field.expected))})</span>`;
  const of = max !== undefined && known.kind !== 'undecided' ? markup`<small>/${max}</small>` : nothing;
  const said = wrong
    ? markup`<s title="${words.claims(voice.known(judge))}">${voice.known(judge)}</s> `
    : nothing;
  return markup`${said}<span class="${known.kind === 'value' ? 'value' : 'value unsure'}">${voice.known(known)}${of}</span>${expected}`;
}

function decider({ words }: Voice, field: Field | undefined): Html {
  if (field?.by === 'model') return nothing;
  const { decidedBy } = words.page.judgement;
  return markup`<span class="small soft" lang="${words.language}">${words.decidedBy}: ${decidedBy[field?.by ?? 'nobody']}</span>`;
}

interface Line {
  label: string;
  spread?: Spread | null;
  vote?: Vote | null;
}

function samplesSection(voice: Voice, samples: Samples | undefined): Html {
  if (!samples) return nothing;
  const { rubric, words } = voice;
  const { run, results } = words.page;
  const { together, single } = samples;
  const lines: Line[] = [
    { label: results.headline, spread: together.score },
    { label: results.verdict, vote: together.verdict },
    ...together.criteria.map((criterion, place) => ({
      label: rubric.criteria[place]?.label ?? '',
      ...(criterion.kind === 'points' ? { spread: criterion.spread } : { vote: criterion.vote }),
    })),
  ];
  const rows = lines.flatMap((line) => (line.spread || line.vote ? [sampleRow(voice, line)] : []));
  const heads = [words.criterion, run.mean, run.spread, run.majority];
  return markup`<h3>${run.samplesTitle}</h3>
<p>${run.samplesScored(together.scored, together.samples)}. ${words.firstStands}</p>
<ol>${single.map((digest) => markup`<li>${inShort(voice, digest)}</li>`)}</ol>
${
  rows.length === 0
    ? nothing
    : markup`<div class="scroll" role="region" aria-label="${run.samplesTitle}" tabindex="0"><table><thead><tr>${heads.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>
`
}`;
}

function sampleRow({ words, own, name }: Voice, { label, spread, vote }: Line): Html {
  const { run } = words.page;
  const deviation = spread?.deviation ?? null;
  const range =
    spread && deviation !== null
      ? `${formatNumber(deviation)} (${run.lowHigh(formatNumber(spread.min), formatNumber(spread.max))})`
      : '';
  const said = vote && (vote.kind === 'tie' ? run.tie(vote.values.map(name).join(', ')) : name(vote.value));
  return markup`<tr><th scope="row"${own}>${label}</th><td>${spread ? formatNumber(spread.mean) : ''}</td><td>${range}</td><td>${vote ? `${said} (${run.votes(vote.count, vote.of)})` : ''}</td></tr>
`;
}

function inShort(voice: Voice, { status, reason, score, verdict }: Findings): string {
  const { page } = voice.words;
  const why = reason === undefined ? [] : [page.reason[reason]];
  const said = [verdict, score].flatMap((known) => (known ? [voice.known(known)] : []));
  return [page.status[status], ...why, ...said].join(' · ');
}

/** What else the judge wrote. */
function notes(voice: Voice, judgement: Judgement): Html {
  const { rubric, words } = voice;
  const known = new Map(judgement.fields.map((field) => [field.path, field.known]));
  const pairs = rubric.notes.flatMap(({ label, path }): Pair[] => {
    const value = known.get(path);
    return value?.kind === 'value' && isPlain(value.value) ? [[label, voice.known(value)]] : [];
  });
  return definitions(voice, words.page.judgement.otherFields, pairs);
}

/** Computed values and facts, folded: they are many, and those that matter stand with what they contradict. */
function evidence(voice: Voice, judgement: Judgement): Html {
  const { rubric, words } = voice;
  const { derived, facts } = words.page.judgement;
  const computed = computedRows(rubric, judgement).map((row): Pair => [row.label, voice.known(row.known)]);
  const found = labelledFacts(rubric, judgement.facts).map(({ label, fact }): Pair => [
    label === fact.name ? readableName(label) : label,
    voice.sentence(fact.text),
  ]);
  if (computed.length + found.length === 0) return nothing;
  return markup`<details class="evidence"><summary>${words.evidence}</summary>
${definitions(voice, derived, computed)}${definitions(voice, facts, found)}</details>
`;
}

/** Anything else would show the names of the reply's fields. */
function isPlain(value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => typeof item !== 'object');
  return typeof value !== 'object' && value !== '';
}

type Pair = readonly [name: string, value: string];

function definitions({ own }: Voice, title: string, pairs: readonly Pair[]): Html {
  if (pairs.length === 0) return nothing;
  return markup`<h3>${title}</h3>
<dl${own}>${pairs.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
`;
}

/** By its number the judgement is found in the files that have all of it. */
function receipt({ words }: Voice, { receipt: { id, judge, model, mode, time } }: Judgement): Html {
  const isExample = judge === 'example';
  const by = isExample
    ? modelName({ judge, model }, words.page)
    : judgedBy({ judge, model, mode }, words.page);
  return markup`<p class="receipt small soft">${words.page.judgement.judge}: ${by}, ${dateInWords(time, words.language)}. ${isExample ? `${words.exampleReply} ` : ''}${words.page.judgement.receipt} ${id}</p>
`;
}
