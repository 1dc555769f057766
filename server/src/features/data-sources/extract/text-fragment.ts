const exact_words_max = 12
const edge_words = 5
/** A beginning of fewer words is likely to match elsewhere on the page. */
const start_words_min = 4

/**
 * A link that opens a page at a quote (`#:~:text=start,end`, WICG scroll-to-text-fragment).
 * A match can't cross the end of a block, so a long quote or one of several lines is given by its first and
 * last words, starting at the first line that is long enough to be unique. If an ellipsis joins separate
 * pieces, the first one is linked.
 * @param quote a slice of an item's text; its block marks (`#`, `-`, `|`, `>`, fences) are not on the page.
 * @returns `url` unchanged if the quote has no words.
 */
export function textFragment(url: string, quote: string): string {
  const segments = segmentsOf(quote)
  const isLong = (segment: string) => segment.split(' ').length >= start_words_min
  const first = (segments.find(isLong) ?? segments[0])?.split(' ') ?? []
  const last = segments.at(-1)?.split(' ') ?? []
  const page = url.replace(/:~:.*$/s, '')
  if (!first.length) return page
  const is_exact = segments.length === 1 && first.length <= exact_words_max
  const end = segments.length === 1 ? first : last
  const terms = is_exact ? [first] : [first.slice(0, edge_words), end.slice(-edge_words)]
  const text = terms.map((words) => encodeTerm(words.join(' '))).join(',')
  return `${page}${page.includes('#') ? '' : '#'}:~:text=${text}`
}

/** The parts of a quote that are contiguous on the page: one for each line or table cell. */
function segmentsOf(quote: string): string[] {
  const [piece = ''] = quote.split(/…|\.{3}/).filter((part) => /[\p{L}\p{N}]/u.test(part))
  return piece
    .split('\n')
    .flatMap((line) => (/^\s*\|/.test(line) ? line.split(/(?<!\\)\|/) : [line]))
    .map((line) =>
      line
        .replace(/^\s*(?:(?:#{1,6}|>|[-*+])\s+(?:\[[ x]\]\s+)?|```.*$|~~~.*$)/, '')
        .replace(/\\\|/g, '|')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
}

/** `-`, `,` and `&` are syntax inside a text directive; the others would end a link in Markdown. */
const encodeTerm = (term: string) =>
  encodeURIComponent(term).replace(/[-!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
