type Token = string | { crosses: boolean }

/**
 * Whether a page matches a pattern: `*` matches anything within a path segment, `**` anything; everything else
 * is literal. A pattern is compared with the path, with and without the query, or with the whole address if it
 * starts with `http`. `/docs/**` also matches `/docs`. Takes time proportional to the address and the number of
 * stars.
 */
export function matchesGlob(pattern: string, url: URL): boolean {
  if (/^https?:\/\//i.test(pattern)) return matches(tokensOf(pattern), url.href)
  const rooted = /^[/*]/.test(pattern) ? pattern : `/${pattern}`
  const open = rooted.startsWith('*') && !rooted.includes('/') ? `*${rooted}` : rooted
  const tokens = tokensOf(open)
  const path = url.pathname
  const candidates = [path, path + url.search, path.endsWith('/') ? path.slice(0, -1) : `${path}/`]
  return candidates.some((text) => matches(tokens, text))
}

const tokensOf = (pattern: string): Token[] =>
  (pattern.match(/\*+|[^*]+/g) ?? []).map((part) =>
    part.startsWith('*') ? { crosses: part.length > 1 } : part,
  )

function matches(tokens: readonly Token[], text: string): boolean {
  /** How many characters the tokens so far can stand for, in ascending order. */
  let reached = [0]
  for (const token of tokens) {
    reached =
      typeof token === 'string'
        ? reached.filter((at) => text.startsWith(token, at)).map((at) => at + token.length)
        : extended(reached, text, token.crosses)
    if (reached.length === 0) return false
  }
  return reached.at(-1) === text.length
}

/** All positions a star can reach from the given ones, each once. */
function extended(reached: readonly number[], text: string, crosses: boolean): number[] {
  const places: number[] = []
  let last = -1
  for (const at of reached) {
    if (at <= last) continue
    const slash = crosses ? -1 : text.indexOf('/', at)
    last = slash < 0 ? text.length : slash
    for (let place = at; place <= last; place++) places.push(place)
  }
  return places
}
