import { isIP } from 'node:net'
import path from 'node:path'
import type { Collectors } from '@ozvi/contract'
import * as z from 'zod/mini'
import { definedFields } from '../defined-fields.ts'
import { readWebhookSettings, type WebhookSettings } from '../realtime/webhooks/settings.ts'
import { loadDefaults, type LoadLimits } from '../http/load-limits.ts'
import { readTrustProxy } from '../trust-proxy.ts'
import { isDnsServer, isHostWithPort, isSender, isUrlHost } from './setting-formats.ts'
import { collectorSettings, collectorsOf, collectorTrafficOf } from './collectors.ts'

/** Invalid settings. `message` names each one and the accepted values. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const port = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), fallback)
const count = (fallback: number) => z._default(z.coerce.number().check(z.int(), z.gte(1)), fallback)
const list = z.pipe(
  z._default(z.string(), ''),
  z.transform((value) => value.split(/[\s,]+/).filter(Boolean)),
)
const listOf = (isValid: (entry: string) => boolean) =>
  z.pipe(list, z.array(z.string().check(z.refine(isValid))))
const Environment = z.object({
  NODE_ENV: z.optional(z.string()),
  APP_URL: z.optional(z.url({ protocol: /^https?$/ })),
  PORT: port(3000),
  HOST: z.optional(z.string()),
  REALTIME_PORT: port(8091),
  REALTIME_APP_ID: z.optional(z.string()),
  REALTIME_APP_KEY: z.optional(z.string()),
  REALTIME_APP_SECRET: z.optional(z.string().check(z.minLength(32))),
  REALTIME_WEBHOOK_URLS: list,
  REALTIME_WEBHOOK_EVENTS: list,
  REALTIME_WEBHOOK_SECRET: z.optional(z.string()),
  REALTIME_SUBSCRIPTION_COUNTS: z._default(z.enum(['on', 'off']), 'off'),
  DATA_DIR: z._default(z.string(), './data'),
  KEYS_FILE: z.optional(z.string()),
  KEYS_REPLACED: z._default(z.enum(['on', 'off']), 'off'),
  WEB_SOURCES: z.optional(z.string()),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  REDIS_URL: z.optional(z.url({ protocol: /^rediss?$/ })),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z._default(z.string().check(z.refine(isSender)), 'Ozvi <no-reply@localhost>'),
  MAIL_HOURLY_MAX: count(2000),
  MAIL_WORKSPACE_DAILY_MAX: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  APP_SECRET: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
  RATE_LIMITS: z._default(z.enum(['default', 'strict']), 'default'),
  LOAD_RUNNING_MAX: count(loadDefaults.running_max),
  LOAD_WAITING_MAX: count(loadDefaults.waiting_max),
  LOAD_LOOP_DELAY_MS: count(loadDefaults.loop_delay_max_ms),
  EGRESS_ALLOW: listOf(isHostWithPort),
  DNS_SERVERS: listOf(isDnsServer),
  AI_BASE_URL: z.optional(z.url({ protocol: /^https?$/ })),
  AI_API_KEY: z.optional(z.string()),
  AI_MODEL: z.optional(z.string()),
  AI_EMBEDDING_MODEL: z.optional(z.string()),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^(sk|rk)_[A-Za-z0-9_]{8,250}$/))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_[A-Za-z0-9_+/=]{8,250}$/))),
  STRIPE_API_URL: z.optional(z.url({ protocol: /^https?$/ })),
  VIES_API_URL: z._default(
    z.url({ protocol: /^https?$/ }),
    'https://ec.europa.eu/taxation_customs/vies/rest-api',
  ),
  HUBSPOT_CLIENT_ID: z.optional(z.string()),
  HUBSPOT_CLIENT_SECRET: z.optional(z.string()),
  HUBSPOT_API_URL: z._default(z.url({ protocol: /^https?$/ }), 'https://api.hubapi.com'),
  HUBSPOT_APP_URL: z._default(z.url({ protocol: /^https?$/ }), 'https://app.hubspot.com'),
  SITE_WIDGET_KEY: z.optional(z.string().check(z.regex(/^(off|pk_[A-Za-z0-9]{10,40})$/))),
  REPOSITORY_URL: z.optional(z.url({ protocol: /^https?$/ })),
  IMAGE_HOSTS: listOf(isUrlHost),
  ICON_API_URL: z.optional(z.url({ protocol: /^https?$/ })),
  TRUST_PROXY: z.optional(z.string()),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  S3_ENDPOINT: z.optional(z.url({ protocol: /^https?$/ })),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_BUCKET: z.optional(z.string()),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  ...collectorSettings,
})
const expected: Record<string, string> = {
  APP_URL: 'an http(s) address such as https://chat.example.com',
  PORT: 'a port from 0 to 65535',
  REALTIME_PORT: 'a port from 0 to 65535',
  REALTIME_APP_SECRET: 'at least 32 characters (openssl rand -hex 32)',
  REALTIME_SUBSCRIPTION_COUNTS: 'on or off',
  KEYS_REPLACED: 'on or off',
  MAIL_FROM: 'an email address, such as Ozvi <chat@example.com>',
  EGRESS_ALLOW: 'hosts with a port, such as localhost:8080',
  IMAGE_HOSTS: 'hosts without a path, such as cdn.example.com',
  DNS_SERVERS: 'addresses such as 9.9.9.9 or 10.0.0.2:5353',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
  REDIS_URL: 'an address such as redis://host:6379',
  SMTP_URL: 'an address such as smtp://user:password@host:587',
  APP_SECRET: '64 hexadecimal digits (openssl rand -hex 32)',
  RATE_LIMITS: 'default or strict',
  MAIL_HOURLY_MAX: 'a whole number of at least 1',
  MAIL_WORKSPACE_DAILY_MAX: 'a whole number of at least 1',
  LOAD_RUNNING_MAX: 'a whole number of at least 1',
  LOAD_WAITING_MAX: 'a whole number of at least 1',
  LOAD_LOOP_DELAY_MS: 'whole milliseconds, at least 1',
  METRICS_TOKEN: 'at least 16 characters (openssl rand -hex 16)',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  STRIPE_SECRET_KEY: 'a secret key of Stripe (sk_… or rk_…)',
  STRIPE_WEBHOOK_SECRET: 'the signing secret of the webhook endpoint in Stripe (whsec_…)',
  STRIPE_API_URL: 'an http(s) address such as https://api.stripe.com',
  VIES_API_URL: 'an http(s) address such as https://ec.europa.eu/taxation_customs/vies/rest-api',
  SITE_WIDGET_KEY: 'the public key of a workspace (pk_…), or off',
  REPOSITORY_URL: 'an http(s) address',
  ICON_API_URL: 'an http(s) address such as https://api.iconify.design',
  S3_ENDPOINT: 'an http(s) address',
  AI_BASE_URL: 'an http(s) address such as https://api.openai.com/v1',
  HUBSPOT_API_URL: 'an http(s) address such as https://api.hubapi.com',
  HUBSPOT_APP_URL: 'an http(s) address such as https://app.hubspot.com',
  ...collectorTrafficOf,
}

/** The HubSpot app that workspaces are connected with. */
export interface HubspotApp {
  /** Origins of HubSpot's API and of its pages, without a trailing slash. */
  api_url: string
  app_url: string
  client_id: string
  client_secret: string
}

