/** Whether a key pressed here belongs to the control under it, so that page-wide keys must leave it alone. */
export function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, dialog, pre, [role="separator"]') !== null
  );
}
