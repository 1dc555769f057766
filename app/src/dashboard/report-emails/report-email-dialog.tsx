import {
  type Integration,
  lastReportDay,
  type ReportEmail,
  reportFrequencies,
  type ReportFrequency,
  reportHour,
  type ReportSchedule,
} from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { useTimeZone } from '#platform/document/use-client-hints.tsx'
import { useFormatsIn, useLocale, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { weekdayNames } from '#ui/days.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { saveReportEmail, stopReportEmail } from './data.ts'

/** The value of the workspace's time zone in the form. */
const ofWorkspace = ''

interface ReportEmailDialogProps {
  integration: Integration
  /** The settings when the dialog was opened. */
  stored: ReportEmail
  onClose: () => void
}
/** When the member gets the dashboard's numbers by email. */
export function ReportEmailDialog({ integration, stored, onClose }: ReportEmailDialogProps) {
  const t = useT()
  const { email } = useUser()
  const { schedule, next_at } = stored
  const [frequency, setFrequency] = useState<ReportFrequency>(schedule?.frequency ?? 'weekly')
  const { run, isBusy, problem } = useAsyncAction(async (fields: Record<string, string>) => {
    await saveReportEmail(integration.id, {
      frequency,
      day: Number(fields['day']),
      time_zone: fields['time_zone'] || null,
    })
    toast.success(t(`report-emails.saved_${frequency}`))
    onClose()
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('report-emails.title')}
      description={t('report-emails.text', { email })}
    >
      {schedule && next_at && (
        <Next integration={integration} schedule={schedule} next_at={next_at} onClose={onClose} />
      )}
      <Form
        id="report-email"
        labels={{
          frequency: t('report-emails.frequency'),
          day: t('report-emails.day'),
          time_zone: t('report-emails.time_zone'),
        }}
        problem={problem}
        onSubmit={(fields) => void run(fields)}
      >
        <Field name="frequency">
          <Select
            value={frequency}
            onChange={({ target }) =>
              setFrequency(reportFrequencies.find((one) => one === target.value) ?? 'weekly')
            }
          >
            {reportFrequencies.map((each) => (
              <option key={each} value={each}>
                {t(`report-emails.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
        <DayField frequency={frequency} stored={schedule} />
        <ZoneField workspaceZone={integration.time_zone} stored={schedule?.time_zone ?? null} />
        <FormActions
          label={t(schedule ? 'report-emails.save' : 'report-emails.turn_on')}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}

function DayField({ frequency, stored }: { frequency: ReportFrequency; stored: ReportSchedule | null }) {
  const t = useT()
  const { time } = useFormatsIn('UTC')
  const weekdays = weekdayNames(useLocale())
  const at = time(new Date(Date.UTC(2026, 0, 1, reportHour)).toISOString())
  return (
    <Field name="day" hint={t(`report-emails.${frequency}_text`, { time: at })}>
      {/* Another select for each frequency, with its own value. */}
      <Select
        key={frequency}
        {...(frequency === 'weekly' ? { className: 'capitalize' } : {})}
        defaultValue={stored?.frequency === frequency ? stored.day : 1}
      >
        {Array.from({ length: lastReportDay[frequency] }, (_, index) => (
          <option key={index} value={index + 1}>
            {frequency === 'weekly'
              ? weekdays[index]?.long
              : t('report-emails.day_of_month', { day: index + 1 })}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function ZoneField({ workspaceZone, stored }: { workspaceZone: string; stored: string | null }) {
  const t = useT()
  const own = useTimeZone() ?? workspaceZone
  const zoneName = (zone: string) => zone.replaceAll('_', ' ')
  const others = [...new Set([own, ...(stored ? [stored] : [])])]
  return (
    <Field name="time_zone">
      <Select defaultValue={stored ?? ofWorkspace}>
        <option value={ofWorkspace}>
          {t('report-emails.zone_workspace', { zone: zoneName(workspaceZone) })}
        </option>
        {others.map((zone) => (
          <option key={zone} value={zone}>
            {zone === own ? t('report-emails.zone_own', { zone: zoneName(zone) }) : zoneName(zone)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** When the next report is sent, with a button that turns reports off. */
function Next({
  integration: { id, time_zone },
  schedule,
  next_at,
  onClose,
}: {
  integration: Integration
  schedule: ReportSchedule
  next_at: string
  onClose: () => void
}) {
  const t = useT()
  const { whole } = useFormatsIn(schedule.time_zone ?? time_zone)
  const { run, isBusy } = useAsyncAction(async () => {
    try {
      await stopReportEmail(id)
    } catch (error) {
      return toastError(error, t)
    }
    const undo = () =>
      void saveReportEmail(id, schedule).then(
        () => toast.success(t(`report-emails.saved_${schedule.frequency}`)),
        (error: unknown) => toastError(error, t),
      )
    toast.success(t('report-emails.turned_off'), { label: t('report-emails.undo'), onClick: undo })
    onClose()
  })
  return (
    <div className="mb-5 flex items-center justify-between gap-4 rounded-card border border-line bg-subtle px-4 py-3">
      <p className="text-base">{t('report-emails.next', { time: whole(next_at) })}</p>
      <Button size="sm" isBusy={isBusy} onClick={() => void run()}>
        {t('report-emails.turn_off')}
      </Button>
    </div>
  )
}
