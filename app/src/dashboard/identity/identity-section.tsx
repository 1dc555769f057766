import { type IdentityMode, type Integration, can } from '@ozvi/contract'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { BaseDate } from '#ui/base-date.tsx'
import { Section } from '#ui/card.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { CheckToken } from './check-token.tsx'
import { useIdentityActions, useIdentitySettings } from './data.ts'
import { SecretSection } from './secret-section.tsx'
import { SigningCode } from './signing-code.tsx'

const modes = ['off', 'optional', 'required'] as const

/** Identity verification of visitors, and the code for the customer's server. */
export function IdentitySection({ integration }: { integration: Integration }) {
  const t = useT()
  const { id: integration_id, public_key } = integration
  const { data: settings, error, isFetching, refetch } = useIdentitySettings(integration_id)
  const actions = useIdentityActions(integration_id)
  const isAllowed = can(integration, 'settings.manage')
  if (!settings && error)
    return <LoadError title={t('identity.failed')} error={error} isFetching={isFetching} refetch={refetch} />
  return (
    <Section title={t('identity.title')} description={t('identity.text')}>
      {settings ? (
        <div className="flex flex-col gap-6">
          <ModePicker mode={settings.mode} isAllowed={isAllowed} onChoose={actions.setMode} />
          {settings.secret_created_at && (
            <p className="text-sm text-muted">
              {settings.last_used_at ? (
                <>
                  {t('identity.last_used')} <BaseDate time={settings.last_used_at} format="ago" />
                </>
              ) : (
                t('identity.never_used')
              )}
            </p>
          )}
          {isAllowed && settings.secret_created_at && <SecretSection settings={settings} actions={actions} />}
          {isAllowed && settings.mode !== 'off' && (
            <>
              <SigningCode public_key={public_key} />
              <CheckToken onCheck={actions.check} />
            </>
          )}
        </div>
      ) : (
        <SkeletonArea>
          <Skeleton className="h-40 rounded-card" />
        </SkeletonArea>
      )}
    </Section>
  )
}

function ModePicker({
  mode,
  isAllowed,
  onChoose,
}: {
  mode: IdentityMode
  isAllowed: boolean
  onChoose: (mode: IdentityMode) => Promise<void>
}) {
  const t = useT()
  const [requested, setRequested] = useState<IdentityMode | null>(null)
  async function choose(mode: IdentityMode) {
    setRequested(mode)
    try {
      await onChoose(mode)
      toast.success(t('identity.saved'))
    } catch (error) {
      toastError(error, t)
    } finally {
      setRequested(null)
    }
  }
  return (
    <fieldset disabled={!isAllowed || requested !== null}>
      <legend className="text-base font-medium">{t('identity.mode')}</legend>
      <div className="mt-2 flex flex-col gap-2">
        {modes.map((one) => (
          <label
            key={one}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 rounded-control border border-line px-3 py-2.5 has-checked:border-primary has-checked:bg-primary-subtle has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="identity-mode"
              value={one}
              checked={one === (requested ?? mode)}
              onChange={() => void choose(one)}
              className="mt-0.5 size-4.5 shrink-0 appearance-none rounded-full border border-strong bg-raised checked:border-5 checked:border-primary disabled:opacity-50 forced-colors:appearance-auto"
            />
            <span className="text-base font-medium">{t(`identity.mode_${one}`)}</span>
            <span className="col-start-2 text-sm text-muted">{t(`identity.mode_${one}_text`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
