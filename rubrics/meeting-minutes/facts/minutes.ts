import type { Passage } from './passage';

export interface Evidence {
  passage: Passage;
  /** Presented as someone's words: text in quotation marks, or an evidence field of JSON unless it reads like a report. */
  quoted: boolean;
}

export interface Decision {
  passage: Passage;
  evidence: number[];
}

/** The minutes under judgement, as far as a program can read them. */
export interface Minutes {
  form: 'json' | 'broken-json' | 'headed' | 'prose';
  agendas: Passage[];
  decisions: Decision[];
  evidence: Evidence[];
  /** All that was written beside quotes: no keys, labels or list numbers. */
  statements: Passage[];
}

export function noMinutes(form: Minutes['form']): Minutes {
  return { form, agendas: [], decisions: [], evidence: [], statements: [] };
}

const PLACEHOLDER =
  /^[\s\-–—.()]*(?:없음|해당 ?없음|해당 ?사항 ?없음|미정|n\/?a|none|null|tbd)?[\s\-–—.()]*$/iu;

/** `없음`, `N/A`, `-`: a field that was filled in to say that there is nothing. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}
