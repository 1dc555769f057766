type Token = string | { crosses: boolean }
/** Positions within one path segment, from the first to the last. */
interface Span {
  from: number
  to: number
}
export type Glob = (url: URL) => boolean

/**
 * A pattern of pages: `*` matches anything within a path segment, `**` anything; everything else is literal. It is
 * compared with the path, with and without the query, or with the whole address if it starts with `http`.
 * `/docs/**` also matches `/docs`. Takes time proportional to the address and the number of stars.
 */
export function compileGlob(pattern: string): Glob {
  if (/^https?:\/\//i.test(pattern)) {
    const tokens = tokensOf(pattern)
    return ({ href }) => matches(tokens, href)
  }
  const rooted = /^[/*]/.test(pattern) ? pattern : `/${pattern}`
  const tokens = tokensOf(rooted.startsWith('*') && !rooted.includes('/') ? `*${rooted}` : rooted)
  return ({ pathname, search }) =>
    matches(tokens, pathname) ||
    (search !== '' && matches(tokens, pathname + search)) ||
    matches(tokens, pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`)
}

const tokensOf = (pattern: string): Token[] =>
  (pattern.match(/\*+|[^*]+/g) ?? []).map((part) =>
    part.startsWith('*') ? { crosses: part.length > 1 } : part,
  )

function matches(tokens: readonly Token[], text: string): boolean {
  /** Where the next token can start. */
  let spans: Span[] = [{ from: 0, to: 0 }]
  for (const [index, token] of tokens.entries()) {
    if (typeof token !== 'string') spans = stretched(spans, text, token.crosses)
    else if (index === tokens.length - 1) return endsWith(spans, text, token)
    else spans = firstEnds(spans, text, token)
    if (spans.length === 0) return false
  }
  return spans.at(-1)?.to === text.length
}

function endsWith(spans: readonly Span[], text: string, literal: string): boolean {
  const start = text.length - literal.length
  return spans.some(({ from, to }) => from <= start && start <= to) && text.endsWith(literal)
}

/**
 * The ends of a literal that a star follows. Of several in one segment the first is enough: from there the star
 * reaches the others.
 */
function firstEnds(spans: readonly Span[], text: string, literal: string): Span[] {
  const ends: Span[] = []
  let start = -1
  for (const { from, to } of spans) {
    if (start < from) start = text.indexOf(literal, from)
    if (start < 0) break
    if (start <= to) ends.push({ from: start + literal.length, to: start + literal.length })
  }
  return ends
}

/** The rest of each segment that a star starts in, and all segments after the first if it crosses slashes. */
function stretched(spans: readonly Span[], text: string, crosses: boolean): Span[] {
  const stretches: Span[] = []
  const add = (from: number) => {
    const slash = text.indexOf('/', from)
    const to = slash < 0 ? text.length : slash
    stretches.push({ from, to })
    return to
  }
  if (crosses) {
    for (let from = spans[0]?.from ?? 0; from <= text.length;) from = add(from) + 1
    return stretches
  }
  let last = -1
  for (const { from } of spans) if (from > last) last = add(from)
  return stretches
}
