import { describe, expect, it } from 'vitest';
import { deckFile } from '../../../src/export/deck/deck-file';
import { headed, piece, type Deck } from '../../../src/overview/present/slide';
import { sha256Base64 } from '../../../src/kit/hash';

const attack = `"><img src=x onerror="alert(1)"><script>alert(2)</script>`;
const deck: Deck = {
  title: attack,
  language: 'en',
  fileName: 'sheet',
  slides: [
    {
      kind: 'case',
      language: 'en',
      heading: headed({}, attack),
      steps: 2,
      body: [piece('p.soft', { lang: attack, 'data-at': 1 }, attack, piece('s', {}, 'claimed'))],
    },
  ],
};
const between = (text: string, open: string, close: string) =>
  text
    .split(open)
    .slice(1)
    .map((part) => part.split(close)[0] ?? '');

describe('the deck as a file', () => {
  const file = deckFile(deck);

  it('has all words as text', () => {
    expect(file).not.toContain('<img');
    expect(between(file, '<script>', '</script>')).toHaveLength(1);
    expect(file).toContain('&lt;script&gt;alert(2)');
    expect(file).toContain('<s>claimed</s>');
  });

  it('allows its own style and script, and nothing else', () => {
    const [policy = ''] = between(file, 'http-equiv="Content-Security-Policy" content="', '">');
    const [style = ''] = between(file, '<style>', '</style>');
    const [script = ''] = between(file, '<script>', '</script>');
    expect(style).toContain('.walked');
    expect(policy.replaceAll('&#39;', "'")).toBe(
      `default-src 'none'; style-src 'sha256-${sha256Base64(style)}'; script-src 'sha256-${sha256Base64(script)}'; base-uri 'none'; form-action 'none'`,
    );
  });
});
