/** Of the file alone: on the page, the dialog around the slides does this. */
export const fileStyle = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); font-family: var(--font); }
.slide { position: relative; min-block-size: 100vh; border-block-end: 1px solid var(--line); }
.place { position: absolute; inset: auto auto 16px 24px; color: var(--text-soft); font-size: 16px; }
nav { position: fixed; inset: auto 16px 8px auto; }
nav button { min-inline-size: 44px; min-block-size: 44px; border: 0; background: none; color: var(--text-soft); font-size: 20px; }
h1, [role='status'] { position: absolute; inset-block-start: 0; inline-size: 1px; block-size: 1px; }
h1, [role='status'] { margin: 0; overflow: hidden; clip-path: inset(50%); }
@media screen {
  .walked .slide { border: 0; }
  .walked .slide:not(.now) { display: none; }
  .blank::after { content: ''; position: fixed; inset: 0; background: #000; }
}
@media print {
  :root { color-scheme: light; }
  .slide { break-after: page; border: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  nav { display: none; }
}
@page { size: landscape; margin: 0; }
`;

/** Walks the slides by the keys of the page. Its hash is in the file's policy. */
export const deckScript = `
const slides = [...document.querySelectorAll('.slide')];
const root = document.documentElement;
const status = document.querySelector('[role=status]');
const nav = document.querySelector('nav');
let at = 0;
let step = 0;
function show(isNew) {
  slides.forEach((slide, place) => slide.classList.toggle('now', place === at));
  slides[at].dataset.step = step;
  status.textContent = isNew ? '' : [...slides[at].querySelectorAll('[data-at="' + step + '"]')].map((one) => one.textContent).join(' ');
  if (isNew) slides[at].querySelector('h2').focus();
}
function go(to, toStep) {
  at = Math.min(slides.length - 1, Math.max(0, to));
  step = toStep;
  show(true);
}
const steps = (place) => Number(slides[place].dataset.steps);
function move(by) {
  if (step + by >= 0 && step + by < steps(at)) {
    step += by;
    show(false);
  } else if (by > 0 && at < slides.length - 1) go(at + 1, 0);
  else if (by < 0 && at > 0) go(at - 1, steps(at - 1) - 1);
}
const blank = () => root.classList.toggle('blank');
const next = () => move(1);
const back = () => move(-1);
const keys = {
  ArrowRight: next, PageDown: next, ' ': next, Enter: next, ArrowLeft: back, PageUp: back,
  Home: () => go(0, 0), End: () => go(slides.length - 1, 0), b: blank, B: blank, '.': blank,
};
addEventListener('keydown', (event) => {
  const act = keys[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.key === 'Enter' || event.key === ' ') && event.target.matches('button')) return;
  event.preventDefault();
  if (root.classList.contains('blank') && act !== blank) blank();
  else act();
});
const [previous, following] = nav.querySelectorAll('button');
previous.addEventListener('click', back);
following.addEventListener('click', next);
nav.hidden = false;
root.classList.add('walked');
go(0, 0);
`;
