// @vitest-environment jsdom
import { reset } from 'vanilla-cookieconsent'
import { beforeEach, expect, test, vi } from 'vitest'
import { categoriesOf, openConsent } from './consent.ts'

const posthog = { key: 'phc_1', host: 'https://ph.example', captures_page_leave: false }
const umami = { url: 'https://u.example/api/send', website_id: 'w1', hosts: [] }
const google_tag = { id: 'AW-1' }
beforeEach(() => reset(true))

test('S4.13 consent is requested only for what is configured', () => {
  expect(categoriesOf({ posthog })).toEqual(['analytics'])
  expect(categoriesOf({ umami })).toEqual(['analytics'])
  expect(categoriesOf({ google_tag })).toEqual(['ads'])
  expect(categoriesOf({ posthog, umami, google_tag })).toEqual(['analytics', 'ads'])
})
test('S3.06 S4.13 consent starts as denied, and is then given in full, only to the necessary, or in part', async () => {
  const consent = await openConsent({ posthog, google_tag })
  expect(consent.state()).toEqual({ is_given: false, enabled_ids: ['necessary'] })
  consent.choose(['analytics', 'ads'])
  expect(consent.state()).toEqual({ is_given: true, enabled_ids: ['necessary', 'analytics', 'ads'] })
  consent.choose([])
  expect(consent.state()).toEqual({ is_given: true, enabled_ids: ['necessary'] })
  consent.choose(['ads'])
  expect(consent.state()).toEqual({ is_given: true, enabled_ids: ['necessary', 'ads'] })
  expect(consent.allows('analytics')).toBe(false)
})
test('S4.13 one cookie keeps the choice for the next page', async () => {
  ;(await openConsent({ posthog })).choose(['analytics'])
  expect(document.cookie).toMatch(/^cookie_consent=[^;]+$/)
  reset(false)
  expect((await openConsent({ posthog })).state()).toEqual({
    is_given: true,
    enabled_ids: ['necessary', 'analytics'],
  })
})
test('S4.13 consent is requested again when ads are added', async () => {
  ;(await openConsent({ posthog })).choose(['analytics'])
  reset(false)
  const consent = await openConsent({ posthog, google_tag })
  expect(consent.state()).toEqual({ is_given: false, enabled_ids: ['necessary'] })
  consent.choose(['ads'])
  expect(consent.state().enabled_ids).toEqual(['necessary', 'ads'])
})
test('S4.14 every choice is emitted, including changes', async () => {
  const consent = await openConsent({ posthog, google_tag })
  const listener = vi.fn()
  consent.onChoice(listener)
  consent.choose([])
  consent.choose(['analytics'])
  consent.choose(['ads'])
  expect(listener).toHaveBeenCalledTimes(3)
})
