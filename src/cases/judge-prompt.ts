/** Names in braces, as templates write them; a key in quotes is JSON. */
const placeholder =
  /\{\{\s*\$?[\p{L}_][\p{L}\p{N}_. ]{0,40}\}\}|(?<![\w{$])[{]\$?[\p{L}_][\p{L}\p{N}_]{0,40}\}|\$\{\w+\}|<<\w+>>/u;

/** Someone is told to judge: a role, or an order. */
const order = new RegExp(
  [
    String.raw`\byou(?:'re| are| will be)\b[^.\n]{0,80}\b(?:judge|evaluator|grader|assessor|reviewer|rater|critic|editor|examiner)\b`,
    String.raw`(?:^|[\n.:!] *)(?:please |carefully |your (?:task|job) is to |you (?:must|should|will|are to) |then )*(?:evaluate|rate|score|grade|assess|judge)\b`,
    String.raw`\b(?:bewerte|beurteile|benote)(?:n sie)?\b|\bdu bist\b[^.\n]{0,60}(?:gutachter|prüfer|bewerter)`,
    String.raw`\b(?:évalue[rz]?|notez?|évaluateur)\b|\b(?:evalúa|evalúe|califica|puntúa|evaluador)\b`,
    String.raw`\b(?:beoordeel|beoordelaar)\b|\b(?:avalie|valuta)\b`,
    String.raw`(?:평가|채점)(?:하세요|하시오|하십시오|하라|해 ?주세요|해줘|합니다|자입니다|위원입니다)|(?:평가|채점)(?:자|위원|관|모델)(?:입니다|로서)|(?:평가|채점)하는 ?[^.\n]{0,12}(?:심판|전문가|위원|모델|시스템)`,
    String.raw`(?:評価|採点)(?:してください|せよ|者です|します)|请(?:评估|评价|打分|评分)|你是[^。\n]{0,30}(?:评审|评委|评估)`,
  ].join('|'),
  'iu',
);

/** The reply's format is spoken of. */
const format = new RegExp(
  [
    String.raw`\bjson\b`,
    String.raw`\b(?:output|response|reply|answer) (?:format|only|with)\b|\b(?:respond|reply|answer|return|output) (?:only |strictly |exactly )?(?:with|in|as|a|an|one|the)\b`,
    String.raw`\b(?:scale|score|rating|points?)\b[^.\n]{0,30}\b\d+\s*(?:-|–|to|and)\s*\d+`,
    String.raw`\b(?:antworte|ausgabeformat|ausgabe|gib\b[^.\n]{0,30}\b(?:note|punkt|zahl))|\b(?:réponds?|répondez|format de (?:sortie|réponse))\b`,
    String.raw`\b(?:responde|formato de (?:salida|respuesta))\b|\b(?:antwoord|geef)\b[^.\n]{0,30}\b(?:met|als|score|cijfer)\b`,
    String.raw`(?:출력|응답|답변) ?형식|형식으로 ?(?:출력|답|응답|작성)|\d\s*[-~～–]\s*\d+\s*(?:점|의 (?:정수|점수))|(?:出力|回答)(?:形式|してください)|(?:输出|回答)格式`,
  ].join('|'),
  'iu',
);

const shortest = 60;

/** Whether a text tells a judge what to do. Cases may sound so too: a person is asked before anything is done with it. */
export function looksLikeJudgePrompt(text: string): boolean {
  if (text.length < shortest) return false;
  const isOrder = order.test(text);
  const hasFormat = format.test(text);
  return placeholder.test(text) ? isOrder || hasFormat : isOrder && hasFormat;
}

/** A file that evaluation tools keep their judge in: a grader, assertions, or a list of messages. */
export function isJudgeFile(text: string): boolean {
  if (/"type"\s*:\s*"(?:label_model|score_model)"/.test(text)) return true;
  if (/^\s*(?:-\s+)?["']?type["']?\s*:\s*["']?(?:llm-rubric|g-eval|model-graded-closedqa)\b/m.test(text))
    return true;
  if (!/^\s*\[\s*\{\s*"(?:role|content)"\s*:/.test(text)) return false;
  // Each text of the file begins a line of its own, as it does for the judge.
  return looksLikeJudgePrompt(text.replaceAll(/\\n|"/g, '\n'));
}
