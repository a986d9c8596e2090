/** How many letters must be added, dropped, changed or swapped with their neighbour to turn one text into the other. */
export function editDistance(one: string, other: string): number {
  const from = [...one];
  const to = [...other];
  let beforeLast: number[] = [];
  let last = to.map((_letter, index) => index + 1);
  last.unshift(0);
  from.forEach((letter, i) => {
    const row = [i + 1];
    to.forEach((target, j) => {
      const change = at(last, j) + (letter === target ? 0 : 1);
      let cost = Math.min(at(last, j + 1) + 1, at(row, j) + 1, change);
      const swapped = i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === target;
      if (swapped) cost = Math.min(cost, at(beforeLast, j - 1) + 1);
      row.push(cost);
    });
    beforeLast = last;
    last = row;
  });
  return at(last, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
