/** Line drawings on a 16 × 16 grid, drawn with the text colour. Shape carries the meaning as well as colour does. */
export const icons = {
  lock: 'M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9zM8 9.5v2',
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  warning: 'M8 2.5 14.5 13.5H1.5zM8 6.5v3.5M8 11.6v.4',
  open: 'M8 2.5a5.5 5.5 0 1 0 .01 0',
  broken: 'M8 2.5a5.5 5.5 0 1 0 .01 0M4 12 12 4',
  mended:
    'M2.5 8a5.5 5.5 0 0 1 9.5-3.7L13.5 6M13.5 2.5V6H10M13.5 8a5.5 5.5 0 0 1-9.5 3.7L2.5 10M2.5 13.5V10H6',
  half: 'M8 2.5a5.5 5.5 0 1 0 .01 0M8 2.5v11M8 5.5h3.5M8 8h5M8 10.5h3.5',
  chevron: 'M6 3.5 10.5 8 6 12.5',
  back: 'M10 3.5 5.5 8 10 12.5',
  copy: 'M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8z',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  add: 'M8 3v10M3 8h10',
  bin: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9',
  keys: 'M1.5 4.5h13v7h-13zM4 7h.01M6.7 7h.01M9.3 7h.01M12 7h.01M5 9.5h6',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  star: 'M8 1.8 9.9 5.8 14.2 6.4 11.1 9.4 11.8 13.7 8 11.6 4.2 13.7 4.9 9.4 1.8 6.4 6.1 5.8z',
  pin: 'M5.5 2.5h5M6.5 2.5v4L4 9.5h8L9.5 6.5v-4M8 9.5v4',
  system: 'M1.5 3h13v8h-13zM5.5 13.5h5M8 11v2.5',
  light:
    'M8 5a3 3 0 1 0 .01 0M8 1v1.2M8 13.8V15M1 8h1.2M13.8 8H15M3 3l.9.9M12.1 12.1l.9.9M3 13l.9-.9M12.1 3.9 13 3',
  dark: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8',
  edit: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z',
  locate: 'M8 4.5a3.5 3.5 0 1 0 .01 0M8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2',
  undo: 'M6 3 2.5 6.5 6 10M2.5 6.5H10a3.5 3.5 0 0 1 0 7H6.5',
  redo: 'M10 3l3.5 3.5L10 10M13.5 6.5H6a3.5 3.5 0 0 0 0 7h3.5',
  quote: 'M3 9.5V7a3 3 0 0 1 3-3M3 9.5h3v3H3zM9 9.5V7a3 3 0 0 1 3-3M9 9.5h3v3H9z',
  question: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10M8 12.5v.01',
  download: 'M8 2.5v7.5M4.5 7 8 10.5 11.5 7M3 13.5h10',
} as const;

export type IconName = keyof typeof icons;

/** The four meanings a colour may carry, and neutral. */
export type Tone = 'good' | 'bad' | 'warn' | 'open' | 'plain';
