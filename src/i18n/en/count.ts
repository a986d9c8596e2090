export const figure = (count: number) => count.toLocaleString('en');

/** "1 case", "1,200 cases". */
export const counted = (noun: string) => (count: number) =>
  count === 1 ? `1 ${noun}` : `${figure(count)} ${noun}s`;

export const cases = counted('case');
export const questions = counted('question');
