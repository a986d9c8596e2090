import { foldWithOffsets, type FoldedText, type FoldOptions } from './find-quote';

/** One turn of speech. What it says may run over several lines. */
export interface Utterance {
  speaker: string;
  start: number;
  textStart: number;
  end: number;
}

export interface Transcript {
  /** False: nothing in the question looks like speech, and all of it is taken for the transcript. */
  located: boolean;
  start: number;
  end: number;
  utterances: Utterance[];
  speakers: string[];
}

const TIME = String.raw`[\[(<]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?[\])>]?`;
const NAME = String.raw`[^\s:："“”\[\](){}<>|#][^:："“”\[\]{}<>|\n]{0,24}?`;
const STAMPED = new RegExp(
  String.raw`^[ \t]*(?:[-*•][ \t]*)?${TIME}[ \t]*[-–]?[ \t]*(?:(${NAME})[ \t]*[:：])?[ \t]*`,
  'u',
);
const STAMP_AFTER_NAME = new RegExp(String.raw`^[ \t]*(${NAME})[ \t]+${TIME}[ \t]*[:：]?[ \t]*$`, 'u');
const NAME_THEN_STAMP = new RegExp(String.raw`^[ \t]*(${NAME})[ \t]*${TIME}[ \t]*[:：][ \t]*`, 'u');
const NAMED = new RegExp(String.raw`^[ \t]*(?:[-*•][ \t]*)?(${NAME})[ \t]*[:：][ \t]*(?=\S)`, 'u');

interface Label {
  speaker: string;
  start: number;
  textStart: number;
}

/** Where in the question people speak. Time stamps are trusted first, then names that come back. */
export function readTranscript(question: string): Transcript {
  const stamped = labelsOf(question, [NAME_THEN_STAMP, STAMP_AFTER_NAME, STAMPED]);
  const labels = stamped.length >= 2 ? stamped : recurring(labelsOf(question, [NAMED]));
  const first = labels[0];
  if (first === undefined)
    return { located: false, start: 0, end: question.length, utterances: [], speakers: [] };

  const utterances = labels.map((label, i) => {
    const limit = labels[i + 1]?.start ?? question.length;
    const text = question.slice(label.textStart, limit);
    // A blank line ends the last turn: what follows it may be the task again.
    const blank = i === labels.length - 1 ? text.search(/\n[ \t]*\n/u) : -1;
    return { ...label, end: label.textStart + (blank < 0 ? text : text.slice(0, blank)).trimEnd().length };
  });
  const speakers = [
    ...new Set(utterances.map((utterance) => utterance.speaker).filter((name) => name !== '')),
  ];
  const end = utterances.at(-1)?.end ?? question.length;
  return { located: true, start: first.start, end, utterances, speakers };
}

function labelsOf(question: string, patterns: readonly RegExp[]): Label[] {
  const labels: Label[] = [];
  let start = 0;
  for (const line of question.split('\n')) {
    for (const pattern of patterns) {
      const match = pattern.exec(line);
      if (!match) continue;
      labels.push({ speaker: (match[1] ?? '').trim(), start, textStart: start + match[0].length });
      break;
    }
    start += line.length + 1;
  }
  return labels;
}

/** Lines such as `형식: JSON` look like speech too; people who speak do so more than once. */
function recurring(labels: Label[]): Label[] {
  const counts = new Map<string, number>();
  for (const { speaker } of labels) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const names = new Set([...counts].filter(([, count]) => count >= 2).map(([name]) => name));
  if (names.size < 2) return [];
  const from = labels.findIndex(({ speaker }) => names.has(speaker));
  return labels.slice(from);
}

/** What was said, turn after turn, without the names and times in between. */
export function spokenText(question: string, transcript: Transcript, options: FoldOptions): FoldedText {
  if (!transcript.located) return foldWithOffsets(question, options);
  const texts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { textStart, end } of transcript.utterances) {
    const folded = foldWithOffsets(question.slice(textStart, end), options);
    if (texts.length > 0 && options.spaces === 'one') {
      texts.push(' ');
      starts.push(-1);
      ends.push(-1);
    }
    texts.push(folded.text);
    for (const start of folded.starts) starts.push(start < 0 ? -1 : start + textStart);
    for (const unitEnd of folded.ends) ends.push(unitEnd < 0 ? -1 : unitEnd + textStart);
  }
  return { text: texts.join(''), starts, ends };
}
