import type { Hubspot, HubspotSync } from '@ozvi/contract'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { useHubspotActions } from './data.ts'

const counts = [
  'compared',
  'created_in',
  'created_out',
  'updated_in',
  'updated_out',
  'conflicts',
  'skipped',
] as const

/** Dry run, sync and their progress. */
export function SyncSection({ hubspot }: { hubspot: Hubspot }) {
  const t = useT()
  const actions = useHubspotActions(hubspot.integration_id)
  const { run, isBusy, problem } = useAsyncAction((action: () => Promise<unknown>) => action())
  const { sync, is_tried, is_automatic } = hubspot
  const isRunning = sync?.status === 'running'
  return (
    <Section title={t('hubspot.sync')} description={t('hubspot.sync_text')}>
      <div className="flex flex-col items-start gap-4">
        {sync && <SyncResult sync={sync} />}
        <div className="flex flex-wrap gap-2">
          {isRunning ? (
            <Button isBusy={isBusy} onClick={() => void run(actions.cancel)}>
              {t('ui.cancel')}
            </Button>
          ) : (
            <>
              <Button
                variant={is_tried ? 'plain' : 'primary'}
                isBusy={isBusy}
                onClick={() => void run(actions.dryRun)}
              >
                {t('hubspot.dry_run')}
              </Button>
              {is_tried && (
                <Button variant="primary" isBusy={isBusy} onClick={() => void run(actions.sync)}>
                  {t('hubspot.sync_now')}
                </Button>
              )}
            </>
          )}
        </div>
        {(is_tried || is_automatic) && (
          <Switch
            label={t('hubspot.automatic')}
            hint={t('hubspot.automatic_hint')}
            checked={is_automatic}
            onChange={({ target }) => void run(() => actions.setAutomatic(target.checked))}
          />
        )}
        {problem && <Alert tone="danger" title={errorText(problem)} className="w-full" />}
      </div>
    </Section>
  )
}

function SyncResult({ sync }: { sync: HubspotSync }) {
  const t = useT()
  return (
    <div className="w-full">
      <p role="status" className="text-base font-medium">
        {t(`hubspot.${sync.kind}_${sync.status}`)}{' '}
        <span className="font-normal text-muted">
          <BaseDate time={sync.ended_at ?? sync.started_at} />
        </span>
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-1 text-base sm:grid-cols-2">
        {counts.map((name) => (
          <div
            key={name}
            className="flex justify-between gap-3 border-b border-line py-1 first:sm:col-span-2"
          >
            <dt className="text-muted">{t(`hubspot.count_${name}`)}</dt>
            <dd className="tabular-nums">{sync[name]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
