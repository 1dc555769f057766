/** Words of addresses that name no page. */
const empty = new Set(
  'index html htm php aspx default home page pages en sk us www docs doc help guide text'.split(' '),
)

/** What a page can be found by besides its title: its index terms, and the words of its address. */
export function otherNames(url: string, keywords: readonly string[]): string[] {
  const path = URL.parse(url)?.pathname ?? ''
  const [last = ''] = path.split('/').filter(Boolean).slice(-1)
  const words = decoded(last)
    .replace(/\.\w{1,5}$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^\p{L}{3,}$/u.test(word) && !empty.has(word.toLowerCase()))
  return words.length ? [...keywords, words.join(' ')] : [...keywords]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
