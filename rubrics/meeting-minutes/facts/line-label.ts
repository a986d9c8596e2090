export type LineRole = 'agenda' | 'decision' | 'evidence' | 'other';

const PREFIX =
  /^\s*(?:#{1,6}\s+|>\s?|[-*+•·▶▷■□○●◆◇※✅☑]\s+|\(?\d{1,2}(?:[-.]\d{1,2})*[.)](?!\d)\s*|[①-⑳]\s*|[가나다라마바사아자차카타파하][.)]\s+|\*\*|__|\[(?!\d)|【)*/u;

const WORDS: readonly (readonly [LineRole, string])[] = [
  ['agenda', String.raw`(?:논의\s?)?(?:안건|의제)(?:명|\s?제목)?|(?:논의\s?)?주제|agenda(?:\s?item)?|topic`],
  ['decision', String.raw`(?:최종\s?|주요\s?)?(?:결정|의결|합의)(?:\s?(?:사항|내용))?|decisions?`],
  [
    'evidence',
    String.raw`근거(?:\s?(?:발언|발화|원문|문장|인용))?|증거|발언(?:\s?(?:원문|근거))?|발화(?:\s?(?:원문|구간))?|원문(?:\s?(?:인용|발언|발화|근거))?|인용(?:문|구)?|evidence|quotes?`,
  ],
  [
    'other',
    String.raw`참석자?|일시|회의\s?(?:일시|명|개요|장소|제목)|장소|작성자?|작성일(?:시|자)?|배경|논의(?:\s?(?:내용|사항|요약))?|담당(?:자)?|기한|마감|후속\s?(?:조치|과제)|비고|액션\s?아이템|할\s?일|요약|기타`,
  ],
];
const NUMBER = String.raw`\s*(?:제?\s?\d+(?:[-.]\d+)*\s?호?|[①-⑳])`;
const LABELS = WORDS.map(
  ([role, words]) =>
    [
      role,
      new RegExp(
        String.raw`^(?:${words})(?:${NUMBER})?\s*(?:\*\*|__|\]|】)*\s*(?:[:：.)\]】\-–—]+(?!\d)|$)\s*(?:\*\*|__)?\s*|^(?:${words})${NUMBER}\s*(?:\*\*|__|\]|】)*\s+`,
        'iu',
      ),
    ] as const,
);
const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*\s*:?\s*$|\[[^\]\d][^\]]*\]\s*$|【[^】]+】\s*$|■)/u;
const HEADING_WORDS: readonly (readonly [LineRole, RegExp])[] = [
  [
    'other',
    /회의록|회의 ?결과|minutes|참석|일시|개요|배경|논의 ?(?:내용|사항|경과)|후속|액션|할 ?일|다음 ?단계|기타|비고|요약/iu,
  ],
  ['evidence', /근거|증거|발언 ?원문/u],
  ['decision', /결정|의결|합의/u],
];

export interface LabelledLine {
  role: LineRole;
  /** Where, within the line, the text behind numbering and label begins. */
  contentStart: number;
  /** A heading names an agenda or opens a block. */
  heading: boolean;
  /** Blockquote lines present someone's words. */
  quoted: boolean;
}

/** What a line of headed minutes says it is. Null: it goes on with what came before. */
export function labelOf(line: string): LabelledLine | null {
  const prefix = prefixLength(line);
  const rest = line.slice(prefix);
  const heading = HEADING.test(line);
  const quoted = /^\s*>/u.test(line);
  for (const [role, pattern] of LABELS) {
    const match = pattern.exec(rest);
    if (match) return { role, contentStart: prefix + match[0].length, heading, quoted };
  }
  if (!heading) return null;
  const named = HEADING_WORDS.find(([, words]) => words.test(rest));
  // A heading that only names a block has no content of its own.
  if (named) return { role: named[0], contentStart: line.length, heading, quoted };
  return { role: 'agenda', contentStart: prefix, heading, quoted };
}

/** Length of bullets, numbering and markup at the start of a line. */
export function prefixLength(line: string): number {
  return PREFIX.exec(line)?.[0].length ?? 0;
}
