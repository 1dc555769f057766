const withoutSpace = (text: string) => text.replace(/\s/g, '')

/**
 * Indents JSON. Returns other text unchanged, such as an HTML page or the beginning of a long body, and JSON that
 * parsing would change, such as numbers of more than 15 digits.
 */
export function indentJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    const isSame = withoutSpace(JSON.stringify(value)) === withoutSpace(text)
    return isSame ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}
