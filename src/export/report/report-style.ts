import { markup } from './html';

/** The whole look of the report. It must not change without its hash: the report's own policy lets nothing else style it. */
export const reportStyle = markup`<style>
:root {
  color-scheme: light dark;
  --page: #ffffff; --text: #1d1c1a; --soft: #57534b; --line: #dedad1; --sunken: #f5f3ee; --accent: #0a5a6b;
  --good: #17633a; --good-wash: #e1f1e7; --bad: #a01c1c; --bad-wash: #fbe6e3;
  --warn: #7d4a00; --warn-wash: #fbeed6; --open: #56507e; --open-wash: #ecebf5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #141518; --text: #ecebe7; --soft: #b3b0a8; --line: #3a3d45; --sunken: #1e2025; --accent: #6fcbdc;
    --good: #7fd3a0; --good-wash: #16311f; --bad: #f79d94; --bad-wash: #3d1a18;
    --warn: #ecc063; --warn-wash: #352708; --open: #c0bbe6; --open-wash: #272540;
  }
}
* { box-sizing: border-box; }
body {
  max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem; background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Apple SD Gothic Neo', 'Malgun Gothic',
    'Noto Sans KR', 'Noto Sans CJK KR', sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
:lang(ko) { word-break: keep-all; }
h1, h2, h3, h4 { line-height: 1.3; margin: 1.5em 0 0.4em; break-after: avoid; }
h1 { font-size: 1.75rem; margin-top: 0; }
h2 { font-size: 1.3rem; }
h3 { font-size: 1.05rem; }
h4 { font-size: 0.95rem; margin-top: 1em; }
p, ul, dl { margin: 0.3em 0; }
a { color: var(--accent); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-weight: 500; font-size: 0.875rem; }
th { overflow-wrap: break-word; }
tbody th { font-weight: 600; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.number { text-align: end; }
.number, .short, .chip { white-space: nowrap; }
.soft, .soft th { color: var(--soft); font-weight: 400; }
.small { font-size: 0.875rem; }
.headline { font-size: 1.3rem; font-weight: 650; }
.chip { display: inline-block; padding: 0 0.6em; border-radius: 1em; border: 1px solid currentColor; font-size: 0.875rem; }
.valid { color: var(--good); background: var(--good-wash); }
.repaired { color: var(--warn); background: var(--warn-wash); }
.inconsistent, .unscored { color: var(--bad); background: var(--bad-wash); }
.partial { color: var(--open); background: var(--open-wash); }
.clash, li.error { color: var(--bad); }
li.warning { color: var(--warn); }
.bars { max-width: 40rem; }
.bars td, .bars th { border: 0; padding: 0.1rem 0.75rem 0.1rem 0; font-weight: 400; }
.bars th { width: 14rem; }
.bar { display: block; width: 100%; height: 0.9rem; margin-top: 0.35rem; background: var(--sunken); }
.bar rect { fill: var(--accent); }
.text { white-space: pre-wrap; padding: 0.75rem; border-radius: 6px; background: var(--sunken); }
mark { color: inherit; background: none; }
mark.found { background: var(--good-wash); border-bottom: 2px solid var(--good); }
mark.missing { background: var(--bad-wash); border-bottom: 2px dashed var(--bad); }
mark.source { border-bottom: 2px dotted var(--accent); }
dl { display: grid; grid-template-columns: minmax(7rem, 12rem) minmax(0, 1fr); gap: 0.2rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; }
.receipt dd { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.8125rem; }
.judgement { border-top: 2px solid var(--line); margin-top: 3rem; }
.judgement > h2 { margin-top: 1rem; }
@media screen and (max-width: 40rem) {
  body { padding: 1.25rem 1rem; }
  .bars th { width: 40%; }
  .stacked, .stacked tbody, .stacked tr, .stacked th, .stacked td { display: block; }
  .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked tr { border-top: 1px solid var(--line); padding: 0.6rem 0; }
  .stacked th, .stacked td { border: 0; padding: 0.1rem 0; text-align: start; white-space: normal; }
  .stacked td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0.75rem; }
  .stacked td > * { grid-column: 2; justify-self: start; }
  .stacked td::before { content: attr(data-head); grid-row: 1; color: var(--soft); font-size: 0.875rem; }
  .stacked td.nothing { display: none; }
  dl { grid-template-columns: minmax(0, 1fr); }
  dd { margin-bottom: 0.4rem; }
}
@media print {
  :root {
    --page: #ffffff; --text: #000000; --soft: #444444; --line: #bbbbbb; --sunken: #f4f4f4; --accent: #0a5a6b;
    --good: #17633a; --good-wash: #e1f1e7; --bad: #a01c1c; --bad-wash: #fbe6e3;
    --warn: #7d4a00; --warn-wash: #fbeed6; --open: #56507e; --open-wash: #ecebf5;
    color-scheme: light;
  }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .judgement { break-before: page; border: 0; margin: 0; }
  .back { display: none; }
  .bar, mark, .chip, .text { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@page { margin: 18mm 16mm; }
</style>`;

/** SHA-256 of what stands between its tags. A test says what it must be. */
export const reportStyleHash = 'sha256-NfcQlndqXZ2yXyLfe1Lmpqu3+U1PM641+hQ0wMhXBPk=';
