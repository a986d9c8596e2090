import type { Criterion, Level, Rubric } from '../../model/rubric';
import { markup, nothing, type Html } from './html';
import type { ReportWords } from './report-words';

/** The rubric as a reader needs it: what is judged, on what scale, and what is checked. */
export function rubricSection(rubric: Rubric, words: ReportWords): Html {
  const { id, version, title, purpose, language, checks } = rubric;
  return markup`<section id="rubric">
<h2>${words.rubric}</h2>
<p><strong lang="${language}">${title}</strong> · ${words.version(version)} · ${id}</p>
<div lang="${language}"><p>${purpose}</p>
${rubric.criteria.map((criterion) => criterionText(criterion, words))}</div>
${checks.length > 0 ? markup`<h3>${words.checksOfRubric}</h3><ul lang="${language}">${checks.map((check) => markup`<li>${check.title}</li>`)}</ul>` : nothing}
</section>
`;
}

function criterionText({ label, question, min, max, levels, parts }: Criterion, words: ReportWords): Html {
  return markup`<h3>${label}${max === undefined ? '' : ` (${min}–${max})`}</h3>
${question ? markup`<p>${question}</p>` : nothing}${
    parts.length > 0
      ? markup`<h4>${words.parts}</h4><ul>${parts.map((part) => markup`<li><strong>${part.label}</strong> (0–${part.max}) ${part.description ?? ''}</li>`)}</ul>`
      : nothing
  }${
    levels.length > 0
      ? markup`<h4>${words.levels}</h4><dl>${levels.map((level) => markup`<dt>${scaleOf(level)}</dt><dd><strong>${level.name}</strong> ${level.description ?? ''}</dd>`)}</dl>`
      : nothing
  }
`;
}

function scaleOf({ at }: Level): string {
  return typeof at === 'object' ? `${at[0]}–${at[1]}` : String(at);
}
