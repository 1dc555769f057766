import type { Collectors } from '@ozvi/contract'
import { AnalyticsExtensions, FeatureFlagsExtensions } from 'posthog-js/dist/extension-bundles'
import { type CaptureResult, PostHog } from 'posthog-js/dist/module.slim.no-external'
import { logError, logWarning } from '../log.ts'
import { allWithoutSecrets } from './addresses.ts'
import { removeStored } from './stored.ts'

/*
 * PostHog, of which only this is used: page views, events of ours, clicks in vain, who somebody is, and feature
 * flags. Every part is in this build, so it fetches no program from anywhere.
 */

/** A larger event is not sent. */
const event_max_bytes = 1_000_000
/** How long events wait for others to travel with; short, so that little is on its way when consent ends. */
const flush_ms = 1000

/** Nothing leaves with a token or an address in it, and no more than what is meant to be measured. */
function outgoing(event: CaptureResult | null): CaptureResult | null {
  // Clicks are watched for those in vain alone: what is clicked in an inbox is the business of its owner.
  if (!event || event.event === '$autocapture') return null
  const clean = allWithoutSecrets(event)
  if (new TextEncoder().encode(JSON.stringify(clean)).length <= event_max_bytes) return clean
  logWarning(`The event ${event.event} is too large to be sent`)
  return null
}

/**
 * Starts the library, which asks for its remote configuration and the feature flags at once: call it only with
 * consent.
 *
 * @param onRequestError hears of every answer of 400 or above
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
    // Cookies would carry the visitor's id to our own server with each request.
    persistence: 'localStorage',
    opt_out_persistence_by_default: true,
    // Who gives consent is no robot.
    opt_out_useragent_filter: true,
    // Told by the pages themselves.
    capture_pageview: false,
    capture_pageleave: captures_page_leave,
    autocapture: { dom_event_allowlist: ['click'] },
    rageclick: { click_count: 3, timeout_ms: 1000 },
    // The address of a first visit is also sent with requests for flags, which `outgoing` does not see.
    mask_personal_data_properties: true,
    custom_personal_data_properties: ['token', 'email', 'next'],
    mask_all_text: true,
    mask_all_element_attributes: true,
    disable_session_recording: true,
    disable_external_dependency_loading: true,
    disableDeviceModel: true,
    request_queue_config: { flush_interval_ms: flush_ms },
    before_send: outgoing,
    on_request_error: ({ statusCode }) => onRequestError(statusCode),
  })
  return {
    optIn: () => library.opt_in_capturing({ captureEventName: false }),
    /** Stops capturing, and removes what was kept in the browser. */
    optOut() {
      library.opt_out_capturing()
      removeStored(key, true)
    },
    /** From anonymous to known. An empty id and ids that look like a placeholder are refused and logged. */
    identify: (id: string | number) => library.identify(typeof id === 'number' ? String(id) : id),
    /** Back to anonymous, as somebody new. Capturing goes on. */
    reset() {
      library.reset(true)
      library.opt_in_capturing({ captureEventName: false })
    },
    /** @returns whether the name was taken; the current id is refused. */
    alias(id: string): boolean {
      if (id === library.get_distinct_id()) {
        logError('An alias must differ from the id it stands for', id)
        return false
      }
      library.alias(id)
      return true
    },
    /** Both are needed, else nothing happens but a line in the log. */
    group(type: string, key: string) {
      if (!type || !key) logError('A group needs a type and a key', { type, key })
      else library.group(type, key)
    },
    /** @returns whether the event will be sent: not without a name, without consent, or past the rate limit. */
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
