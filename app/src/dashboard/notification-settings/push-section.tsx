import type { PushDevice } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { formProblem, errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { Alert } from '#ui/alert.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { requestDesktopPermission, useDesktopState } from '#dashboard/notifications'
import {
  addThisBrowser,
  canPush,
  ownFingerprint,
  removeDevice,
  testDevice,
  usePushDevices,
} from './push-data.ts'

/** Browsers with push, and whether this is one of them. */
export function PushSection({ integration_id }: { integration_id: string }) {
  const t = useT()
  const state = useDesktopState()
  const { data, error } = usePushDevices(integration_id)
  const [savedFingerprint, setSavedFingerprint] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    void ownFingerprint().then(setSavedFingerprint, () => undefined)
  }, [data])
  const add = useAsyncAction(async (public_key: string) => {
    setFailed(false)
    if ((await requestDesktopPermission()) !== 'granted') return
    setFailed(!(await addThisBrowser(integration_id, public_key)))
  })
  const isHere = data?.devices.some(({ fingerprint }) => fingerprint === savedFingerprint) ?? false
  return (
    <Section
      title={t('notification-settings.channel_push')}
      description={t('notification-settings.push_text')}
    >
      {data ? (
        <div className="flex flex-col gap-4">
          {data.devices.length > 0 && (
            <ul className="divide-y divide-line rounded-card border border-line">
              {data.devices.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  isThis={device.fingerprint === savedFingerprint}
                  integration_id={integration_id}
                />
              ))}
            </ul>
          )}
          {!isHere && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
              <p className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-base">
                <Icon name="info" size={20} className="text-muted" />
                <span>
                  {!canPush()
                    ? t('notification-settings.push_unsupported')
                    : state === 'denied'
                      ? t('notification-settings.desktop_denied')
                      : t('notification-settings.push_off')}
                </span>
              </p>
              {canPush() && state !== 'denied' && (
                <Button icon="bell" isBusy={add.isBusy} onClick={() => void add.run(data.public_key)}>
                  {t('notification-settings.push_add')}
                </Button>
              )}
            </div>
          )}
          {hasFailed && <Alert tone="warning" title={t('notification-settings.push_failed')} />}
          {add.problem && <Alert tone="danger" title={errorText(add.problem)} />}
        </div>
      ) : error ? (
        <Alert tone="danger" title={formProblem(error, t).message} />
      ) : (
        <Skeleton className="h-12" />
      )}
    </Section>
  )
}

function DeviceRow({
  device,
  isThis,
  integration_id,
}: {
  device: PushDevice
  isThis: boolean
  integration_id: string
}) {
  const t = useT()
  const name = device.name ?? t('notification-settings.push_unnamed')
  const toastOnError = useToastOnError()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isThis && <Badge tone="primary">{t('notification-settings.push_this')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {device.pushed_at ? (
            <>
              {t('notification-settings.pushed')} <BaseDate time={device.pushed_at} format="ago" />
            </>
          ) : (
            <>
              {t('notification-settings.push_since')} <BaseDate time={device.created_at} format="date" />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          aria-label={t('notification-settings.push_test_named', { name })}
          onClick={() =>
            void toastOnError(
              testDevice(integration_id, device).then(() =>
                toast.info(t('notification-settings.push_tested')),
              ),
            )
          }
        >
          {t('notification-settings.test')}
        </Button>
        <Button
          size="sm"
          aria-label={t('notification-settings.push_remove_named', { name })}
          onClick={() => void toastOnError(removeDevice(integration_id, device))}
        >
          {t('notification-settings.push_remove')}
        </Button>
      </div>
    </li>
  )
}
