import { StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The colours and sizes of the page: its tokens reach into the shadow root, and follow theme and text size by themselves. */
export const editorLook: Extension = EditorView.theme({
  '&': {
    blockSize: '100%',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--text-1)',
  },
  // The ring is around all of the file.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--text)', paddingBlock: '12px' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--text-soft)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--accent-wash)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--accent-wash)', color: 'var(--text)' },
  '.cm-line ::selection, .cm-line::selection': {
    backgroundColor: 'Highlight !important',
    color: 'HighlightText',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
    fontFamily: 'var(--font)',
  },
  '.cm-tooltip-lint': { maxInlineSize: '60ch' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxBlockSize: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 12px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionInfo': { padding: '8px 12px', maxInlineSize: '40ch' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-diagnostic-error': { borderInlineStart: '4px solid var(--bad)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-heading': { fontWeight: '700' },
  '.cm-key': { color: 'var(--accent)' },
  '.cm-remark': { color: 'var(--text-soft)' },
  '.cm-quoted': { color: 'var(--good)' },
  '.cm-name': { color: 'var(--open)', fontWeight: '600' },
});

/** The prompt below the front matter: headings and placeholders stand out. */
export const promptLanguage = StreamLanguage.define({
  token(stream) {
    if (stream.sol() && stream.match(/^#{1,6} .*/)) return 'heading';
    if (stream.match(/^\{\{[^{}]*\}\}/)) return 'variableName';
    if (!stream.skipTo('{{')) stream.skipToEnd();
    else if (stream.pos === stream.start) stream.next();
    return null;
  },
});

const looks: readonly [RegExp, string][] = [
  [/propertyName/, 'cm-key'],
  [/comment/i, 'cm-remark'],
  [/^string/, 'cm-quoted'],
  [/^heading/, 'cm-heading'],
  [/^variableName/, 'cm-name'],
];

export const highlighting: Extension = syntaxHighlighting({
  style: (tags) => {
    const names = tags.map(String);
    return looks.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? null;
  },
});
