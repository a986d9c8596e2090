/** A judge prompt as people have them, to try the import with. */
export const examplePrompts = {
  en: `You are an experienced editor. Evaluate a summary of a news article.

Article:
{article}

Summary:
{summary}

Rate the summary on two criteria.

Faithfulness (1-5): is every statement supported by the article?
5: Every statement is supported.
3: One statement is not supported.
1: The summary contradicts the article.

Coverage (1-5): does it contain the main points?
5: All main points are there.
3: One main point is missing.
1: Most main points are missing.

The total is the sum of both scores. If the total is 8 or more, the verdict is "publish", otherwise "revise".

Reply with JSON only:
{
  "faithfulness": { "rationale": "<two sentences>", "score": <1-5> },
  "coverage": { "rationale": "<two sentences>", "score": <1-5> },
  "total": <2-10>,
  "verdict": "publish" | "revise"
}
`,
  ko: `당신은 경험 많은 편집자입니다. 기사 요약문을 평가하세요.

기사:
{article}

요약문:
{summary}

두 가지 기준으로 평가합니다.

충실성 (1-5): 모든 내용이 기사에 근거하나요?
5점: 모든 내용이 기사에 있습니다.
3점: 근거 없는 내용이 하나 있습니다.
1점: 기사와 모순됩니다.

포괄성 (1-5): 핵심 내용을 담았나요?
5점: 핵심 내용을 모두 담았습니다.
3점: 핵심 내용 하나가 빠졌습니다.
1점: 핵심 내용이 대부분 빠졌습니다.

총점은 두 점수의 합입니다. 총점이 8점 이상이면 판정은 "게재", 아니면 "수정"입니다.

JSON으로만 답하세요:
{
  "faithfulness": { "rationale": "<두 문장>", "score": <1-5> },
  "coverage": { "rationale": "<두 문장>", "score": <1-5> },
  "total": <2-10>,
  "verdict": "게재" | "수정"
}
`,
};
