import { type CannedReply, normalizeText, type Locale } from '@ozvi/contract'

/** How well a reply matches the query: 0 is best, undefined doesn't match. */
function rank({ shortcut, title, body }: CannedReply, query: string): number | undefined {
  const [short, name] = [normalizeText(shortcut), normalizeText(title)]
  if (short.startsWith(query)) return 0
  if (name.split(/\s+/).some((word) => word.startsWith(query))) return 1
  if (short.includes(query) || name.includes(query)) return 2
  return normalizeText(body).includes(query) ? 3 : undefined
}

/**
 * Matching replies, best first; among equals the customer's language, then most recently used.
 *
 * @param recent ids, newest first
 */
export function findReplies(
  replies: readonly CannedReply[],
  typed: string,
  { locale, recent }: { locale: Locale; recent: readonly string[] },
): CannedReply[] {
  const query = normalizeText(typed)
  const age = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return replies
    .flatMap((reply) => {
      const fit = rank(reply, query)
      const isForeign = reply.locale !== null && reply.locale !== locale
      return fit === undefined ? [] : [{ reply, order: [fit, Number(isForeign), age(reply.id)] }]
    })
    .sort((a, b) => {
      const at = a.order.findIndex((value, index) => value !== b.order[index])
      return at < 0 ? a.reply.title.localeCompare(b.reply.title) : (a.order[at] ?? 0) - (b.order[at] ?? 0)
    })
    .map(({ reply }) => reply)
}
