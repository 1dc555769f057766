import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brandColors, clientThemes, type Locale, logoPath } from '@ozvi/contract'
import type { Settings } from '#features/client-settings'
import type { publicHours } from '#features/hours'
import { workspaceDomain } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { realtimeAddress } from '#platform/web/address.ts'
import { type Site, widgetLocale } from './service.ts'
import type { TeamFace } from './team-faces.ts'

/** The widget's build output: the loader, the panel's files, and the frame page per locale. */
export interface WidgetBuild {
  loader_dir: string
  panel_dir: string
  frames: Record<Locale, string>
}

/** Loads the built widget; undefined if it wasn't built. */
export function loadWidget(dist: string): WidgetBuild | undefined {
  if (!existsSync(path.join(dist, 'widget.js')) || !existsSync(path.join(dist, 'frame.en.html')))
    return undefined
  const frame = (locale: Locale) => readFileSync(path.join(dist, `frame.${locale}.html`), 'utf8')
  return {
    loader_dir: dist,
    panel_dir: path.join(dist, 'panel'),
    frames: { en: frame('en'), sk: frame('sk') },
  }
}

export interface FrameQuery {
  locale?: string
  theme?: string
  preview?: string
}
/** The chat in the test of a scenario, whose messages come from the page that embeds it. */
const isSimulation = ({ preview }: FrameQuery): boolean => preview === 'simulation'
export const isPreview = (query: FrameQuery): boolean =>
  query.preview === '1' || query.preview === 'quiet' || isSimulation(query)
interface FrameData {
  site: Site
  settings: Settings
  hours: Awaited<ReturnType<typeof publicHours>>
  assistant: { name: string; starts_with_team: boolean }
  team: readonly TeamFace[]
  has_badge: boolean
}
/** The panel's page. It renders from embedded data, without a request. */
export function frameHtml(
  build: WidgetBuild,
  { site, settings, hours, assistant, team, has_badge }: FrameData,
  query: FrameQuery,
): { html: string; nonce: string } {
  const nonce = randomBytes(16).toString('base64')
  const locale = widgetLocale(site, query.locale)
  const selectedTheme = clientThemes.find((theme) => theme === query.theme)
  const boot = {
    key: site.public_key,
    name: site.name,
    locale,
    ...brandColors(settings.color),
    ...settings.texts[locale],
    logo: site.logo_id && logoPath(site.id, site.logo_id),
    theme: selectedTheme ?? settings.theme,
    // A simulated conversation isn't stored, so there is nothing to send.
    behavior: isSimulation(query) ? { ...settings.behavior, has_transcript: false } : settings.behavior,
    has_team: site.has_team,
    starts_with_team: assistant.starts_with_team,
    assistant_name: assistant.name,
    hours: site.has_team ? hours : null,
    team,
    has_badge,
    is_preview: isPreview(query),
    is_quiet: query.preview === 'quiet' || isSimulation(query),
    is_simulated: isSimulation(query),
  }
  const filled: Record<string, string> = {
    nonce,
    // Names are free text. Inside a script element only `<` can end it.
    boot: JSON.stringify(boot).replaceAll('<', '\\u003c'),
  }
  return {
    html: build.frames[locale].replace(/\{\{(\w+)\}\}/g, (hole, name: string) => filled[name] ?? hole),
    nonce,
  }
}

/**
 * The pages that can embed the panel, as enforced by browsers; `mayEmbed` checks the same when tokens are
 * issued. Pages without TLS can be modified in transit, so they are allowed on development machines only.
 */
function ancestors(ctx: Context, site: Site): string[] {
  const { name, has_subdomains } = workspaceDomain(site.url)
  const isAddress = /^[\d.]+$|:/.test(name)
  const own = has_subdomains
    ? [`https://${name}`, `https://*.${name}`]
    : [`https://${name}${isAddress ? ':*' : ''}`]
  const added = site.hosts.map((host) => `https://${host}`)
  const local = ctx.config.is_production
    ? []
    : ['http://localhost:*', 'http://127.0.0.1:*', 'http://*.localhost:*']
  return ["'self'", new URL(ctx.config.app_url).origin, ...own, ...added, ...local]
}

export function framePolicy(ctx: Context, site: Site, nonce: string, query: FrameQuery): string {
  // It tells the page that embeds it what is typed, which only the editor may learn.
  const embedders = isSimulation(query) ? ["'self'"] : ancestors(ctx, site)
  const { scheme, host, port } = realtimeAddress(ctx)
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${scheme === 'https' ? 'wss' : 'ws'}://${host}:${port}`,
    "base-uri 'none'",
    "form-action 'none'",
    // the panel never creates markup from text
    "require-trusted-types-for 'script'",
    `frame-ancestors ${embedders.join(' ')}`,
  ].join('; ')
}
