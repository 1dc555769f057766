import type { Collectors } from '@ozvi/contract'
import { AnalyticsExtensions, FeatureFlagsExtensions } from 'posthog-js/dist/extension-bundles'
import { type CaptureResult, PostHog, type Properties } from 'posthog-js/dist/module.slim.no-external'
import { logError, logWarning } from '../log.ts'
import { allWithoutSecrets, isHarmlessParameter, withoutSecrets } from './addresses.ts'
import { collectedTitle } from './collected-title.ts'
import { removeStored } from './stored.ts'

/*
 * PostHog, limited to page views, our own events, dead clicks, identification and feature flags. Everything
 * is bundled, so it loads no script from elsewhere.
 */

/** Larger events aren't sent. */
const event_max_bytes = 1_000_000
/** Batching delay of events; short, so that little is pending when consent ends. */
const flush_ms = 1000

/** Properties that the library copies from the address, also with a prefix such as `$session_entry_`. */
const parameterProperty = /(?:^|_)(utm_[a-z]+|gad_source|mc_cid|ph_keyword)$/

function withoutParameters(properties: Properties | undefined) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    const [, parameter] = parameterProperty.exec(name) ?? []
    if (parameter && !isHarmlessParameter(parameter, String(value))) delete properties?.[name]
  }
}

/** Removes secrets and everything that isn't meant to be measured. */
function outgoing(event: CaptureResult | null): CaptureResult | null {
  // Clicks are captured only for dead-click detection, because an inbox is private.
  if (!event || event.event === '$autocapture') return null
  const clean = allWithoutSecrets(event)
  for (const properties of [clean.properties, clean.$set, clean.$set_once]) withoutParameters(properties)
  if ('title' in clean.properties) clean.properties['title'] = collectedTitle()
  if (new TextEncoder().encode(JSON.stringify(clean)).length <= event_max_bytes) return clean
  logWarning(`The event ${event.event} is too large to be sent`)
  return null
}

/**
 * Starts the library, which immediately requests its remote configuration and feature flags: call it only
 * with consent.
 *
 * @param onRequestError called for every response of 400 or above
 */
export function createProductAnalytics(
  { key, host, captures_page_leave }: NonNullable<Collectors['posthog']>,
  onRequestError: (status: number) => void = () => {},
) {
  const library = new PostHog()
  library.init(key, {
    api_host: host,
    __extensionClasses: { ...FeatureFlagsExtensions, autocapture: AnalyticsExtensions.autocapture },
    person_profiles: 'identified_only',
    // Cookies would send the visitor's id to our own server with each request.
    persistence: 'localStorage',
    opt_out_persistence_by_default: true,
    // Someone who gave consent isn't a bot.
    opt_out_useragent_filter: true,
    // Reported by the pages themselves.
    capture_pageview: false,
    capture_pageleave: captures_page_leave,
    autocapture: { dom_event_allowlist: ['click'] },
    rageclick: { click_count: 3, timeout_ms: 1000 },
    mask_personal_data_properties: true,
    mask_all_text: true,
    mask_all_element_attributes: true,
    disable_session_recording: true,
    disable_external_dependency_loading: true,
    disableDeviceModel: true,
    request_queue_config: { flush_interval_ms: flush_ms },
    before_send: outgoing,
    on_request_error: ({ statusCode }) => onRequestError(statusCode),
  })
  /** Sets the initial URL, which is also sent with flag requests: `outgoing` doesn't see them. */
  function setInitialUrl() {
    const [r, u] = [document.referrer || '$direct', location.href].map(withoutSecrets)
    library.register_once({ $initial_person_info: { r, u } })
  }
  setInitialUrl()
  return {
    optIn: () => library.opt_in_capturing({ captureEventName: false }),
    /** Stops capturing, and removes stored data from the browser. */
    optOut() {
      library.opt_out_capturing()
      removeStored(key, true)
    },
    /** Identifies an anonymous visitor. Empty ids and placeholders are rejected and logged. */
    identify: (id: string | number) => library.identify(typeof id === 'number' ? String(id) : id),
    /** Continues as a new anonymous visitor. */
    reset() {
      library.reset(true)
      setInitialUrl()
      library.opt_in_capturing({ captureEventName: false })
    },
    /** @returns whether the name was accepted; the current id is rejected */
    alias(id: string): boolean {
      if (id === library.get_distinct_id()) {
        logError('An alias must differ from its id', id)
        return false
      }
      library.alias(id)
      return true
    },
    /** Both are required; otherwise only a log entry is written. */
    group(type: string, key: string) {
      if (!type || !key) logError('A group needs a type and a key', { type, key })
      else library.group(type, key)
    },
    /** @returns whether the event will be sent: not without a name, without consent, or above the rate limit */
    capture(name: string, properties: Record<string, unknown> = {}): boolean {
      if (typeof name !== 'string' || !name) {
        logError('An event needs a name', name)
        return false
      }
      return library.capture(name, properties) !== undefined
    },
    visit(address: string) {
      library.capture('$pageview', { $current_url: address })
    },
    id: () => library.get_distinct_id(),
  }
}
export type ProductAnalytics = ReturnType<typeof createProductAnalytics>
