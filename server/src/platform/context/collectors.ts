import type { Collectors } from '@ozvi/contract'
import * as z from 'zod/mini'

/* Settings of external analytics services. Browsers call them directly, after consent. */

const address = z.optional(z.url({ protocol: /^https?$/ }))
const hostName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/

export const collectorSettings = {
  POSTHOG_KEY: z.optional(z.string().check(z.regex(/^[\w-]+$/))),
  POSTHOG_HOST: address,
  POSTHOG_PAGE_LEAVE: z.optional(z.enum(['on', 'off'])),
  UMAMI_URL: address,
  UMAMI_WEBSITE_ID: z.optional(z.guid()),
  UMAMI_TAG: z.optional(z.string().check(z.maxLength(50))),
  UMAMI_HOSTS: z
    .pipe(
      z._default(z.string(), ''),
      z.transform((value) =>
        value
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
    )
    .check(z.refine((hosts) => hosts.every((host) => hostName.test(host)))),
  GOOGLE_TAG_ID: z.optional(z.string().check(z.regex(/^(AW|G)-[A-Z0-9]+$/))),
}
const Settings = z.object(collectorSettings)
export const collectorTrafficOf: Record<keyof typeof collectorSettings, string> = {
  POSTHOG_KEY: 'a project key such as phc_…',
  POSTHOG_HOST: 'an http(s) address such as https://eu.i.posthog.com',
  POSTHOG_PAGE_LEAVE: 'on or off',
  UMAMI_URL: 'an http(s) address such as https://umami.example.com',
  UMAMI_WEBSITE_ID: 'the id of a website in Umami, a UUID',
  UMAMI_TAG: 'at most 50 characters',
  UMAMI_HOSTS: 'host names without ports, such as example.com www.example.com',
  GOOGLE_TAG_ID: 'an id such as AW-123456789 or G-ABC123',
}

const posthogHost = 'https://eu.i.posthog.com'
const umamiPath = '/api/send'

/** The product's own host names: as configured, with `www`, and without it. */
function hostsOf(app_url: string): string[] {
  const { hostname } = new URL(app_url)
  const bare = hostname.replace(/^(app|www)\./, '')
  return [...new Set([hostname, `www.${bare}`, bare])]
}

/** Returns the configured services; `problems` are sentences about settings that can't be combined. */
export function collectorsOf(
  env: z.infer<typeof Settings>,
  app_url: string,
): { collectors: Collectors | undefined; problems: string[] } {
  const problems: string[] = []
  if ((env.POSTHOG_HOST || env.POSTHOG_PAGE_LEAVE) && !env.POSTHOG_KEY) {
    problems.push('POSTHOG_HOST and POSTHOG_PAGE_LEAVE mean nothing without POSTHOG_KEY')
  }
  if (!env.UMAMI_URL !== !env.UMAMI_WEBSITE_ID) {
    problems.push('UMAMI_URL and UMAMI_WEBSITE_ID belong together')
  } else if ((env.UMAMI_TAG || env.UMAMI_HOSTS.length > 0) && !env.UMAMI_URL) {
    problems.push('UMAMI_TAG and UMAMI_HOSTS mean nothing without UMAMI_URL')
  }
  const collectors: Collectors = {}
  if (env.POSTHOG_KEY) {
    collectors.posthog = {
      key: env.POSTHOG_KEY,
      host: (env.POSTHOG_HOST ?? posthogHost).replace(/\/$/, ''),
      captures_page_leave: env.POSTHOG_PAGE_LEAVE === 'on',
    }
  }
  if (env.UMAMI_URL && env.UMAMI_WEBSITE_ID) {
    const url = new URL(env.UMAMI_URL)
    if (url.pathname === '/') url.pathname = umamiPath
    collectors.umami = {
      url: url.href,
      website_id: env.UMAMI_WEBSITE_ID,
      ...(env.UMAMI_TAG ? { tag: env.UMAMI_TAG } : {}),
      hosts: env.UMAMI_HOSTS.length > 0 ? env.UMAMI_HOSTS : hostsOf(app_url),
    }
  }
  if (env.GOOGLE_TAG_ID) collectors.google_tag = { id: env.GOOGLE_TAG_ID }
  return { collectors: Object.keys(collectors).length > 0 ? collectors : undefined, problems }
}
