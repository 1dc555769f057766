import {
  can,
  mailDelays_min,
  notificationChannels,
  notificationKinds,
  type NotificationPreferences,
  type Right,
} from '@ozvi/contract'
import { useTimeZone } from '#platform/document/use-client-hints.tsx'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Section } from '#ui/card.tsx'
import { Checkbox, Switch } from '#ui/choice.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Select } from '#ui/input.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TimePicker } from '#ui/time-picker.tsx'
import { useIntegration } from '#dashboard/integrations'
import { SaveBar, useUnsavedEdits } from '#dashboard/settings'
import { type PreferenceChanges, usePreferences, useSavePreferences, preferencesQuery } from './data.ts'
import { DesktopSection } from './desktop-section.tsx'
import { PushSection } from './push-section.tsx'
import { VolumeField } from './volume-field.tsx'

export const queries: Queries = inWorkspace(({ id }) => [preferencesQuery(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function NotificationSettingsPage() {
  const t = useT()
  const { id, name } = useIntegration()
  const query = usePreferences(id)
  const preferences = query.data
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('notifications.title')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('notifications.title')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">{t('notification-settings.text', { name })}</p>
      </div>
      {preferences ? (
        <PreferencesForm key={id} preferences={preferences} />
      ) : (
        <LoadFallback
          title={t('notification-settings.choices_failed')}
          query={query}
          skeletonClassName="flex flex-col gap-6"
        >
          <Skeleton className="h-96 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}

function PreferencesForm({ preferences }: { preferences: NotificationPreferences }) {
  const t = useT()
  const save = useSavePreferences(preferences.integration_id)
  const { integration_id: _, version, time_zone: stored_zone, ...stored } = preferences
  // Quiet hours default to the browser's time zone.
  const own_zone = useTimeZone() ?? 'UTC'
  const time_zone = stored.quiet_hours.is_on ? stored_zone : own_zone
  const draft = useUnsavedEdits(stored, version, (changes) =>
    save({ ...changes, ...(changes.quiet_hours ? { time_zone } : {}) } satisfies PreferenceChanges),
  )
  const { fields, set } = draft
  const { quiet_hours } = fields
  const isOff = !fields.is_on
  return (
    <>
      <Form
        id="notifications"
        labels={{
          email_delay_min: t('notification-settings.mail_after'),
          volume: t('notification-settings.volume'),
          'quiet_hours.from': t('notification-settings.quiet_from'),
          'quiet_hours.to': t('notification-settings.quiet_to'),
        }}
        problem={draft.problem}
        onSubmit={draft.save}
        className="gap-6"
      >
        <Section title={t('notification-settings.when')} description={t('notification-settings.when_text')}>
          <Switch
            label={t('notification-settings.is_on')}
            hint={t('notification-settings.is_on_hint')}
            checked={fields.is_on}
            onChange={(event) => set('is_on', event.target.checked)}
          />
          <ChannelTable kinds={fields.kinds} isOff={isOff} onChange={(kinds) => set('kinds', kinds)} />
        </Section>
        <DesktopSection />
        <PushSection integration_id={preferences.integration_id} />
        <Section
          title={t('notification-settings.channel_sound')}
          description={t('notification-settings.sound_text')}
        >
          <VolumeField volume={fields.volume} onChange={(volume) => set('volume', volume)} />
        </Section>
        <Section title={t('notification-settings.away')} description={t('notification-settings.away_text')}>
          <div className="flex flex-col gap-5">
            <Field name="email_delay_min">
              <Select
                className="max-w-60"
                value={fields.email_delay_min}
                onChange={(event) => set('email_delay_min', Number(event.target.value))}
              >
                {mailDelays_min.map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {t('targets.minutes', { n: minutes })}
                  </option>
                ))}
              </Select>
            </Field>
            <Switch
              label={t('notification-settings.include_text')}
              hint={t('notification-settings.include_text_hint')}
              checked={fields.include_text}
              onChange={(event) => set('include_text', event.target.checked)}
            />
          </div>
        </Section>
        <Section title={t('notification-settings.quiet')} description={t('notification-settings.quiet_text')}>
          <Switch
            label={t('notification-settings.quiet_on')}
            hint={t('notification-settings.quiet_zone', { zone: time_zone })}
            checked={quiet_hours.is_on}
            onChange={(event) => set('quiet_hours', { ...quiet_hours, is_on: event.target.checked })}
          />
          <div className="mt-4 flex flex-wrap gap-4">
            {(['from', 'to'] as const).map((edge) => (
              <Field key={edge} name={`quiet_hours.${edge}`} className="w-36">
                <TimePicker
                  value={quiet_hours[edge]}
                  isEnd={edge === 'to'}
                  disabled={!quiet_hours.is_on}
                  onChange={(time) => set('quiet_hours', { ...quiet_hours, [edge]: time })}
                  acceptsUnclearText
                />
              </Field>
            ))}
          </div>
        </Section>
      </Form>
      <SaveBar form="notifications" draft={draft} />
    </>
  )
}

/** Events concern members with these rights; others aren't offered them. */
const rightOfKind = {
  unassigned: 'conversations.answer',
  assigned: 'conversations.answer',
  mentioned: 'conversations.see',
  replied: 'conversations.answer',
  overdue: 'conversations.answer',
  suggested: 'knowledge.manage',
  accepted: 'knowledge.suggest',
  declined: 'knowledge.suggest',
} as const satisfies Record<(typeof notificationKinds)[number], Right>

/** Which events are notified through which channels. */
function ChannelTable({
  kinds,
  isOff,
  onChange,
}: {
  kinds: NotificationPreferences['kinds']
  isOff: boolean
  onChange: (kinds: NotificationPreferences['kinds']) => void
}) {
  const t = useT()
  const integration = useIntegration()
  const offeredKinds = notificationKinds.filter((kind) => can(integration, rightOfKind[kind]))
  return (
    <table className="mt-5 w-full table-fixed text-left text-base">
      <thead className="text-xs text-muted sm:text-sm">
        <tr>
          <th scope="col" className="w-[38%] pb-2 font-medium sm:w-1/2">
            {t('notification-settings.event')}
          </th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col" className="pb-2 text-center font-medium">
              {t(`notification-settings.channel_${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {offeredKinds.map((kind) => (
          <tr key={kind} className="border-t border-line">
            <th scope="row" className="py-2.5 pr-2 font-normal">
              {t(`notification-settings.kind_${kind}`)}
            </th>
            {notificationChannels.map((channel) => (
              <td key={channel} className="py-2.5">
                <Checkbox
                  label={
                    <span className="sr-only">
                      {t('notification-settings.cell', {
                        channel: t(`notification-settings.channel_${channel}`),
                        kind: t(`notification-settings.kind_${kind}`),
                      })}
                    </span>
                  }
                  className="min-w-6 justify-center gap-0!"
                  checked={kinds[kind][channel]}
                  disabled={isOff}
                  onChange={(event) =>
                    onChange({
                      ...kinds,
                      [kind]: { ...kinds[kind], [channel]: event.target.checked },
                    })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
