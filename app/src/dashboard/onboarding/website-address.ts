/** Adds the scheme to a typed address. */
export function websiteAddress(typed: string): string {
  const text = typed.trim()
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return /^(localhost|[\d.]+|\[)/i.test(text) ? `http://${text}` : `https://${text}`
}

/** Derives a name: `https://www.green-bean.example/shop` is probably Green Bean; undefined if there is none. */
export function nameOfWebsite(typed: string): string | undefined {
  const address = websiteAddress(typed)
  if (!URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  const labels = hostname.replace(/^www\./, '').split('.')
  if (labels.length < 2 || labels.some((label) => label === '' || /^\d+$/.test(label))) return undefined
  const name = labels.at(-2) ?? ''
  // Punycode isn't readable.
  if (name.startsWith('xn--')) return undefined
  return name
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
