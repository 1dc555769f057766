import { effectiveAccess, type InboxView, type Integration } from '@ozvi/contract'

/** Whether a workspace has no conversations yet, as far as the member can know. */
export const isFirstRun = (integration: Integration, counts: Record<InboxView, number> | undefined) =>
  effectiveAccess(integration) === 'all' &&
  counts !== undefined &&
  Object.values(counts).every((count) => count === 0)
