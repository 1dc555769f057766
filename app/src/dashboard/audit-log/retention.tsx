import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { setRetention } from './data.ts'

const choices = [30, 90, 180, 365, 730, 1825, 3650]

/** Retention of entries, editable by the owner. */
export function Retention({ integration_id, days }: { integration_id: string; days: number | null }) {
  const t = useT()
  const { run, isBusy, problem } = useAsyncAction(async (days: string) => {
    await setRetention(integration_id, days === '' ? null : Number(days))
    toast.success(t('audit-log.kept'))
  })
  const all = days === null || choices.includes(days) ? choices : [...choices, days].toSorted((a, b) => a - b)
  return (
    <Section title={t('audit-log.keep')} description={t('audit-log.keep_text')}>
      <Form
        id="retention"
        labels={{ keep_days: t('audit-log.keep_days') }}
        problem={problem}
        onSubmit={({ keep_days = '' }) => void run(keep_days)}
      >
        <Field name="keep_days">
          <Select key={days} defaultValue={days ?? ''} className="max-w-60">
            {all.map((one) => (
              <option key={one} value={one}>
                {t('audit-log.days', { count: one })}
              </option>
            ))}
            <option value="">{t('audit-log.days_all')}</option>
          </Select>
        </Field>
        <Button type="submit" isBusy={isBusy} className="self-start">
          {t('audit-log.keep_save')}
        </Button>
      </Form>
    </Section>
  )
}
