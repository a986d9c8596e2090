import type { SheetFileWords } from '../../i18n/sheet-file-words';
import type { SheetFileProblem } from '../../state/sheet-files.svelte';

/** Why a file is not opened, in one sentence; `details` are for whoever mends it, and are English. */
export function refusalInWords(
  problem: SheetFileProblem,
  { refused: words }: SheetFileWords,
  figure: (value: number) => string,
): { sentence: string; details: string[] } {
  switch (problem.kind) {
    case 'not-a-sheet-file':
      return { sentence: words.notASheetFile, details: [] };
    case 'newer-format':
      return { sentence: words.newerFormat(problem.format), details: [] };
    case 'cut-off':
      return { sentence: words.cutOff(figure(problem.wholeLines)), details: [] };
    case 'damaged-packing':
      return { sentence: words.damagedPacking(figure(problem.wholeLines)), details: [] };
    case 'too-large':
      return { sentence: words.tooLarge[problem.limit](figure(problem.line)), details: [] };
    case 'damaged-line':
      return {
        sentence: words.line[problem.fault](figure(problem.line)),
        details: problem.detail === '' ? [] : [problem.detail],
      };
    case 'counts': {
      const [line, expected, got] = [problem.line, problem.expected, problem.got].map(figure);
      return { sentence: words.counts[problem.what](line ?? '', expected ?? '', got ?? ''), details: [] };
    }
    case 'rubric':
      return {
        sentence: words.rubric(figure(problem.line)),
        details: problem.problems.map(({ message }) => message),
      };
    case 'rubric-hash':
      return { sentence: words.rubricHash(figure(problem.line), problem.title), details: [] };
    case 'other-rubric':
      return { sentence: words.otherRubric(problem.expected, problem.got), details: [] };
  }
}
