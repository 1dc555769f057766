/**
 * Changes what stands in a field as typing would, so that Ctrl and Z takes it back and what was written before stays
 * within its reach. The field has the focus.
 *
 * @returns whether it did; the field has then told its reader. False where the browser does not know how.
 */
export function retype(field: HTMLTextAreaElement, next: string): boolean {
  const { value } = field
  if (value === next) return true
  const most = Math.min(value.length, next.length)
  let start = 0
  while (start < most && value[start] === next[start]) start++
  let end = 0
  while (end < most - start && value.at(-1 - end) === next.at(-1 - end)) end++
  field.setSelectionRange(start, value.length - end)
  const typed = next.slice(start, next.length - end)
  // Deprecated, but nothing else reaches the browser's own history
  return document.execCommand?.(typed ? 'insertText' : 'delete', false, typed) ?? false
}
