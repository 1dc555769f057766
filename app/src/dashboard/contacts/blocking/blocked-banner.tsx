import type { ContactProfile } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { unblock } from './block-dialog.tsx'

/** Shows a block: until when, by whom and why, with a button to unblock. */
export function BlockedBanner({
  integration_id,
  profile: { id, blocked },
  name,
  canEdit,
}: {
  integration_id: string
  profile: Pick<ContactProfile, 'id' | 'blocked'>
  name: string
  canEdit: boolean
}) {
  const t = useT()
  const now = useNow()
  const formats = useFormats()
  const to = usePath()
  const cache = useQueryClient()
  if (!blocked || (blocked.until && Date.parse(blocked.until) <= now)) return null
  const { until, reason, by_name } = blocked
  return (
    <Alert
      tone="warning"
      title={until ? t('blocking.is_until', { time: formats.dateTime(until) }) : t('blocking.is_ever')}
    >
      <p className="text-sm break-words">
        {t('blocking.by', { name: by_name })}
        {reason && ` · ${reason}`}
      </p>
      <PageLink
        to={to('app-i-integrationId-settings-blocked', { integrationId: integration_id })}
        className="mt-1 inline-block text-sm text-primary hover:underline"
      >
        {t('shell.blocked_contacts')}
      </PageLink>
      {canEdit && (
        <Button
          size="sm"
          className="mt-2 block"
          onClick={() => void unblock(cache, { integration_id, contact_id: id, name }, t)}
        >
          {t('blocking.unblock')}
        </Button>
      )}
    </Alert>
  )
}
