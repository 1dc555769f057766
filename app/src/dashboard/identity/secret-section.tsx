import type { IdentitySettings } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { toast } from '#ui/toast.ts'
import type { IdentityActions } from './data.ts'

/** The secret while it is visible, its rotation, and the end of the previous one. */
export function SecretSection({
  settings,
  actions,
}: {
  settings: IdentitySettings
  actions: IdentityActions
}) {
  const t = useT()
  const { secret_created_at, previous_secret_expires_at } = settings
  const renew = async () => {
    const isDone = await confirm({
      title: t('identity.renew_title'),
      description: t('identity.renew_text'),
      confirmLabel: t('identity.renew'),
      action: actions.renew,
    })
    if (isDone) toast.success(t('identity.renewed'))
  }
  const deletePrevious = async () => {
    const isDone = await confirm({
      title: t('identity.end_title'),
      description: t('identity.end_text'),
      confirmLabel: t('identity.end'),
      action: actions.endPrevious,
    })
    if (isDone) toast.success(t('identity.ended'))
  }
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-base font-medium">{t('identity.secret')}</h3>
      {actions.secret && (
        <Alert tone="warning" title={t('identity.secret_once')}>
          <p className="mt-1">{t('identity.secret_once_text')}</p>
          <CopyField label={t('identity.secret')} value={actions.secret} className="mt-3 text-ink" />
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">
          {t('identity.secret_created')} {secret_created_at && <BaseDate time={secret_created_at} />}
        </p>
        <Button size="sm" icon="refresh" onClick={() => void renew()}>
          {t('identity.renew')}
        </Button>
      </div>
      {previous_secret_expires_at && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-sm text-muted">
            {t('identity.previous_secret')} <BaseDate time={previous_secret_expires_at} />
          </p>
          <Button size="sm" variant="danger" onClick={() => void deletePrevious()}>
            {t('identity.end')}
          </Button>
        </div>
      )}
    </div>
  )
}
