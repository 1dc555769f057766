import { type Holiday, holidaysMax } from '@ozvi/contract'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
import { readDay, typedDay } from '#ui/days.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

interface HolidayListProps {
  holidays: Holiday[]
  onChange: (holidays: Holiday[]) => void
  isAllowed: boolean
}
/** Days the team is closed. */
export function HolidayList({ holidays, onChange, isAllowed }: HolidayListProps) {
  const t = useT()
  const locale = useLocale()
  const set = (index: number, changes: Partial<Holiday>) =>
    onChange(holidays.map((other, position) => (position === index ? { ...other, ...changes } : other)))
  return (
    <Section title={t('hours.holidays')} description={t('hours.holidays_text')}>
      {holidays.length === 0 && <p className="text-base text-muted">{t('hours.holidays_none')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {holidays.map((holiday, index) => (
          <li
            key={index}
            className="grid items-start gap-3 py-4 first:pt-0 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
          >
            <Field name={`holidays.${index}.date`}>
              {isAllowed ? (
                <DatePicker
                  value={holiday.date}
                  onChange={(date) => set(index, { date })}
                  acceptsUnclearText
                />
              ) : (
                <Input
                  value={readDay(holiday.date, 0, locale) ? typedDay(holiday.date, locale) : holiday.date}
                  readOnly
                />
              )}
            </Field>
            <Field name={`holidays.${index}.name`}>
              <Input
                value={holiday.name}
                onChange={(event) => set(index, { name: event.target.value })}
                readOnly={!isAllowed}
                maxLength={60}
                autoComplete="off"
              />
            </Field>
            <div className="flex items-center gap-3 sm:pt-8">
              <Checkbox
                label={t('hours.yearly')}
                checked={holiday.is_yearly}
                disabled={!isAllowed}
                onChange={(event) => set(index, { is_yearly: event.target.checked })}
              />
              {isAllowed && (
                <IconButton
                  icon="trash"
                  size="sm"
                  label={t('hours.remove_holiday', { n: index + 1 })}
                  onClick={() => onChange(holidays.toSpliced(index, 1))}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {isAllowed && holidays.length < holidaysMax && (
        <Button
          size="sm"
          icon="plus"
          className="mt-3"
          onClick={() => onChange([...holidays, { date: '', name: '', is_yearly: false }])}
        >
          {t('hours.add_holiday')}
        </Button>
      )}
    </Section>
  )
}
