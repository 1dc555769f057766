import type { Collectors } from '@ozvi/contract'

/** Directives of a Content-Security-Policy and what a page needs in them besides its own. */
export type CollectorSources = Record<'script' | 'connect' | 'img' | 'frame', string[]>

const google = 'https://www.googletagmanager.com'
// As Google's guides to policies for its tag name them.
const adsHosts = [
  google,
  'https://www.googleadservices.com',
  'https://googleads.g.doubleclick.net',
  'https://pagead2.googlesyndication.com',
  'https://www.google.com',
  'https://google.com',
]
const analyticsHosts = [google, 'https://*.google-analytics.com', 'https://*.analytics.google.com']

/** The hosts of what is configured, and no other. */
export function collectorSources({ posthog, umami, google_tag }: Collectors = {}): CollectorSources {
  const sources: CollectorSources = { script: [], connect: [], img: [], frame: [] }
  if (posthog) {
    const { origin } = new URL(posthog.host)
    const region = /^https:\/\/(eu|us|app)(?:\.i)?\.posthog\.com$/.exec(origin)?.[1]?.replace('app', 'us')
    // PostHog's own cloud takes events on one host and answers the remote configuration on another.
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
