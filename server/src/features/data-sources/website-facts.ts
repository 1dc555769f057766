import type { Input, readWebsiteFacts as route, WebsiteFacts } from '@ozvi/contract'
import type { Session } from '#features/accounts'
import type { Context } from '#platform/context.ts'
import { decode } from './extract/encoding.ts'
import { siteFacts } from './extract/site-facts.ts'
import { Unreadable } from './extract/unreadable.ts'

const nothing: WebsiteFacts = { name: null, locale: null, colour: null, icon_url: null }
/** A head is rarely a tenth of this; of what is longer the beginning counts. */
const bytes_max = 512_000
/** Somebody waits for it. */
const timeout_ms = 5_000

/** Reads the head of one page through the guard; what cannot be read says nothing. */
export async function readWebsiteFacts(
  ctx: Context,
  _session: Session,
  { url }: Input<typeof route>,
): Promise<WebsiteFacts> {
  const answer = await ctx.egress.fetch(url, {
    headers: { accept: 'text/html,application/xhtml+xml;q=0.9' },
    accept_types: ['text/html', 'application/xhtml+xml'],
    max_bytes: bytes_max,
    at_cap: 'truncate',
    timeout_ms,
  })
  if (!answer.ok || answer.status < 200 || answer.status >= 300) return nothing
  try {
    return siteFacts(decode(answer.body, answer.headers['content-type']), answer.url)
  } catch (error) {
    if (error instanceof Unreadable) return nothing
    throw error
  }
}
