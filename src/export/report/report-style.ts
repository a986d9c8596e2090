import tokens from '../../kit/styles/tokens.css?raw';

/** The whole look of the report. */
export const reportStyle = `${tokens}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  max-width: 84rem; margin: 0 auto; padding: 0.75rem 2rem 3rem; background: var(--page); color: var(--text);
  font: 0.9375rem/1.55 var(--font);
  overflow-wrap: anywhere;
}
:lang(ko) { word-break: keep-all; }
h1, h2, h3, h4 { line-height: 1.3; margin: 0; break-after: avoid; }
h1 { font-size: 1.125rem; }
h2 { font-size: 1.375rem; margin-bottom: 0.5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.375rem; }
h4 { font-size: 0.9375rem; }
p, ul, ol, dl { margin: 0.25rem 0; }
main > section { margin-top: 3rem; }
section > p, .text .prose { max-width: 78ch; }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
small, .small { font-size: 0.8125rem; }
.soft, small { color: var(--text-soft); font-weight: 400; }
s { text-decoration: line-through 2px var(--bad); color: var(--text-soft); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-top: 1px solid var(--line); }
thead { display: table-header-group; }
thead th { border: 0; color: var(--text-soft); font-weight: 500; font-size: 0.8125rem; vertical-align: bottom; }
tr { break-inside: avoid; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.lead { font-size: 1.5rem; line-height: 1.35; font-weight: 600; letter-spacing: -0.01em; margin: 0.25rem 0 0.5rem; max-width: 62ch; }
.about { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; padding-bottom: 0.5rem; }
.about dt { color: var(--text-soft); font-size: 0.8125rem; }
.about dd { margin: 0; font-weight: 600; }
.front { display: grid; grid-template-columns: minmax(0, 5fr) minmax(17rem, 2.2fr); gap: 1rem; align-items: start; }
.side { display: grid; gap: 1rem; }
.figures { columns: 22rem; column-gap: 1rem; }
.figures .panel { margin-bottom: 1rem; }
.panel {
  min-width: 0; padding: 0.875rem 1.125rem 1rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--surface); break-inside: avoid;
}
.panel h2, .panel h3 { font-size: 1rem; margin: 0 0 0.25rem; }
.scroll { overflow-x: auto; }
.cases { border-collapse: separate; border-spacing: 2px; }
.cases th, .cases td { border: 0; padding: 0.25rem 0.5rem; line-height: 1.35; }
.cases th, .cases td { vertical-align: middle; }
.cases thead th { vertical-align: bottom; }
.cases th:first-child { padding-inline-start: 0; }
.cases th { font-weight: 500; }
.cases tbody th { min-width: 11rem; }
.cases .heat, .h { text-align: center; }
.cases .heat { min-width: 4.25rem; }
.cases .w { padding-inline: 0.25rem; font-size: 0.75rem; line-height: 1.25; }
.cases .heat, .cases .w, .cases .v { overflow-wrap: break-word; }
.map .cases { font-size: 0.8125rem; }
.map .cases th, .map .cases td { padding-block: 0.125rem; }
.map th a { min-height: 1.5rem; display: -webkit-box; -webkit-box-orient: vertical; -webkit-box-pack: center; }
.map th a { -webkit-line-clamp: 2; overflow: hidden; }
.map tbody th { min-width: 13rem; }
.cases .v { min-width: 6rem; }
.h { position: relative; border-radius: 4px; font-variant-numeric: tabular-nums; }
.h b {
  position: absolute; inset: 0 0 auto auto; width: 10px; height: 10px; overflow: hidden; text-indent: 20px;
  white-space: nowrap; border-top-right-radius: 4px;
  background: linear-gradient(to bottom left, var(--bad) 44%, var(--surface) 44% 56%, transparent 56%);
}
.l0 { background: var(--level-0); color: var(--text); }
.l1 { background: var(--level-1); color: var(--text); }
.l2 { background: var(--level-2); color: var(--text); }
.l3 { background: var(--level-3); color: #16181d; }
.l4 { background: var(--level-4); color: var(--on-accent); }
.n { background: var(--sunken); }
.o { background: repeating-linear-gradient(135deg, var(--hatch) 0 3px, transparent 3px 7px); color: var(--text); }
.part { margin-bottom: 1rem; }
.late { content-visibility: auto; contain-intrinsic-size: auto 4500px; }
.all { min-width: 56rem; font-size: 0.875rem; }
.all thead th:first-child { width: 24%; }
.all thead .note { width: 28%; min-width: 14rem; }
tr:target, tr:target th { background: var(--warn-wash); }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 0.5rem; color: var(--text-soft); font-size: 0.8125rem; }
.legend i { display: inline-block; width: 0.875rem; height: 0.875rem; border-radius: 3px; vertical-align: -2px; }
.legend .d { background: linear-gradient(to bottom left, var(--bad) 50%, var(--sunken) 50%); }
.panel svg { display: block; max-width: 100%; height: auto; margin: 0.5rem 0; font-variant-numeric: tabular-nums; }
.doubt {
  display: inline-block; width: 0.75rem; height: 0.75rem; margin-inline-end: 0.375rem; border-radius: 2px;
  vertical-align: -1px; background: repeating-linear-gradient(135deg, var(--bad) 0 2px, var(--bad-wash) 2px 4px);
}
.problems { padding-inline-start: 1.25rem; }
.problems li + li { margin-top: 0.5rem; }
.problems li { font-size: 0.875rem; font-weight: 500; line-height: 1.4; }
.problems b { white-space: nowrap; color: var(--bad); }
.problems small { display: block; line-height: 1.4; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 0.75rem; padding: 0.625rem 0; border-block: 1px solid var(--line); }
.columns { columns: 24rem; }
.criterion { padding: 0.75rem 0; border-top: 1px solid var(--line); break-inside: avoid; }
dl { display: grid; grid-template-columns: minmax(7rem, 14rem) minmax(0, 1fr); gap: 0.25rem 1rem; }
dt { color: var(--text-soft); }
dd { margin: 0; }
.case { margin: 0.5rem 0; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
.case > summary {
  display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: baseline; padding: 0.625rem 1.125rem;
  cursor: pointer; break-after: avoid;
}
.case > summary b { flex: 1 1 14rem; }
.case > article { padding: 0 1.125rem 1.125rem; scroll-margin-top: 4rem; }
.case:has(:target) { border-color: var(--accent); }
.chip { padding: 0 0.625em; border-radius: 1em; border: 1px solid currentColor; font-size: 0.8125rem; white-space: nowrap; }
.valid.chip { color: var(--good); background: var(--good-wash); }
.repaired.chip { color: var(--warn); background: var(--warn-wash); }
.inconsistent.chip, .unscored.chip { color: var(--bad); background: var(--bad-wash); }
.partial.chip { color: var(--open); background: var(--open-wash); }
.chain, .wrong { padding: 0.625rem 0.875rem; border-radius: 8px; background: var(--bad-wash); }
.wrong { padding-inline-start: 2rem; }
.wrong.warning { background: var(--warn-wash); }
h3.error, .clash { color: var(--bad); }
h3.warning { color: var(--warn); }
.criteria { padding: 0; list-style: none; }
.criteria > li {
  display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0 1rem; padding: 0.5rem 0;
  border-top: 1px solid var(--line); break-inside: avoid;
}
.criteria ul { padding: 0; list-style: none; }
.criteria ul li { padding-inline-start: 5rem; }
.criteria ul .value { float: inline-start; margin-inline-start: -5rem; }
.criteria ul s { float: inline-start; margin-inline-start: -2.25rem; }
.criteria ul .soft { display: block; }
.value { font-weight: 650; font-variant-numeric: tabular-nums; }
.unsure { color: var(--open); }
.text { padding: 0.75rem 1rem; border-radius: 8px; background: var(--sunken); }
.text h4 { margin-top: 0.75rem; color: var(--text-soft); font-weight: 500; }
.text h4:first-child { margin-top: 0; }
.prose { white-space: pre-wrap; }
.text ol { padding-inline-start: 1.5rem; }
.entries { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }
mark { color: inherit; background: none; }
mark.found { background: var(--good-wash); border-bottom: 2px solid var(--good); }
mark.missing { background: var(--bad-wash); border-bottom: 2px dashed var(--bad); }
mark.unlisted { border-bottom: 2px dashed var(--text-soft); }
mark.quoted { border-bottom: 2px solid var(--accent); }
mark.source { border-bottom: 2px dotted var(--text-soft); }
.evidence { margin-top: 1.25rem; font-size: 0.875rem; }
.evidence summary { color: var(--accent); cursor: pointer; }
.evidence h3 { margin-top: 0.75rem; font-size: 0.875rem; }
.receipt { margin-top: 1rem; }
footer { margin-top: 3rem; }
@media (max-width: 56rem) {
  .front { grid-template-columns: minmax(0, 1fr); }
  .front .side { order: -1; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
}
@media screen and (max-width: 40rem) {
  body { padding: 1rem 1rem 2rem; }
  .lead { font-size: 1.25rem; }
  .panel { padding: 0.75rem; }
  .cases tbody th, .cases thead th:first-child {
    position: sticky; inset-inline-start: 0; z-index: 1; min-width: 8rem; background: var(--page);
  }
  .panel .cases tbody th, .panel .cases thead th:first-child { background: var(--surface); }
  dl { grid-template-columns: minmax(0, 1fr); }
  dd { margin-bottom: 0.375rem; }
  .about { gap: 0.25rem 1.25rem; }
  .criteria > li { grid-template-columns: 4.5rem minmax(0, 1fr); }
}
@media print {
  :root { color-scheme: light; --page: #ffffff; --text: #000000; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  html { font-size: 13px; }
  body { max-width: none; padding: 0; }
  a { color: inherit; text-decoration: none; }
  .front { grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
  .front .side { order: -1; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
  .panel { padding: 0.5rem 0.75rem; }
  .scroll { overflow: visible; }
  .cases { border-spacing: 2px; }
  .cases th, .cases td { padding: 0.125rem 0.375rem; }
  .cases tbody th { min-width: 0; }
  .cases .v { min-width: 5.5rem; }
  .all { min-width: 0; }
  .all thead .note { min-width: 0; }
  .map .w, .all .w { font-size: 0.6875rem; }
  .cases .heat { min-width: 0; }
  .cases .heat, .cases .w, .cases .v { hyphens: auto; }
  nav { border: 0; margin: 0.5rem 0 0; padding: 0; }
  #rubric, #figures, #cases, #full { break-before: page; margin-top: 0; }
  .figures { columns: 2; }
  .back { display: none; }
  .late { content-visibility: visible; }
  .case, .text, .chain, .wrong { border-radius: 0; }
  .case { border: 0; border-top: 2px solid var(--text); }
  .case > summary, .case > article { padding-inline: 0; }
  details:not([open]) > article { display: block; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
  summary { list-style: none; }
}
@page { size: A4; margin: 14mm 14mm 16mm; }
`;
