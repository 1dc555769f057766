import type { IdentitySettings } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { toast } from '#ui/toast.ts'
import type { IdentityActs } from './data.ts'

/** The secret while it is visible, its rotation, and the end of the previous one. */
export function SecretPart({ settings, acts }: { settings: IdentitySettings; acts: IdentityActs }) {
  const t = useT()
  const { made_at, former_until } = settings
  const renew = async () => {
    const isDone = await confirm({
      title: t('identity.renew_title'),
      description: t('identity.renew_text'),
      confirmLabel: t('identity.renew'),
      act: acts.renew,
    })
    if (isDone) toast.success(t('identity.renewed'))
  }
  const endFormer = async () => {
    const isDone = await confirm({
      title: t('identity.end_title'),
      description: t('identity.end_text'),
      confirmLabel: t('identity.end'),
      act: acts.endFormer,
    })
    if (isDone) toast.success(t('identity.ended'))
  }
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-base font-medium">{t('identity.secret')}</h3>
      {acts.secret && (
        <Alert tone="warning" title={t('identity.secret_once')}>
          <p className="mt-1">{t('identity.secret_once_text')}</p>
          <CopyField label={t('identity.secret')} value={acts.secret} className="mt-3 text-ink" />
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">
          {t('identity.made')} {made_at && <BaseDate time={made_at} />}
        </p>
        <Button size="sm" icon="refresh" onClick={() => void renew()}>
          {t('identity.renew')}
        </Button>
      </div>
      {former_until && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-sm text-muted">
            {t('identity.former')} <BaseDate time={former_until} />
          </p>
          <Button size="sm" look="danger" onClick={() => void endFormer()}>
            {t('identity.end')}
          </Button>
        </div>
      )}
    </div>
  )
}
