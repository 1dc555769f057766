import { PendingBadge } from '#dashboard/suggestions'

/** The number of suggestions that wait on a page of the settings. */
export function PendingCount({ page }: { page: string }) {
  if (page === 'app-i-integrationId-settings-replies') return <PendingBadge kind="canned_reply" />
  if (page === 'app-i-integrationId-settings-data-sources') return <PendingBadge kind="question" />
  return null
}
