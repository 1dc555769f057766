import { useNavigate } from 'react-router'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { Rich, useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { accept, useReceivedInvitations } from '../data.ts'

/** The user's pending invitations; nothing if there are none. */
export function ReceivedInvitations() {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const invitations = useReceivedInvitations()
  const { run, isBusy, problem } = useAsyncAction(async (id: string) => {
    const joined = await accept(id)
    await navigate(to('app-i-integrationId', { integrationId: joined.id }))
  })
  if (invitations.length === 0) return null
  return (
    <section aria-label={t('users.received')} className="mt-6 flex flex-col gap-2">
      {problem && <Alert tone="danger" title={errorText(problem)} />}
      {invitations.map(({ id, invited_by, integration_name }) => (
        <div
          key={id}
          className="flex flex-wrap items-center gap-3 rounded-card border border-primary/40 bg-primary-subtle px-4 py-3"
        >
          <Icon name="mail" className="text-primary" />
          <p className="min-w-0 flex-1 text-base">
            <Rich
              id="users.offer"
              values={{ who: invited_by, workspace: integration_name }}
              parts={{ b: (text) => <strong className="font-semibold">{text}</strong> }}
            />
          </p>
          <Button variant="primary" size="sm" isBusy={isBusy} onClick={() => void run(id)}>
            {t('users.accept')}
          </Button>
        </div>
      ))}
    </section>
  )
}
