import deckStyle from '../../overview/present/deck.css?raw';
import { wordsOf, type Deck, type Piece, type Slide } from '../../overview/present/slide';
import { presentWords } from '../../i18n/present-words';
import tokens from '../../kit/styles/tokens.css?raw';
import { markup, pageHead, type Html } from '../report/html';
import { deckScript, fileStyle } from './deck-parts';

/** Slides as one HTML file. Without script they stand below each other. */
export function deckFile({ title, language, slides }: Deck, font?: string): string {
  const words = presentWords[language];
  const style = tokens + deckStyle + fileStyle;
  const body = markup`<body><main>
<h1>${title}</h1>
${slides.map((slide, at) => slideHtml(slide, words.place(at + 1, slides.length)))}</main>
<nav hidden><button type="button" aria-label="${words.previous}">←</button><button type="button" aria-label="${words.next}">→</button></nav>
<p role="status"></p>
`;
  const head = pageHead({ language, title, style, font }, deckScript);
  return `${head}${body.toString()}<script>${deckScript}</script></body></html>\n`;
}

function slideHtml({ kind, heading, body, steps }: Slide, place: string): Html {
  return markup`<section class="slide ${kind}" data-steps="${steps}" aria-label="${wordsOf([heading])}">${[heading, ...body].map(pieceHtml)}<p class="place">${place}</p></section>
`;
}

function pieceHtml({ tag, attributes, children }: Piece): Html {
  const written = Object.entries(attributes).map(([name, value]) => markup` ${name}="${value}"`);
  const inner = children.map((child) => (typeof child === 'string' ? markup`${child}` : pieceHtml(child)));
  return markup`<${tag}${written}>${inner}</${tag}>`;
}
