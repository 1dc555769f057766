/** Whether a text has the form of an email address: a name, one `@`, and a domain with a dot inside. */
export function looksLikeEmail(text: string): boolean {
  const [name, domain, ...more] = text.split('@')
  if (!name || !domain || more.length > 0 || /\s/.test(text)) return false
  const dot = domain.indexOf('.', 1)
  return dot > 0 && dot < domain.length - 1
}
