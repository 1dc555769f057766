import { type Integration, integrationChanged, teamChanged } from '@ozvi/contract'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useEvent } from '#platform/calls/use-event.ts'
import { storeData } from '#platform/calls/cached-data.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { rememberWorkspaces } from '#platform/session/workspace-cache.ts'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { usePath } from '#platform/document/page-link.tsx'
import { queryClient } from '#platform/calls/query-client.ts'
import { readSession } from '#platform/session/read-session.ts'
import { sessionQuery, useUser } from '#platform/session/session.tsx'
import { toast } from '#ui/toast.ts'
import { hasLeft, useOwnAvailability } from '#dashboard/users'

/**
 * The user's membership in the current workspace: a new role applies immediately, and after removal the user
 * is redirected to the workspace list, where unsent drafts wait, before the workspace's pages can fail.
 */
export function Membership({ integration }: { integration: Integration }) {
  const { id, name, role } = integration
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const user = useUser()
  useEffect(() => rememberWorkspaces(user), [user])
  useOwnAvailability(integration)
  useInvalidateOn(sessionQuery, integrationChanged, { integration_id: id })
  const checkMembership = () => {
    if (hasLeft(id)) return
    void (async () => {
      const session = await readSession()
      const { user } = session
      const membership = user?.integrations.find((one) => one.id === id)
      const isClosed = membership?.deletes_at != null
      const isOut = user !== null && (!membership || isClosed)
      const isLocked = user !== null && membership?.needs_two_factor === true && !user.has_two_factors
      if (isOut && !isClosed) rememberWorkspaces({ ...user, integrations: [integration] })
      if (isOut) await navigate(to('app'))
      if (isLocked) await navigate(to('app_account'))
      storeData(queryClient, sessionQuery, session)
      // Only owners can delete a workspace, and they know about it.
      if (isOut && !(isClosed && role === 'owner'))
        toast.info(t(isClosed ? 'shell.closed' : 'users.no_longer', { name }))
    })()
  }
  // A member who is removed while connecting doesn't receive the event: their subscription is rejected.
  useEvent(teamChanged, { integration_id: id }, checkMembership, checkMembership)
  return null
}
