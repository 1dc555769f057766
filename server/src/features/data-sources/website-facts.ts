import type { Input, readWebsiteFacts as route, WebsiteFacts } from '@ozvi/contract'
import type { Session } from '#features/accounts'
import type { Context } from '#platform/context/context.ts'
import { TaskFailed, tasksOf } from '#platform/threads/index.ts'

const task = tasksOf<typeof import('./extract/site-metadata.ts')>(
  new URL('./extract/site-metadata.ts', import.meta.url),
)

const nothing: WebsiteFacts = { name: null, locale: null, color: null, icon_url: null }
/** A head is rarely a tenth of this; of longer pages only the start is read. */
const bytes_max = 512_000
/** Short, because someone is waiting for it. */
const timeout_ms = 5_000

/** Reads the head of one page with the guarded client; a page that can't be read has no facts. */
async function factsOf(ctx: Context, url: string): Promise<WebsiteFacts> {
  const answer = await ctx.egress.fetch(url, {
    headers: { accept: 'text/html,application/xhtml+xml;q=0.9' },
    accept_types: ['text/html', 'application/xhtml+xml'],
    max_bytes: bytes_max,
    at_cap: 'truncate',
    timeout_ms,
  })
  if (!answer.ok || answer.status < 200 || answer.status >= 300) return nothing
  try {
    const { body: bytes, url: read_from } = answer
    const content_type = answer.headers['content-type']
    return await ctx.threads.requests.run(task('readSiteMetadata'), { bytes, content_type, url: read_from })
  } catch (error) {
    if (error instanceof TaskFailed) return nothing
    throw error
  }
}
export const readWebsiteFacts = (ctx: Context, _session: Session, { url }: Input<typeof route>) =>
  factsOf(ctx, url)

const iconBytesMax = 1_000_000
/** The icon that a website declares, unchanged; undefined if there is none or it can't be read. */
export async function readWebsiteIcon(ctx: Context, url: string): Promise<Buffer | undefined> {
  const { icon_url } = await factsOf(ctx, url)
  if (!icon_url) return undefined
  const answer = await ctx.egress.fetch(icon_url, {
    headers: { accept: 'image/png,image/webp,image/jpeg,image/gif' },
    accept_types: ['image/'],
    max_bytes: iconBytesMax,
    timeout_ms,
  })
  return answer.ok && answer.status >= 200 && answer.status < 300 ? answer.body : undefined
}
