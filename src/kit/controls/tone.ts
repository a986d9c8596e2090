/** The four meanings a colour may carry, and neutral. */
export type Tone = 'good' | 'bad' | 'warn' | 'open' | 'plain';
