import type { PushDevice } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { problemWords, sentence, useAction } from '#platform/calls/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { Alert } from '#ui/alert.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { askForDesktop, useDesktopState } from '#dashboard/notifications'
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
  const [own, setOwn] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    void ownFingerprint().then(setOwn, () => undefined)
  }, [data])
  const add = useAction(async (public_key: string) => {
    setRefused(false)
    if ((await askForDesktop()) !== 'granted') return
    setRefused(!(await addThisBrowser(integration_id, public_key)))
  })
  const isHere = data?.devices.some(({ fingerprint }) => fingerprint === own) ?? false
  return (
    <Section title={t('notification-choices.means_push')} description={t('notification-choices.push_text')}>
      {data ? (
        <div className="flex flex-col gap-4">
          {data.devices.length > 0 && (
            <ul className="divide-y divide-line rounded-card border border-line">
              {data.devices.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  isThis={device.fingerprint === own}
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
                    ? t('notification-choices.push_unsupported')
                    : state === 'denied'
                      ? t('notification-choices.desktop_denied')
                      : t('notification-choices.push_off')}
                </span>
              </p>
              {canPush() && state !== 'denied' && (
                <Button icon="bell" isBusy={add.isBusy} onClick={() => void add.run(data.public_key)}>
                  {t('notification-choices.push_add')}
                </Button>
              )}
            </div>
          )}
          {isRefused && <Alert tone="warning" title={t('notification-choices.push_refused')} />}
          {add.problem && <Alert tone="danger" title={sentence(add.problem)} />}
        </div>
      ) : error ? (
        <Alert tone="danger" title={problemWords(error, t).message} />
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
  const name = device.name ?? t('notification-choices.push_unnamed')
  const attempt = (act: Promise<unknown>) => act.catch((failure: unknown) => sayFailure(failure, t))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isThis && <Badge tone="primary">{t('notification-choices.push_this')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {device.pushed_at ? (
            <>
              {t('notification-choices.pushed')} <BaseDate time={device.pushed_at} look="ago" />
            </>
          ) : (
            <>
              {t('notification-choices.push_since')} <BaseDate time={device.created_at} look="date" />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          aria-label={t('notification-choices.push_test_named', { name })}
          onClick={() =>
            void attempt(
              testDevice(integration_id, device).then(() =>
                toast.info(t('notification-choices.push_tested')),
              ),
            )
          }
        >
          {t('notification-choices.test')}
        </Button>
        <Button
          size="sm"
          aria-label={t('notification-choices.push_remove_named', { name })}
          onClick={() => void attempt(removeDevice(integration_id, device))}
        >
          {t('notification-choices.push_remove')}
        </Button>
      </div>
    </li>
  )
}
