import type { TextRange } from './find-quote';
import type { Transcript } from './transcript';

const STAMP = /(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,]\d{1,3})?/u;
const BETWEEN = /^[\s\])>]*(?:~|-|–|—|∼|〜|→|부터|에서|to)[\s[(<]*$/u;
const WORDS_AROUND = /발언|발화|구간|시각|시간|참조|참고|부터|까지|에서|경|timestamp|time|at|to/giu;

/**
 * Turns that evidence points at by time alone: `00:00:09`, `00:00:09~00:00:25`, `이도윤 (00:09)`. Null when there is more
 * in it than times and names; empty when no turn stands at those times.
 */
export function timeReferences(
  question: string,
  transcript: Transcript,
): (text: string) => TextRange[] | null {
  const turns = transcript.utterances.map(({ start, textStart, end }) => ({
    seconds: secondsIn(question.slice(start, textStart)),
    place: { start: textStart, end },
  }));
  const names = [...new Set(transcript.speakers.flatMap((name) => [name, ...name.split(/\s/u)]))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) => {
    const stamps = [...text.matchAll(new RegExp(STAMP, 'gu'))];
    if (stamps.length === 0) return null;
    const rest = names.reduce(
      (left, name) => left.replaceAll(name, ' '),
      text.replace(new RegExp(STAMP, 'gu'), ' '),
    );
    if (/[\p{L}\p{N}]/u.test(rest.replace(WORDS_AROUND, ' '))) return null;
    return stamps.flatMap((stamp, i) => {
      const from = secondsIn(stamp[0]) ?? 0;
      const previous = stamps[i - 1];
      const range =
        previous !== undefined && BETWEEN.test(text.slice(previous.index + previous[0].length, stamp.index));
      const since = range ? (secondsIn(previous[0]) ?? from) + 1 : from;
      return turns.flatMap(({ seconds, place }) =>
        seconds !== null && seconds >= since && seconds <= from ? [place] : [],
      );
    });
  };
}

function secondsIn(text: string): number | null {
  const found = STAMP.exec(text);
  return found ? Number(found[1] ?? 0) * 3600 + Number(found[2]) * 60 + Number(found[3]) : null;
}
