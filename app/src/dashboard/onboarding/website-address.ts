/** An address as people type it, with the scheme they leave out. */
export function websiteAddress(typed: string): string {
  const text = typed.trim()
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return /^(localhost|[\d.]+|\[)/i.test(text) ? `http://${text}` : `https://${text}`
}

/** `https://www.green-bean.example/shop` is probably called Green Bean; nothing where the address tells no name. */
export function nameOfWebsite(typed: string): string | undefined {
  const address = websiteAddress(typed)
  if (!URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  const labels = hostname.replace(/^www\./, '').split('.')
  if (labels.length < 2 || labels.some((label) => label === '' || /^\d+$/.test(label))) return undefined
  const name = labels.at(-2) ?? ''
  // Punycode is nobody's name.
  if (name.startsWith('xn--')) return undefined
  return name
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
