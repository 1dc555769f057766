import type { FailureReason } from '@ozvi/contract'
import type { EgressReason } from '#platform/egress/index.ts'

const reasons: Record<EgressReason, FailureReason> = {
  bad_url: 'http_error',
  bad_request: 'http_error',
  unreadable: 'http_error',
  blocked: 'blocked_address',
  timeout: 'timeout',
  aborted: 'timeout',
  unreachable: 'unreachable',
  too_large: 'too_large',
  too_many_redirects: 'too_many_redirects',
  wrong_type: 'not_html',
}

/** Returns why a page with this response status was not imported. */
export function statusReason(status: number): FailureReason {
  if (status === 401 || status === 403) return 'http_denied'
  if (status === 404 || status === 410) return 'http_missing'
  if (status === 429) return 'http_busy'
  return status >= 500 ? 'http_broken' : 'http_error'
}

/** Returns the reason that an item shows for a failed request. */
export const crawlReason = (reason: EgressReason): FailureReason => reasons[reason]
