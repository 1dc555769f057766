import {
  brandColors,
  type Input,
  launcherLook,
  type Locale,
  Problem,
  type WidgetConfig,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import {
  findVisitor,
  emitNavigation,
  lockHome,
  identify,
  insertConsent,
  queueContactWebhook,
  insertContact,
  insertPageVisit,
  insertVisitorToken,
  readIdentity,
  finishMerge,
  emitContact,
  touchContact,
  type VisitorActor,
} from '#features/contacts'
import { readReturnToken, visitorConversations } from '#features/conversations'
import { suggestQuestions } from '#features/assistant'
import type { Settings } from '#features/client-settings'
import { startsWithTeam } from '#features/assistant-settings'
import { recordWidgetLoad } from '#features/installation'
import { findByPublicKey, isOwnHost } from '#features/integrations'
import { fittingTriggers } from '#features/scenarios'
import { isLoopbackHost } from '#platform/context/config.ts'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { deviceOf } from '#platform/http/user-agent.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { hashToken } from '#platform/secrets/secrets.ts'
import { realtimeAddress } from '#platform/web/address.ts'
import { originOf } from './origin.ts'

export type Site = NonNullable<Awaited<ReturnType<typeof findByPublicKey>>>

/** The workspace of a public key; a malformed key isn't found. */
export async function findSite(ctx: Context, public_key: string): Promise<Site> {
  const site = /^pk_[A-Za-z0-9]{10,40}$/.test(public_key)
    ? await findByPublicKey(ctx.db, public_key)
    : undefined
  if (!site) throw new Problem('not_found')
  return site
}

/** The language for a visitor: the requested one if the workspace offers it. */
export const widgetLocale = ({ locale, locales }: Site, requested: string | undefined): Locale =>
  locales.find((offered) => offered === requested) ?? locale

/** The loader's configuration: at most 2 KiB, regardless of the workspace's settings. */
export async function widgetConfig(ctx: Context, site: Site, settings: Settings): Promise<WidgetConfig> {
  const { brand, on_brand } = brandColors(settings.color)
  return {
    key: site.public_key,
    name: site.name,
    locale: site.locale,
    locales: site.locales,
    color: brand,
    ink: on_brand,
    side: settings.side,
    theme: settings.theme,
    launcher: launcherLook(settings.launcher),
    hide_on: settings.hide_on,
    triggers: await fittingTriggers(ctx.db, site.id),
    panel_url: `${ctx.config.app_url}/widget/frame/${site.public_key}`,
  }
}

/** The workspace's https pages, our own (the preview), and on a development machine every local page. */
function mayEmbed(ctx: Context, site: Site, origin: string): boolean {
  if (origin === ctx.config.app_url) return true
  if (!URL.canParse(origin)) return false
  const address = new URL(origin)
  if (!ctx.config.is_production && isLoopbackHost(address.hostname)) return true
  return address.protocol === 'https:' && isOwnHost(site, address)
}

/**
 * Records that the widget runs on a page of the workspace; our own preview doesn't count. The origin is
 * unverified and grants nothing.
 */
export function recordWidgetSeen(ctx: Context, site: Site, origin: string | undefined): void {
  if (!origin || origin === ctx.config.app_url || !mayEmbed(ctx, site, origin)) return
  recordWidgetLoad(ctx, site.id, new URL(origin).host)
}

const suggestionsShown = 3

/**
 * Starts a visit, or resumes the one of the given token (unless it belongs to another workspace). With an
 * identity token the browser continues as the person it names.
 *
 * @throws Problem `not_found` for an unknown key · `domain_not_allowed` if the page doesn't belong to the
 * workspace
 */
export async function openVisitorSession(
  ctx: Context,
  existing: VisitorActor | undefined,
  input: Input<typeof contract.openVisitorSession>,
  { request }: HttpContext,
) {
  const site = await findSite(ctx, input.public_key)
  if (!mayEmbed(ctx, site, input.host_origin)) throw new Problem('domain_not_allowed')
  recordWidgetSeen(ctx, site, input.host_origin)
  if (input.identity !== undefined && input.is_preview)
    throw validationError('identity.mode', 'identity_preview')
  const claims = input.identity === undefined ? undefined : await readIdentity(ctx, site, input.identity)
  const back =
    input.return_token && !claims ? await readReturnToken(ctx, site.id, input.return_token) : undefined
  const isTheirs = existing?.integration_id === site.id && (!back || back.visitor_id === existing.visitor_id)
  const resumed = isTheirs ? existing : undefined
  const at = isoNow(ctx)
  const { page } = input
  const locale = widgetLocale(site, input.locale)
  /** The data a new contact is created with. */
  const met = {
    integration_id: site.id,
    locale,
    ...originOf(input),
    ...deviceOf(request.headers['user-agent']),
    is_test: input.is_preview,
  }
  const anybody = async (tx: Tx) => {
    const home = resumed
      ? await lockHome(tx, resumed.token_hash)
      : {
          integration_id: site.id,
          ...(back?.home ?? { contact_id: (await insertContact(tx, met)).id, origin_id: null }),
        }
    const token = resumed ? null : await insertVisitorToken(tx, home, back !== undefined)
    if (!resumed && !back) await queueContactWebhook(ctx, tx, home, 'contact.created')
    return { home, token, has_changed_person: false, merges: [] }
  }

  const { home, token, contact, has_changed_person, merges } = await ctx.transaction(async (tx) => {
    const browser = claims ? await identify(ctx, tx, claims, resumed, met) : await anybody(tx)
    const { home, token } = browser
    const token_hash = token ? hashToken(token) : resumed?.token_hash
    const visitor = token_hash && (await findVisitor(tx, token_hash))
    if (!visitor) throw new Problem('not_found') // deleted in the meantime
    if (resumed || back || claims) await touchContact(tx, home, at, locale)
    if (page) await insertPageVisit(tx, home, page, at)
    const url = page?.url ?? null
    if (input.is_opened) await insertConsent(tx, home, { kind: 'opened', at, text: '', url })
    if (input.consent !== undefined)
      await insertConsent(tx, home, { kind: 'page', at, text: input.consent, url })
    await emitContact(tx, home)
    const { visitor_id: id, name, email } = visitor
    return { ...browser, contact: { id, name, email } }
  })
  for (const merge of merges) await finishMerge(ctx, merge)
  if (page) await emitNavigation(ctx, home, page)
  return {
    token,
    has_changed_person,
    contact,
    return_conversation_id: back?.conversation_id ?? null,
    integration: { id: site.id, name: site.name },
    has_team: site.has_team,
    starts_with_team: await startsWithTeam(ctx, ctx.db, home),
    conversations: await visitorConversations(ctx.db, { ...home, visitor_id: contact.id }),
    suggestions: await suggestQuestions(ctx.db, site.id, suggestionsShown, locale),
    realtime: realtimeAddress(ctx),
  }
}
