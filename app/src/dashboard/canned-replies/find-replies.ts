import { type CannedReply, folded, type Locale } from '@ozvi/contract'

/** How well a reply fits what was typed: 0 is best, undefined not at all. */
function rank({ shortcut, title, body }: CannedReply, query: string): number | undefined {
  const [short, name] = [folded(shortcut), folded(title)]
  if (short.startsWith(query)) return 0
  if (name.split(/\s+/).some((word) => word.startsWith(query))) return 1
  if (short.includes(query) || name.includes(query)) return 2
  return folded(body).includes(query) ? 3 : undefined
}

/**
 * Replies that fit, the best first; among equals those of the customer's language, then what was used last.
 *
 * @param recent ids, newest first
 */
export function findReplies(
  replies: readonly CannedReply[],
  typed: string,
  { locale, recent }: { locale: Locale; recent: readonly string[] },
): CannedReply[] {
  const query = folded(typed)
  const age = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return replies
    .flatMap((reply) => {
      const fit = rank(reply, query)
      const isForeign = reply.locale !== null && reply.locale !== locale
      return fit === undefined ? [] : [{ reply, order: [fit, Number(isForeign), age(reply.id)] }]
    })
    .sort((a, b) => {
      const at = a.order.findIndex((value, place) => value !== b.order[place])
      return at < 0 ? a.reply.title.localeCompare(b.reply.title) : (a.order[at] ?? 0) - (b.order[at] ?? 0)
    })
    .map(({ reply }) => reply)
}
