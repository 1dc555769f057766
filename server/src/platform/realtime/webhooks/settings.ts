import { readAllowed, readUrl, staticUrlProblem } from '#platform/egress/target.ts'
import { webhook_names, type WebhookName } from './events.ts'

export interface WebhookSettings {
  urls: string[]
  events: WebhookName[]
  /** Signing secret in addition to the application's secret, which is the default. */
  secret?: string
}
interface Given {
  urls: string[]
  events: string[]
  secret: string | undefined
  egress_allow: string[]
  is_production: boolean
  isLoopbackHost(hostname: string): boolean
}

const urls_max = 10
const secret_chars_min = 32
const isName = (name: string): name is WebhookName => webhook_names.some((each) => each === name)

/** Reads the webhook settings. `problems` lists invalid settings and accepted values. */
export function readWebhookSettings({
  urls,
  events,
  secret,
  egress_allow,
  is_production,
  isLoopbackHost,
}: Given): {
  webhooks?: WebhookSettings
  problems: string[]
} {
  const unknown = events.filter((name) => !isName(name))
  const problems = unknown.length
    ? [`REALTIME_WEBHOOK_EVENTS takes ${webhook_names.join(', ')}, not ${unknown.join(', ')}`]
    : []
  if (secret !== undefined && secret.length < secret_chars_min)
    problems.push(
      `REALTIME_WEBHOOK_SECRET must have at least ${secret_chars_min} characters (openssl rand -hex 32)`,
    )
  if (urls.length === 0) return { problems }
  if (urls.length > urls_max) problems.push(`REALTIME_WEBHOOK_URLS takes at most ${urls_max} addresses`)
  const reach = { ports: new Set([80, 443]), allowed: readAllowed(egress_allow) }
  for (const provided of urls) {
    const url = readUrl(provided)
    const is_local = url !== undefined && !is_production && isLoopbackHost(url.hostname)
    if (!url || (url.protocol === 'http:' && !is_local))
      problems.push(
        `REALTIME_WEBHOOK_URLS takes https addresses without a password, and http ones only of this machine outside production, not ${url ? `${url.protocol}//${url.host}` : 'what is set'}`,
      )
    else if (staticUrlProblem(reach, url.href))
      problems.push(
        `REALTIME_WEBHOOK_URLS: ${url.host} is an inner address or an unusual port; EGRESS_ALLOW=${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)} opens it`,
      )
  }
  if (problems.length > 0) return { problems }
  return {
    webhooks: {
      urls: [...new Set(urls)],
      events: events.length > 0 ? events.filter(isName) : [...webhook_names],
      ...(secret === undefined ? {} : { secret }),
    },
    problems,
  }
}
