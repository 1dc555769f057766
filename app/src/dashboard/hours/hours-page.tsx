import { type Hours, can, openingAt, replyPromises, formatWhen } from '@ozvi/contract'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Icon } from '#ui/icon.tsx'
import { Select } from '#ui/input.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { SaveBar, useUnsavedEdits } from '#dashboard/settings'
import { type HoursChanges, type HoursFields, useHours, useSaveHours, hoursOf } from './data.ts'
import { HolidayList } from './holiday-list.tsx'
import { useHoursLabels } from './labels.ts'
import { WeekEditor } from './week-editor.tsx'
import { ZoneOptions } from './zone-options.tsx'

export const queries: Queries = inWorkspace(({ id }) => [hoursOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function HoursPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  const query = useHours(id)
  const hours = query.data
  const isAllowed = can(integration, 'settings.manage')
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.hours')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('shell.hours')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">
          {isAllowed ? t('hours.text') : t('integrations.read_only')}
        </p>
      </div>
      {hours ? (
        <HoursForm key={id} hours={hours} isAllowed={isAllowed} />
      ) : (
        <LoadFallback title={t('hours.failed')} query={query} skeletonClassName="flex flex-col gap-6">
          <Skeleton className="h-56 rounded-card" />
          <Skeleton className="h-112 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}

function HoursForm({ hours, isAllowed }: { hours: Hours; isAllowed: boolean }) {
  const t = useT()
  const save = useSaveHours(hours.integration_id)
  const { is_on, time_zone, week, holidays, reply_promise_min } = hours
  const stored: HoursFields = { is_on, time_zone, week, holidays, reply_promise_min }
  // The values come from the select's own options.
  const draft = useUnsavedEdits(stored, hours.version, (changes) => save(changes as HoursChanges))
  const { fields, set } = draft
  const labels = useHoursLabels(fields)
  return (
    <>
      <Form id="hours" labels={labels} problem={draft.problem} onSubmit={draft.save} className="gap-6">
        <Section title={t('hours.now')}>
          <div className="flex flex-col gap-5">
            <NowLine hours={hours} />
            <Switch
              label={t('hours.is_on')}
              hint={t('hours.is_on_hint')}
              checked={fields.is_on}
              onChange={(event) => set('is_on', event.target.checked)}
              disabled={!isAllowed}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <Field name="time_zone">
                <Select
                  value={fields.time_zone}
                  onChange={(event) => set('time_zone', event.target.value)}
                  disabled={!isAllowed}
                >
                  <ZoneOptions selected={fields.time_zone} />
                </Select>
              </Field>
              <Field name="reply_promise_min" hint={t('hours.promise_hint')}>
                <Select
                  value={fields.reply_promise_min ?? ''}
                  onChange={(event) => set('reply_promise_min', Number(event.target.value) || null)}
                  disabled={!isAllowed}
                >
                  <option value="">{t('hours.promise_none')}</option>
                  {replyPromises.map((minutes) => (
                    <option key={minutes} value={minutes}>
                      {minutes < 60
                        ? t('hours.minutes', { n: minutes })
                        : t('hours.hours', { n: minutes / 60 })}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
          </div>
        </Section>
        <WeekEditor week={fields.week} onChange={(changed) => set('week', changed)} isAllowed={isAllowed} />
        <HolidayList
          holidays={fields.holidays}
          onChange={(changed) => set('holidays', changed)}
          isAllowed={isAllowed}
        />
      </Form>
      <SaveBar form="hours" draft={draft} />
    </>
  )
}

/** What a visitor sees now, by the saved hours. */
function NowLine({ hours }: { hours: Hours }) {
  const t = useT()
  const locale = useLocale()
  const now = Date.now()
  const { is_open, opens_at } = openingAt(hours.spans, now)
  function text() {
    if (!hours.is_on) return t('hours.now_off')
    if (is_open) return t('hours.now_open')
    if (opens_at === null) return t('hours.now_never')
    return t('hours.now_closed', { when: formatWhen(locale, opens_at, now) })
  }
  return (
    <p className="flex items-start gap-2 text-base">
      <Icon name="clock" className={is_open ? 'mt-px text-success' : 'mt-px text-muted'} />
      {text()}
    </p>
  )
}
