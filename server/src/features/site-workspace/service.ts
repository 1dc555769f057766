import { type Locale, locales, day_ms } from '@ozvi/contract'
import { deleteUnseenContacts } from '#features/contacts'
import { importPages } from '#features/data-sources'
import { deleteSiteWorkspace, ensureSiteWorkspace, findByPublicKey } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import type { QuotablePage } from '#platform/web/pages.ts'

const sources: Record<Locale, { source_id: string; name: string }> = {
  en: { source_id: '4f7a3a52-0c1d-4d0e-9c55-6f7a76690001', name: 'Ozvi documentation' },
  sk: { source_id: '4f7a3a52-0c1d-4d0e-9c55-6f7a76690002', name: 'Dokumentácia Ozvi' },
}

/**
 * The workspace whose chat is on our own pages: the configured one, otherwise one of our own that answers
 * from these pages and has no team. If one is configured, our own is deleted.
 *
 * @returns undefined if disabled, or the configured one doesn't exist
 */
export async function openSite(ctx: Context): Promise<{ public_key: string; own_id?: string } | undefined> {
  const { site_widget_key: public_key, app_url } = ctx.config
  if (!public_key) {
    const own = await ctx.transaction((tx) => ensureSiteWorkspace(tx, { name: 'Ozvi', url: app_url }))
    return { public_key: own.public_key, own_id: own.id }
  }
  await ctx.transaction((tx) => deleteSiteWorkspace(tx))
  if (public_key === 'off') return undefined
  const integration = await findByPublicKey(ctx.db, public_key)
  if (!integration) ctx.log.warn('No workspace has SITE_WIDGET_KEY; public pages have no chat')
  return integration && { public_key: integration.public_key }
}

/** No team reads these conversations, so they are kept only as long as the visitor may return. */
const kept_days = 30
/** Visitors per transaction. */
const chunk = 200

export async function deleteVisitors(ctx: Context, integration_id: string): Promise<void> {
  const seen_before = new Date(ctx.now() - kept_days * day_ms).toISOString()
  const unseen = { seen_before, limit: chunk }
  while ((await ctx.transaction((tx) => deleteUnseenContacts(tx, integration_id, unseen))) > 0) continue
}

/** Indexes the site's pages for our own workspace, with one source per language. */
export async function indexSitePages(
  ctx: Context,
  integration_id: string,
  pages: readonly QuotablePage[],
  signal: AbortSignal,
): Promise<void> {
  const { app_url } = ctx.config
  for (const locale of locales) {
    const spoken = pages.filter((page) => page.locale === locale)
    const site = {
      ...sources[locale],
      integration_id,
      locale,
      start_url: `${app_url}/${locale}/documentation`,
      pages: spoken.map(({ path, title, html }) => ({ url: app_url + path, title, locale, html })),
    }
    await importPages(ctx, site, signal)
  }
  ctx.log.info({ pages: pages.length }, 'The public pages were indexed for their chat')
}