export interface Config {
  /** Public origin, without a trailing slash. */
  app_url: string
  /** Production requires SMTP and has no mailbox page. */
  is_production: boolean
  port: number
  host: string
  /** `listens_on`: the socket's own port, once it is open. */
  realtime: {
    port: number
    listens_on?: number
    app_id?: string
    app_key?: string
    app_secret?: string
    /** Whether subscribers and webhooks get the number of subscribers of a channel. */
    subscription_counts: boolean
    webhooks?: WebhookSettings
  }
  data_dir: string
  /** File with the keys generated at the first start. */
  keys_file: string
  /** The database's encryption keys are lost; the current keys replace them. */
  keys_replaced: boolean
  /** Folder whose pages are served from source, in development only. */
  web_sources?: string
  database_url?: string
  redis_url?: string
  smtp_url?: string
  mail_from: string
  /** Emails of one kind per hour, for the whole installation. */
  mail_hourly_max: number
  /** Emails to customers per day, per workspace. By default it grows with the workspace's age. */
  mail_workspace_daily_max?: number
  app_secret?: string
  rate_limits: 'default' | 'strict'
  /** Limits above which requests are queued, and then rejected. */
  load: LoadLimits
  /** `host:port` pairs allowed by the egress guard. */
  egress_allow: string[]
  /** DNS servers asked for the records that confirm a domain; the system's if empty. */
  dns_servers: string[]
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and ranges, or their number. */
  trust_proxy?: string | number
  /** Public key of the workspace whose chat is on our own pages, or `off`. Defaults to our own. */
  site_widget_key?: string
  /** Where the source code is published; linked from the site. */
  repository_url?: string
  /** Allowed image hosts, with the port unless it is the default. */
  image_hosts: string[]
  /** Icon API that browsers ask for icons that aren't installed, without a trailing slash. */
  icon_api_url?: string
  /** Bearer token that grants access to `/metrics`. */
  metrics_token?: string
  log_level: string
  /** Language model of workspaces without their own. An empty key means that the endpoint needs none. */
  language_model?: { base_url: string; chat_model: string; embedding_model: string; key: string }
  /** Absent without billing; then every workspace has the Self-hosted plan. */
  stripe?: { secret_key: string; webhook_secret: string; api_url: string; vies_api_url: string }
  /** Absent if none is configured; then workspaces can't connect HubSpot. */
  hubspot?: HubspotApp
  s3?: { endpoint?: string; region: string; bucket: string; access_key_id: string; secret_access_key: string }
  /** Absent if none is configured; then visitors see no consent banner and nothing is sent. */
  collectors?: Collectors
}

