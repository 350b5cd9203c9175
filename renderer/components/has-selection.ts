// Whether text is selected where a key was pressed: copying is then the system's business.
export function hasSelection(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) return target.selectionStart !== target.selectionEnd;
  return (window.getSelection()?.toString() ?? '') !== '';
}
