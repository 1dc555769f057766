import { unconfirmedPagesMax, hour_ms } from '@ozvi/contract'
import { findWebsite, isOwnHost } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { portOf } from '#platform/egress/target.ts'
import type { CrawlPlan } from './crawl/plan.ts'
import { ExtractionError } from './extract/extraction-error.ts'
import * as items from './item-store.ts'
import type { RunnableSource } from './store.ts'

/** Until the site proves to be the workspace's own by naming its public key. */
const guest_limits = { pages_max: unconfirmedPagesMax, requests_per_s: 2 }
const proven_requests_per_s = 5
/** Of hosts that the operator opened by `EGRESS_ALLOW`: they are the operator's own. */
const opened_requests_per_s = 50
const duration_max_ms = 2 * hour_ms

/**
 * Where to start and how far to go.
 *
 * @throws ExtractionError `off_site`: the host is none of the workspace's any more.
 */
export async function planWebsite(
  ctx: Context,
  { integration_id, id: source_id, config, confirmed_at }: RunnableSource,
): Promise<CrawlPlan> {
  const { start_url = '', depth = 0, include = [], exclude = [], pages_max = guest_limits.pages_max } = config
  const key = { integration_id, source_id }
  const start = URL.parse(start_url)
  const website = await findWebsite(ctx.db, integration_id)
  if (!start || !website || !isOwnHost(website, start)) throw new ExtractionError('off_site')
  const is_opened = isOpened(ctx, start)
  const proven = { pages_max, requests_per_s: is_opened ? opened_requests_per_s : proven_requests_per_s }
  const guest = { ...guest_limits, pages_max: Math.min(pages_max, guest_limits.pages_max) }
  return {
    start_url,
    depth,
    include,
    exclude,
    ...(is_opened || confirmed_at ? proven : guest),
    proven: { public_key: website.public_key, ...proven },
    known: await items.listKnownPages(ctx.db, key),
    recallLinks: (url) => items.listLinks(ctx.db, key, url),
    duration_max_ms,
  }
}

/** Whether `EGRESS_ALLOW` allows the host. */
export const isOpened = (ctx: Context, url: URL): boolean =>
  ctx.config.egress_allow.includes(`${url.hostname}:${portOf(url)}`)
