import { createHash } from 'node:crypto'
import type { Locale } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { escapeHtml } from '#platform/mail/template.ts'
import { createExtractor, type Extractor } from './extract/extractor.ts'
import { otherNames } from './extract/other-names.ts'
import * as items from './item-store.ts'
import { hideMissing, saveContent, saveReason, prepareContent } from './items.ts'
import { RunSuperseded, withRun } from './current-run.ts'
import { end } from './runs.ts'
import * as store from './store.ts'
import type { RunnableSource } from './store.ts'

/** A page that is at hand and need not be asked for over the network. */
export interface ProvidedPage {
  url: string
  title: string
  locale: Locale
  /** The HTML below its title. */
  html: string
}
export interface ProvidedSite extends store.Key {
  name: string
  locale: Locale
  start_url: string
  pages: readonly ProvidedPage[]
}

/** Equal for two pages with the same content; stored in the place of the server's ETag. */
const etagOf = ({ title, html }: ProvidedPage) =>
  createHash('sha256').update(`${title}\n${html}`).digest('base64url')

/**
 * Makes the given pages the whole content of a website source, which is created if it is missing. Only changed
 * pages are read and indexed again, and missing ones are removed. It is idempotent; of two concurrent calls the
 * later one wins.
 * @throws on unexpected errors and when the process stops: to be run again.
 */
export async function importPages(ctx: Context, site: ProvidedSite, signal: AbortSignal): Promise<void> {
  const { integration_id, source_id, name, pages } = site
  const key = { integration_id, source_id }
  const etags = new Map(pages.map((page) => [page.url, etagOf(page)]))
  const known = await items.listKnownPages(ctx.db, key)
  const changed = pages.filter(({ url }) => known.get(url)?.etag !== etags.get(url))
  const removedUrls = [...known.keys()].filter((url) => !etags.has(url))
  const before = await store.findSource(ctx.db, key)
  if (before?.status === 'ready' && before.name === name && changed.length + removedUrls.length === 0) return

  const source = await start(ctx, site)
  const extractor = createExtractor(ctx.threads.jobs)
  try {
    for (const page of changed) {
      signal.throwIfAborted()
      await importPage(ctx, extractor, source, page, etags.get(page.url) ?? null)
    }
    for (const url of removedUrls)
      await withRun(ctx, source, async (tx, advance) =>
        hideMissing(ctx, tx, await advance({}, { emits: false }), source.run, url),
      )
    await end(ctx, source, { is_complete: true, reason: null }, pages.length)
  } catch (error) {
    if (!(error instanceof RunSuperseded)) throw error
  }
}

function start(ctx: Context, site: ProvidedSite): Promise<RunnableSource> {
  const { integration_id, source_id: id, name, locale, start_url } = site
  const key = { integration_id, source_id: id }
  const config = { start_url }
  return ctx.transaction(async (tx) => {
    const created = await store.insertSource(tx, { integration_id, id, kind: 'website', name, config })
    if (!created) {
      await store.endRun(tx, key, 'paused', store.busy)
      await store.startRun(tx, key)
    }
    await store.updateSource(tx, key, { name, config, locale, status: 'indexing' })
    const source = await store.findRunnable(tx, key)
    if (!source) throw new Error('The source was deleted')
    return source
  })
}

async function importPage(
  ctx: Context,
  extractor: Extractor,
  source: RunnableSource,
  { url, title, locale, html }: ProvidedPage,
  etag: string | null,
): Promise<void> {
  const name = escapeHtml(title)
  const document = `<!doctype html><html lang="${locale}"><title>${name}</title><main><h1>${name}</h1>${html}</main></html>`
  const outcome = await extractor.extract({ format: 'html', bytes: Buffer.from(document), url })
  if (!outcome.ok) {
    const { reason } = outcome
    return withRun(ctx, source, async (tx, advance) => {
      const now = await advance({ current_url: url }, { emits: false })
      await saveReason(tx, now, source.run, { status: 'failed', source_path: url, url, title, reason })
    })
  }
  const { text, words } = outcome.content
  const names = otherNames(url, { keywords: [], text })
  const item = { source_path: url, url, title, text, words, locale, names, etag }
  const prepared = await prepareContent(ctx, source, item)
  await withRun(ctx, source, async (tx, advance) => {
    const now = await advance({ current_url: url }, { emits: false })
    await saveContent(ctx, tx, now, source.run, prepared)
  })
}
