/** Indents JSON. Returns other text unchanged, such as an HTML page or the beginning of a long body. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
