import { type Integration, integrationChanged, teamChanged } from '@ozvi/contract'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useHear } from '#platform/hear.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { noteWorkspaces } from '#platform/known-workspaces.ts'
import { useReadAgain } from '#platform/live.ts'
import { usePath } from '#platform/page-link.tsx'
import { queryClient } from '#platform/query-client.ts'
import { readSession } from '#platform/read-session.ts'
import { sessionQuery, useUser } from '#platform/session.tsx'
import { toast } from '#ui/toast.ts'
import { hasLeft, useOwnAvailability } from '#dashboard/users'

/**
 * The reader's own place in the workspace shown: another role counts at once, and whoever is off the team is led
 * out before the pages of the workspace, which are none of theirs any more, could fail: to the picker, where what
 * they had not sent waits for them.
 */
export function Membership({ integration }: { integration: Integration }) {
  const { id, name, role } = integration
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const user = useUser()
  useEffect(() => noteWorkspaces(user), [user])
  useOwnAvailability(integration)
  useReadAgain(sessionQuery, integrationChanged, { integration_id: id })
  useHear(teamChanged, { integration_id: id }, () => {
    if (hasLeft(id)) return
    void (async () => {
      const session = await readSession()
      const { user } = session
      const own = user?.integrations.find((one) => one.id === id)
      const isClosed = own?.deletes_at != null
      const isOut = user !== null && (!own || isClosed)
      const isLocked = user !== null && own?.needs_two_factor === true && !user.has_two_factors
      if (isOut && !isClosed) noteWorkspaces({ ...user, integrations: [integration] })
      if (isOut) await navigate(to('app'))
      if (isLocked) await navigate(to('app_account'))
      queryClient.setQueryData(sessionQuery.queryKey, session)
      // Only owners close one, and are told by what they have done.
      if (isOut && !(isClosed && role === 'owner'))
        toast.info(t(isClosed ? 'shell.closed' : 'users.no_longer', { name }))
    })()
  })
  return null
}
