import { type Holiday, holidaysMax } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { DatePicker } from '#ui/date-picker.tsx'
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
  const set = (place: number, changes: Partial<Holiday>) =>
    onChange(holidays.map((held, at) => (at === place ? { ...held, ...changes } : held)))
  return (
    <Section title={t('hours.holidays')} description={t('hours.holidays_text')}>
      {holidays.length === 0 && <p className="text-base text-muted">{t('hours.holidays_none')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {holidays.map((holiday, place) => (
          <li
            key={place}
            className="grid items-start gap-3 py-4 first:pt-0 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
          >
            <Field name={`holidays.${place}.date`}>
              {isAllowed ? (
                <DatePicker value={holiday.date} onChange={(date) => set(place, { date })} />
              ) : (
                <Input value={holiday.date} readOnly />
              )}
            </Field>
            <Field name={`holidays.${place}.name`}>
              <Input
                value={holiday.name}
                onChange={(event) => set(place, { name: event.target.value })}
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
                onChange={(event) => set(place, { is_yearly: event.target.checked })}
              />
              {isAllowed && (
                <IconButton
                  icon="trash"
                  size="sm"
                  label={t('hours.remove_holiday', { n: place + 1 })}
                  onClick={() => onChange(holidays.toSpliced(place, 1))}
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
