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
  const segments = cuts.slice(0, -1).map((start, index): Segment<S> => ({
    text: text.slice(start, cuts[index + 1]),
    start,
    spans: [],
  }));
  const place = new Map(cuts.map((cut, index) => [cut, index]));
  for (const span of inside)
    for (const segment of segments.slice(place.get(span.start), place.get(span.end)))
      segment.spans.push(span);
  return segments;
}

/** The DOM id of a span's first character, so that a fact can lead to its place in the case. */
export function placeId(input: string, start: number): string {
  return `place-${input}-${start}`;
}