export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  hostname === '::1' ||
  (isIP(hostname) === 4 && hostname.startsWith('127.'))

type Settings = z.infer<typeof Environment>

const withoutSlash = (url: string) => url.replace(/\/$/, '')

/** @throws ConfigError naming every setting with an invalid value */
function parseSettings(environment: Record<string, string | undefined>): Settings {
  const provided = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(provided)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path }) => {
    const name = String(path[0])
    return `${name} must be ${expected[name] ?? 'valid'}`
  })
  throw new ConfigError([...new Set(lines)].join('\n'))
}

/** Settings of which all or none must be set. */
const groups = [
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['AI_BASE_URL', 'AI_MODEL'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['HUBSPOT_CLIENT_ID', 'HUBSPOT_CLIENT_SECRET'],
  ['REALTIME_APP_ID', 'REALTIME_APP_KEY', 'REALTIME_APP_SECRET'],
] as const satisfies readonly (readonly (keyof Settings)[])[]

/** Problems of settings that are valid on their own, but not together. */
function problemsOf(env: Settings, is_production: boolean): string[] {
  const problems: string[] = []
  if (is_production && !env.SMTP_URL) {
    problems.push(
      'SMTP_URL is needed in production (NODE_ENV=production, or an APP_URL that is not this machine) to deliver emails',
    )
  }
  for (const group of groups) {
    if (group.some((name) => env[name]) && !group.every((name) => env[name]))
      problems.push(`${group.slice(0, -1).join(', ')} and ${group.at(-1)} belong together`)
  }
  if (env.AI_EMBEDDING_MODEL && !env.AI_MODEL)
    problems.push('AI_EMBEDDING_MODEL needs AI_BASE_URL and AI_MODEL')
  if (
    env.REALTIME_APP_SECRET &&
    [env.REALTIME_APP_ID, env.REALTIME_APP_KEY].includes(env.REALTIME_APP_SECRET)
  )
    problems.push(
      'REALTIME_APP_SECRET must differ from REALTIME_APP_ID and REALTIME_APP_KEY, which are public',
    )
  if (env.TRUST_PROXY !== undefined && readTrustProxy(env.TRUST_PROXY) === undefined)
    problems.push(
      'TRUST_PROXY must be the address of the proxy (10.0.0.5), a range (10.0.0.0/24), loopback, linklocal or uniquelocal, several of them separated by commas, or the number of proxies in front (1 to 10)',
    )
  return problems
}

/** Services outside this installation; each is absent unless it is configured. */
const servicesOf = (env: Settings): Pick<Config, 'language_model' | 'stripe' | 'hubspot' | 's3'> => ({
  ...(env.AI_BASE_URL && env.AI_MODEL
    ? {
        language_model: {
          base_url: env.AI_BASE_URL,
          chat_model: env.AI_MODEL,
          embedding_model: env.AI_EMBEDDING_MODEL ?? '',
          key: env.AI_API_KEY ?? '',
        },
      }
    : {}),
  ...(env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
    ? {
        stripe: {
          secret_key: env.STRIPE_SECRET_KEY,
          webhook_secret: env.STRIPE_WEBHOOK_SECRET,
          api_url: withoutSlash(env.STRIPE_API_URL ?? 'https://api.stripe.com'),
          vies_api_url: withoutSlash(env.VIES_API_URL),
        },
      }
    : {}),
  ...(env.HUBSPOT_CLIENT_ID && env.HUBSPOT_CLIENT_SECRET
    ? {
        hubspot: {
          api_url: new URL(env.HUBSPOT_API_URL).origin,
          app_url: new URL(env.HUBSPOT_APP_URL).origin,
          client_id: env.HUBSPOT_CLIENT_ID,
          client_secret: env.HUBSPOT_CLIENT_SECRET,
        },
      }
    : {}),
  ...(env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
    ? {
        s3: {
          ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT } : {}),
          region: env.S3_REGION,
          bucket: env.S3_BUCKET,
          access_key_id: env.S3_ACCESS_KEY_ID,
          secret_access_key: env.S3_SECRET_ACCESS_KEY,
        },
      }
    : {}),
})

