import {
  unsubscribeContactEmails,
  unsubscribeNotificationEmails,
  unsubscribeReportEmails,
} from '@ozvi/contract'
import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import type { IslandKind } from '#platform/document/island.tsx'
import { call } from '#platform/calls/api-client.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

/** What a link unsubscribes from: a member's notifications, a workspace's emails to a contact, or a member's reports. */
const kinds = {
  member: {
    route: unsubscribeNotificationEmails,
    question: 'auth.stop_mails_text',
    stopped: 'auth.mails_stopped',
    text: 'auth.mails_stopped_text',
  },
  contact: {
    route: unsubscribeContactEmails,
    question: 'auth.stop_contact_mails_text',
    stopped: 'auth.contact_mails_stopped',
    text: 'auth.contact_mails_stopped_text',
  },
  report: {
    route: unsubscribeReportEmails,
    question: 'auth.stop_reports_text',
    stopped: 'auth.reports_stopped',
    text: 'auth.reports_stopped_text',
  },
} as const
export type UnsubscribeKind = keyof typeof kinds
/** The kind in the link of an email. */
export const unsubscribeKindOf = (name: string | null): UnsubscribeKind =>
  name === 'contact' || name === 'report' ? name : 'member'

/** A button, because scanners open every link in emails. */
export function Unsubscribe({ token, kind }: { token: string; kind: UnsubscribeKind }) {
  const t = useT()
  const { route, question, stopped, text } = kinds[kind]
  const [workspace, setWorkspace] = useState<string | null>(null)
  const stop = useAsyncAction(async () => setWorkspace((await call(route, { token })).workspace))
  if (workspace !== null)
    return (
      <div role="status">
        <Alert tone="success" title={t(stopped, { workspace })}>
          {t(text)}
        </Alert>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="text-md">{t(question)}</p>
      {stop.problem && <Alert tone="danger" title={errorText(stop.problem)} />}
      <Button variant="primary" size="lg" isBusy={stop.isBusy} onClick={() => void stop.run()}>
        {t('auth.stop_mails')}
      </Button>
    </div>
  )
}
export const island: IslandKind<{ token: string; kind: UnsubscribeKind }> = {
  name: 'site/auth/unsubscribe-island.tsx',
  component: Unsubscribe,
  messages: ['auth'],
}
