/** Words of addresses that name no page. */
const empty = new Set(
  'index html htm php aspx default home page pages en sk us www docs doc help guide text'.split(' '),
)

/** The line of a manual page that describes its command. */
const PURPOSE = /^#{1,6} (?:NAME|N[ÁA]ZOV)\n+([^\n]{1,300})/m
const BEGINNING_CHARS = 1_000

/**
 * Names by which a page can be found in addition to its title: its index terms, the description at the start of
 * a manual page, and the words of its address.
 */
export function otherNames(
  url: string,
  { keywords, text }: { keywords: readonly string[]; text: string },
): string[] {
  const path = URL.parse(url)?.pathname ?? ''
  const [last = ''] = path.split('/').filter(Boolean).slice(-1)
  const words = decoded(last)
    .replace(/\.\w{1,5}$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^\p{L}{3,}$/u.test(word) && !empty.has(word.toLowerCase()))
  const purpose = PURPOSE.exec(text.slice(0, BEGINNING_CHARS))?.[1]
  return [...keywords, ...(purpose ? [purpose] : []), ...(words.length ? [words.join(' ')] : [])]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
