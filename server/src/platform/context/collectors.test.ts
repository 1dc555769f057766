import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { collectorSources } from '../web/collector-sources.ts'

const local = { APP_URL: 'https://app.ozvi.example', SMTP_URL: 'smtp://localhost' }
const website_id = '94db1cb1-74f4-4a40-ad6c-962362670409'
const collectorsOf = (env: Record<string, string>) => readConfig({ ...local, ...env }).collectors
const configError = (env: Record<string, string>) => {
  try {
    collectorsOf(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

test('S1.09 nothing is configured by default', () => {
  expect(collectorsOf({})).toBeUndefined()
  expect(collectorsOf({ POSTHOG_KEY: '' })).toBeUndefined()
})
test('S1.09 each collector has its own setting', () => {
  expect(collectorsOf({ POSTHOG_KEY: 'phc_1' })).toEqual({
    posthog: { key: 'phc_1', host: 'https://eu.i.posthog.com', captures_page_leave: false },
  })
  expect(collectorsOf({ GOOGLE_TAG_ID: 'AW-123' })).toEqual({ google_tag: { id: 'AW-123' } })
})
test('S2.21 page-leave events have their own setting', () => {
  const posthog = { POSTHOG_KEY: 'phc_1', POSTHOG_HOST: 'https://ph.example/in/', POSTHOG_PAGE_LEAVE: 'on' }
  expect(collectorsOf(posthog)).toEqual({
    posthog: { key: 'phc_1', host: 'https://ph.example/in', captures_page_leave: true },
  })
})
test('S8.09 visits of the app host, the www host and the bare host count, or those of the configured hosts', () => {
  const umami = { UMAMI_URL: 'https://umami.example', UMAMI_WEBSITE_ID: website_id }
  expect(collectorsOf(umami)).toEqual({
    umami: {
      url: 'https://umami.example/api/send',
      website_id,
      hosts: ['app.ozvi.example', 'www.ozvi.example', 'ozvi.example'],
    },
  })
  const named = { ...umami, UMAMI_TAG: 'beta', UMAMI_HOSTS: 'Ozvi.example, chat.example' }
  expect(collectorsOf(named)?.umami).toMatchObject({ tag: 'beta', hosts: ['ozvi.example', 'chat.example'] })
  expect(collectorsOf({ ...umami, UMAMI_URL: 'https://u.example/x/send' })?.umami?.url).toBe(
    'https://u.example/x/send',
  )
})
test.each([
  [{ POSTHOG_KEY: 'phc 1' }, 'POSTHOG_KEY must be a project key such as phc_…'],
  [{ POSTHOG_KEY: 'phc_1', POSTHOG_HOST: 'eu.i.posthog.com' }, /^POSTHOG_HOST must be an http\(s\) address/],
  [{ POSTHOG_KEY: 'phc_1', POSTHOG_PAGE_LEAVE: 'yes' }, 'POSTHOG_PAGE_LEAVE must be on or off'],
  [{ POSTHOG_HOST: 'https://ph.example' }, /mean nothing without POSTHOG_KEY/],
  [{ UMAMI_URL: 'https://umami.example' }, 'UMAMI_URL and UMAMI_WEBSITE_ID belong together'],
  [{ UMAMI_URL: 'https://umami.example', UMAMI_WEBSITE_ID: '7' }, /^UMAMI_WEBSITE_ID must be the id/],
  [{ UMAMI_HOSTS: 'ozvi.example' }, /mean nothing without UMAMI_URL/],
  [
    { UMAMI_URL: 'https://u.example', UMAMI_WEBSITE_ID: website_id, UMAMI_HOSTS: 'https://ozvi.example' },
    /^UMAMI_HOSTS must be host names/,
  ],
  [{ GOOGLE_TAG_ID: 'UA-1' }, /^GOOGLE_TAG_ID must be an id such as AW-123456789 or G-ABC123/],
])('%j is rejected with the valid values', (env, message) => {
  expect(configError(env)).toMatch(message)
})

test('D-13 pages allow the configured hosts and no other', () => {
  expect(collectorSources(undefined)).toEqual({ script: [], connect: [], img: [], frame: [] })
  const both = collectorsOf({
    POSTHOG_KEY: 'phc_1',
    POSTHOG_HOST: 'https://ph.example/in',
    UMAMI_URL: 'https://umami.example',
    UMAMI_WEBSITE_ID: website_id,
  })
  expect(collectorSources(both)).toEqual({
    script: [],
    connect: ['https://ph.example', 'https://umami.example'],
    img: [],
    frame: [],
  })
  expect(collectorSources(collectorsOf({ POSTHOG_KEY: 'phc_1' })).connect).toEqual([
    'https://eu.i.posthog.com',
    'https://eu-assets.i.posthog.com',
  ])
  const google = collectorSources(collectorsOf({ GOOGLE_TAG_ID: 'G-1' }))
  expect(google.script).toEqual(['https://www.googletagmanager.com'])
  expect(google.connect).toContain('https://*.google-analytics.com')
})
