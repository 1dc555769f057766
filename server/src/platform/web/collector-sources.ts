import type { Collectors } from '@ozvi/contract'

/** Content-Security-Policy directives and the additional sources a page needs in them. */
export type CollectorSources = Record<'script' | 'connect' | 'img' | 'frame', string[]>

const google = 'https://www.googletagmanager.com'
// From Google's documentation of policies for its tag.
const adsHosts = [
  google,
  'https://www.googleadservices.com',
  'https://googleads.g.doubleclick.net',
  'https://pagead2.googlesyndication.com',
  'https://www.google.com',
  'https://google.com',
]
const analyticsHosts = [google, 'https://*.google-analytics.com', 'https://*.analytics.google.com']

/** The hosts of the configured services only. */
export function collectorSources({ posthog, umami, google_tag }: Collectors = {}): CollectorSources {
  const sources: CollectorSources = { script: [], connect: [], img: [], frame: [] }
  if (posthog) {
    const { origin } = new URL(posthog.host)
    const region = /^https:\/\/(eu|us|app)(?:\.i)?\.posthog\.com$/.exec(origin)?.[1]?.replace('app', 'us')
    // PostHog's cloud receives events on one host and serves the remote configuration from another.
    const cloud = region && [`https://${region}.i.posthog.com`, `https://${region}-assets.i.posthog.com`]
    sources.connect.push(...(cloud || [origin]))
  }
  if (umami) sources.connect.push(new URL(umami.url).origin)
  if (google_tag) {
    const isAds = google_tag.id.startsWith('AW-')
    const hosts = isAds ? adsHosts : analyticsHosts
    sources.script.push(...(isAds ? adsHosts : [google]))
    sources.connect.push(...hosts)
    sources.img.push(...hosts)
    if (isAds) sources.frame.push(google)
  }
  return sources
}