/**
 * Reads the settings; an empty value counts as absent.
 *
 * @throws ConfigError naming every invalid setting
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const env = parseSettings(environment)
  const app_url = withoutSlash(env.APP_URL ?? `http://localhost:${env.PORT}`)
  const is_local = isLoopbackHost(new URL(app_url).hostname)
  const is_production = env.NODE_ENV === 'production' || !is_local
  const { webhooks, problems: webhookProblems } = readWebhookSettings({
    urls: env.REALTIME_WEBHOOK_URLS,
    events: env.REALTIME_WEBHOOK_EVENTS,
    secret: env.REALTIME_WEBHOOK_SECRET,
    egress_allow: env.EGRESS_ALLOW,
    is_production,
    isLoopbackHost,
  })
  const { collectors, problems: collectorProblems } = collectorsOf(env, app_url)
  const problems = [...problemsOf(env, is_production), ...webhookProblems, ...collectorProblems]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    app_url,
    is_production,
    port: env.PORT,
    host: env.HOST ?? (is_local && !is_production ? 'localhost' : '0.0.0.0'),
    realtime: {
      port: env.REALTIME_PORT,
      ...(env.REALTIME_APP_ID && env.REALTIME_APP_KEY && env.REALTIME_APP_SECRET
        ? { app_id: env.REALTIME_APP_ID, app_key: env.REALTIME_APP_KEY, app_secret: env.REALTIME_APP_SECRET }
        : {}),
      subscription_counts: env.REALTIME_SUBSCRIPTION_COUNTS === 'on',
      ...(webhooks ? { webhooks } : {}),
    },
    data_dir: env.DATA_DIR,
    keys_replaced: env.KEYS_REPLACED === 'on',
    keys_file: env.KEYS_FILE ?? path.join(env.DATA_DIR, 'keys.json'),
    image_hosts: env.IMAGE_HOSTS.map((host) => host.toLowerCase()),
    mail_from: env.MAIL_FROM,
    mail_hourly_max: env.MAIL_HOURLY_MAX,
    rate_limits: env.RATE_LIMITS,
    load: {
      ...loadDefaults,
      running_max: env.LOAD_RUNNING_MAX,
      waiting_max: env.LOAD_WAITING_MAX,
      loop_delay_max_ms: env.LOAD_LOOP_DELAY_MS,
    },
    egress_allow: env.EGRESS_ALLOW,
    dns_servers: env.DNS_SERVERS,
    log_level: env.LOG_LEVEL,
    ...servicesOf(env),
    ...definedFields({
      web_sources: is_production ? undefined : env.WEB_SOURCES,
      database_url: env.DATABASE_URL,
      redis_url: env.REDIS_URL,
      site_widget_key: env.SITE_WIDGET_KEY,
      repository_url: env.REPOSITORY_URL,
      icon_api_url: env.ICON_API_URL && withoutSlash(env.ICON_API_URL),
      smtp_url: env.SMTP_URL,
      mail_workspace_daily_max: env.MAIL_WORKSPACE_DAILY_MAX,
      app_secret: env.APP_SECRET,
      trust_proxy: env.TRUST_PROXY === undefined ? undefined : readTrustProxy(env.TRUST_PROXY),
      metrics_token: env.METRICS_TOKEN,
      collectors,
    }),
  }
}
