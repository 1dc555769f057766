import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { useTwoFactor } from './data.ts'
import { RenewCodesDialog, SetUpDialog, TurnOffDialog } from './two-factor-dialogs.tsx'

/** Below this many it is time for new ones. */
const fewCodes = 3

/** Says which workspaces are shut until a second factor is there. */
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
  const { data, error, isFetching, refetch } = useTwoFactor()
  const [open, setOpen] = useState<'set_up' | 'renew' | 'off' | null>(null)
  const close = () => setOpen(null)
  return (
    <Section title={t('account.two_factor')} description={t('account.two_factor_text')}>
      {!data ? (
        error ? (
          <ReadFailure title={t('account.failed')} error={error} isFetching={isFetching} refetch={refetch} />
        ) : (
          <SkeletonArea>
            <Skeleton className="h-9 w-40" />
          </SkeletonArea>
        )
      ) : data.is_on ? (
        <div className="flex flex-col gap-4">
          <p className="flex flex-wrap items-center gap-2 text-base">
            <Badge tone="success">{t('account.is_on')}</Badge>
            <span className={data.codes_left < fewCodes ? 'text-warning' : 'text-muted'}>
              {t('account.codes_left', { count: data.codes_left })}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button icon="refresh" onClick={() => setOpen('renew')}>
              {t('account.codes_renew')}
            </Button>
            <Button look="danger" onClick={() => setOpen('off')}>
              {t('account.turn_off')}
            </Button>
          </div>
        </div>
      ) : (
        <Button look="primary" icon="key" onClick={() => setOpen('set_up')}>
          {t('account.set_up')}
        </Button>
      )}
      {open === 'set_up' && <SetUpDialog onClose={close} />}
      {open === 'renew' && <RenewCodesDialog onClose={close} />}
      {open === 'off' && <TurnOffDialog onClose={close} />}
    </Section>
  )
}
