function skipSpace(text: string, from: number): number {
  let at = from
  while (/\s/.test(text.charAt(at))) at++
  return at
}

/** Returns the offset after the comment that starts at `from`, as browsers parse it; -1 if it isn't closed. */
function skipComment(text: string, from: number): number {
  const close = /--!?>/g
  close.lastIndex = from + 2 // `<!-->` is a complete comment
  return close.test(text) ? close.lastIndex : -1
}

/**
 * Whether a text starts with one of these tags, after spaces and HTML comments. An unclosed comment counts as
 * a tag, because the rest of the file is unknown.
 *
 * @param tags lowercase, without the `<`, such as `!doctype` and `?xml`
 */
export function beginsWithTag(text: string, tags: readonly string[]): boolean {
  let at = skipSpace(text, 0)
  while (text.startsWith('<!--', at)) {
    const end = skipComment(text, at)
    if (end < 0) return true
    at = skipSpace(text, end)
  }
  return tags.some((tag) => text.slice(at, at + 1 + tag.length).toLowerCase() === `<${tag}`)
}
