/** Words right before a statement that take it back, suppose it or make it a bound: what follows is then not what is claimed. */
const before = new RegExp(
  `(?:n't|(?:^|[^a-z])(?:${[
    'not|never|nor|without|if|unless|whether|instead of|(?:at )?(?:least|most|best|worst)',
    '(?:more|less|fewer|rather|other|better|worse|higher|lower) than|over|under|above|below|up to|close to|between|from',
    'nearly|almost|about|around|roughly|approximately|requir(?:e|es|ed|ing)|needs?|asks? for',
    String.raw`(?:limit|threshold|minimum|maximum|bar) (?:of|is)|\d ?%? ?(?:-|~|to|and|or)`,
  ].join('|')})) ?(?:(?:true|right|correct|the case|only|just|the|that|all|a|an|of|even) ?)*$`,
  'u',
);

/** The same right behind it. In Korean most of it stands there. */
const behind = new RegExp(
  `^(?:${[
    '(?: ?or (?:more|fewer|less)| ?at (?:least|most)| (?:would|could|should|might|may|cannot|needed|required))(?![a-z])',
    " (?:is|are|was|were|do|does|did|has|have|can|will)(?:n't| not| needed| required| asked| untrue| false)(?![a-z])",
    ' ?(?:이|가|은|는|도|만|으로|로|를|을|인 것은)? ?(?:아니|아닙|아닌|이상|이하|미만|초과|안팎|내외|넘)',
    ' ?(?:는|은|인)? 것은? ?(?:아니|아닙)|에? ?(?:못 ?미|미치지)| ?(?:있|되|하)?지(?:는|도)? ?(?:않|못)',
    ' ?(?:이|였|했|이었|았|었)?(?:다면|더라면|라면|으면|이면)|(?:을|일|할|될) (?:것|경우|때|수)|다고 (?:볼|보기|할|하기) ',
    '[어아여]야',
  ].join('|')})`,
  'u',
);

/** Whether a folded text negates, supposes or only bounds what stands between two of its places. */
export function isHedged(text: string, start: number, end: number): boolean {
  return before.test(text.slice(Math.max(0, start - 48), start)) || behind.test(text.slice(end, end + 16));
}
