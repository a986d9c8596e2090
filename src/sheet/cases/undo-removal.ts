const places = ['setup', 'judgement'] as const;
export type UndoPlace = (typeof places)[number];

export function undoButtonId(place: UndoPlace): string {
  return `undo-removal-${place}`;
}

/** Both places may offer it and the screen shows one of them: what is not shown takes no focus. */
export function focusUndo(): void {
  for (const place of places) document.getElementById(undoButtonId(place))?.focus();
}
