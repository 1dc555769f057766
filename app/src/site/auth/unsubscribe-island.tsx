import { unsubscribeContactEmails, unsubscribeNotificationEmails } from '@ozvi/contract'
import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

/**
 * A button, because scanners open every link in emails. @param of whose emails: a member's notifications, or a
 * workspace's emails to its contact
 */
export function Unsubscribe({ token, of }: { token: string; of: 'member' | 'contact' }) {
  const t = useT()
  const [workspace, setWorkspace] = useState<string | null>(null)
  const stop = useAsyncAction(async () =>
    setWorkspace(
      (await call(of === 'contact' ? unsubscribeContactEmails : unsubscribeNotificationEmails, { token }))
        .workspace,
    ),
  )
  if (workspace !== null)
    return (
      <div role="status">
        <Alert
          tone="success"
          title={t(of === 'contact' ? 'auth.contact_mails_stopped' : 'auth.mails_stopped', { workspace })}
        >
          {t(of === 'contact' ? 'auth.contact_mails_stopped_text' : 'auth.mails_stopped_text')}
        </Alert>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="text-md">
        {t(of === 'contact' ? 'auth.stop_contact_mails_text' : 'auth.stop_mails_text')}
      </p>
      {stop.problem && <Alert tone="danger" title={errorText(stop.problem)} />}
      <Button variant="primary" size="lg" isBusy={stop.isBusy} onClick={() => void stop.run()}>
        {t('auth.stop_mails')}
      </Button>
    </div>
  )
}
export const island: IslandKind<{ token: string; of: 'member' | 'contact' }> = {
  name: 'site/auth/unsubscribe-island.tsx',
  component: Unsubscribe,
  messages: ['auth'],
}
