import { reportDaysMax, day_ms } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'

const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * day_ms).toISOString().slice(0, 10)

/** The first and last day of a report. Only periods that the server accepts can be chosen. */
export function CustomPeriod({
  custom: { from, until },
  onChange,
}: {
  custom: { from: string; until: string }
  onChange: (from: string, until: string) => void
}) {
  const t = useT()
  return (
    <Form
      id="report-period"
      labels={{ from: t('reports.from'), until: t('reports.until') }}
      problem={null}
      onSubmit={() => {}}
      className="grid max-w-md grid-cols-2 gap-3"
    >
      <Field name="from">
        <DatePicker
          value={from}
          min={plus(until, 1 - reportDaysMax)}
          max={until}
          onChange={(day) => day && onChange(day, until)}
        />
      </Field>
      <Field name="until">
        <DatePicker
          value={until}
          min={from}
          max={plus(from, reportDaysMax - 1)}
          onChange={(day) => day && onChange(from, day)}
        />
      </Field>
    </Form>
  )
}
