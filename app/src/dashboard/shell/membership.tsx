import { type Integration, teamChanged } from '@ozvi/contract'
import { useNavigate } from 'react-router'
import { useHear } from '#platform/hear.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/page-link.tsx'
import { queryClient } from '#platform/query-client.ts'
import { readSession } from '#platform/read-session.ts'
import { sessionQuery } from '#platform/session.ts'
import { toast } from '#ui/toast.ts'
import { hasLeft, useOwnAvailability } from '#dashboard/users'

/**
 * The reader's own place in the workspace shown: another role counts at once, and whoever is off the team is led
 * out before the pages of the workspace, which are none of theirs any more, could fail.
 */
export function Membership({ integration }: { integration: Integration }) {
  const { id, name } = integration
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  useOwnAvailability(integration)
  useHear(teamChanged, { integration_id: id }, () => {
    if (hasLeft(id)) return
    void (async () => {
      const session = await readSession()
      const { user } = session
      const own = user?.integrations.find((one) => one.id === id)
      const isClosed = own?.deletes_at != null
      const isOut = user !== null && (!own || isClosed)
      const isLocked = user !== null && own?.needs_two_factor === true && !user.has_two_factors
      if (isOut) await navigate(to('app'))
      if (isLocked) await navigate(to('app_account'))
      queryClient.setQueryData(sessionQuery.queryKey, session)
      if (isOut) toast.info(t(isClosed ? 'shell.closed' : 'users.no_longer', { name }))
    })()
  })
  return null
}
