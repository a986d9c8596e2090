/** The known name that was probably meant, or undefined when none is close. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const furthest = Math.max(1, Math.floor(name.length / 3));
  let nearest: string | undefined;
  let shortest = furthest + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= shortest) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < shortest) [nearest, shortest] = [candidate, distance];
  }
  return nearest;
}

/** How many letters must be put in, taken out, replaced, or swapped with their neighbour. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (same ? 0 : 1),
          swapped ? at(beforeLast, column - 2) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}

/** "did you mean …?" where something is close, otherwise what there is to choose from. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `did you mean ${JSON.stringify(nearest)}?`;
  if (known.length === 0) return 'there is none to choose from.';
  const shown = known.slice(0, 12).join(', ');
  return known.length > 12 ? `choose from ${shown} and ${known.length - 12} more.` : `choose from ${shown}.`;
}
