import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { startSecondFactor, stopSecondFactor, useTwoFactor } from './data.ts'
import { RenewCodesDialog, SetUpDialog } from './two-factor-dialogs.tsx'

/** With fewer codes left, creating new ones is suggested. */
const fewCodes = 3

/** Lists workspaces that require a second factor. */
export function LockedOut() {
  const t = useT()
  const { integrations, has_two_factors } = useUser()
  const names = integrations.filter(({ needs_two_factor }) => needs_two_factor).map(({ name }) => name)
  if (has_two_factors || names.length === 0) return null
  return (
    <Alert tone="warning" title={t('account.needed', { names: names.join(', ') })}>
      {t('account.needed_text')}
    </Alert>
  )
}

export function TwoFactor() {
  const t = useT()
  const query = useTwoFactor()
  const { data } = query
  const [key, setKey] = useState<Awaited<ReturnType<typeof startSecondFactor>>>()
  const [isRenewing, setRenewing] = useState(false)
  const setUp = useAsyncAction(async () => setKey(await startSecondFactor()))
  async function turnOff() {
    const isOff = await confirm({
      title: t('account.turn_off'),
      description: t('account.turn_off_text'),
      confirmLabel: t('account.turn_off'),
      action: stopSecondFactor,
    })
    if (isOff) toast.success(t('account.turned_off'))
  }
  return (
    <Section title={t('account.two_factor')} description={t('account.two_factor_text')}>
      {!data ? (
        <LoadFallback title={t('account.failed')} query={query}>
          <Skeleton className="h-9 w-40" />
        </LoadFallback>
      ) : data.is_on ? (
        <div className="flex flex-col gap-4">
          <p className="flex flex-wrap items-center gap-2 text-base">
            <Badge tone="success">{t('account.is_on')}</Badge>
            <span className={data.codes_left < fewCodes ? 'text-warning' : 'text-muted'}>
              {t('account.codes_left', { count: data.codes_left })}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button icon="refresh" onClick={() => setRenewing(true)}>
              {t('account.codes_renew')}
            </Button>
            <Button variant="danger" onClick={() => void turnOff()}>
              {t('account.turn_off')}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <Button variant="primary" icon="key" isBusy={setUp.isBusy} onClick={() => void setUp.run()}>
            {t('account.set_up')}
          </Button>
          {setUp.problem && (
            <p role="alert" className="mt-3 text-base text-danger">
              {errorText(setUp.problem)}
            </p>
          )}
        </>
      )}
      {key && <SetUpDialog {...key} onClose={() => setKey(undefined)} />}
      {isRenewing && <RenewCodesDialog onClose={() => setRenewing(false)} />}
    </Section>
  )
}
