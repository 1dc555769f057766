type Token = string | { crosses: boolean }

/**
 * Whether a page is meant by a pattern: `*` stands for anything within a path segment, `**` for anything;
 * everything else for itself. A pattern is held against path and path with query, or against the whole address
 * when it begins with `http`. `/docs/**` also means `/docs`. Costs length times length, whatever the pattern.
 */
export function matchesGlob(pattern: string, url: URL): boolean {
  if (/^https?:\/\//i.test(pattern)) return matches(tokensOf(pattern), url.href)
  const rooted = /^[/*]/.test(pattern) ? pattern : `/${pattern}`
  const open = rooted.startsWith('*') && !rooted.includes('/') ? `*${rooted}` : rooted
  const path = url.pathname
  const candidates = [path, path + url.search, path.endsWith('/') ? path.slice(0, -1) : `${path}/`]
  return candidates.some((text) => matches(tokensOf(open), text))
}

const tokensOf = (pattern: string): Token[] =>
  [...pattern.matchAll(/\*+|[^*]/g)].map(([part]) =>
    part.startsWith('*') ? { crosses: part.length > 1 } : part,
  )

function matches(tokens: readonly Token[], text: string): boolean {
  /** `reached[i]`: the tokens so far can stand for the first `i` characters. */
  let reached = Array.from({ length: text.length + 1 }, (_, index) => index === 0)
  for (const token of tokens) {
    const next: boolean[] = []
    for (let index = 0; index <= text.length; index++) {
      if (typeof token === 'string')
        next[index] = index > 0 && !!reached[index - 1] && text[index - 1] === token
      else {
        const grows = index > 0 && !!next[index - 1] && (token.crosses || text[index - 1] !== '/')
        next[index] = !!reached[index] || grows
      }
    }
    reached = next
  }
  return !!reached[text.length]
}
