/**
 * Replaces the content of a focused field as typing would, so that Ctrl+Z works.
 *
 * @returns whether it did, in which case the field has fired its event; false if the browser doesn't support
 * it
 */
export function replaceText(field: HTMLTextAreaElement, next: string): boolean {
  const { value } = field
  if (value === next) return true
  const most = Math.min(value.length, next.length)
  let start = 0
  while (start < most && value[start] === next[start]) start++
  let end = 0
  while (end < most - start && value.at(-1 - end) === next.at(-1 - end)) end++
  field.setSelectionRange(start, value.length - end)
  const typed = next.slice(start, next.length - end)
  // Deprecated, but the only access to the browser's undo history
  return document.execCommand?.(typed ? 'insertText' : 'delete', false, typed) ?? false
}
