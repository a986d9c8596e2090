interface Stretch {
  start: number;
  end: number;
}

export interface Segment<S extends Stretch> {
  text: string;
  start: number;
  spans: S[];
}

/** Cuts a text at every border of a span, so that overlapping spans can each be shown. */
export function segmentsOf<S extends Stretch>(text: string, spans: readonly S[]): Segment<S>[] {
  const inside = spans.filter((span) => span.start < span.end && span.end <= text.length);
  const borders = new Set([0, text.length, ...inside.flatMap((span) => [span.start, span.end])]);
  const cuts = [...borders].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    return {
      text: text.slice(start, end),
      start,
      spans: inside.filter((span) => span.start <= start && span.end >= end),
    };
  });
}

/** The DOM id of a span's first character, so that a fact can lead to its place in the case. */
export function placeId(input: string, start: number): string {
  return `place-${input}-${start}`;
}
