import { type Slot, slotsPerDayMax } from '@ozvi/contract'
import { Fragment, useContext } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { type Control, ControlContext } from '#ui/control.ts'
import { weekdayNames } from '#ui/days.ts'
import { FormContext } from '#ui/form-context.ts'
import { Input } from '#ui/input.tsx'
import { TimePicker } from '#ui/time-picker.tsx'
import { readTime, typedTime } from '#ui/times.ts'

interface WeekEditorProps {
  /** Seven days, Monday first. */
  week: Slot[][]
  onChange: (week: Slot[][]) => void
  isAllowed: boolean
}
/** When the team is available. */
export function WeekEditor(props: WeekEditorProps) {
  const t = useT()
  return (
    <Section title={t('hours.week')} description={t('hours.week_text')}>
      <WeekRows {...props} />
    </Section>
  )
}

/**
 * Intervals per day. One that ends at its start lasts 24 hours, one that ends earlier continues to the next day; both
 * say so.
 *
 * @param props.none label of a day without intervals
 */
export function WeekRows({ week, onChange, isAllowed, none }: WeekEditorProps & { none?: string }) {
  const t = useT()
  const days = weekdayNames(useLocale())
  const setDay = (day: number, slots: Slot[]) =>
    onChange(week.map((current, index) => (index === day ? slots : current)))
  const copyMonday = () => onChange(week.map((slots, day) => (day < 5 ? (week[0] ?? []) : slots)))
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {week.map((slots, day) => (
          <li
            key={days[day]?.long}
            className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0 sm:flex"
          >
            <p className="w-28 shrink-0 lg:max-xl:w-24 pt-2 text-base touch:pt-3 font-medium first-letter:uppercase">
              {days[day]?.long}
            </p>
            <div className="flex min-w-0 flex-1 flex-col gap-2 max-sm:order-1 max-sm:col-span-2">
              {slots.length === 0 && (
                <p className="pt-2 text-base text-muted touch:pt-3">{none ?? t('hours.closed')}</p>
              )}
              {slots.map((slot, index) => (
                <SlotRow
                  key={index}
                  slot={slot}
                  path={`week.${day}.${index}`}
                  label={{ day: days[day]?.long ?? '', n: index + 1 }}
                  isAllowed={isAllowed}
                  onChange={(changed) => setDay(day, slots.with(index, changed))}
                  onRemove={() => setDay(day, slots.toSpliced(index, 1))}
                />
              ))}
            </div>
            {isAllowed && slots.length < slotsPerDayMax && (
              <Button
                size="sm"
                icon="plus"
                className="mt-0.5 self-start touch:mt-0"
                aria-label={t('hours.add_on', { day: days[day]?.long ?? '' })}
                onClick={() => setDay(day, [...slots, nextSlot(slots)])}
              >
                <span className="lg:max-xl:hidden">{t('hours.add')}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAllowed && (
        <Button size="sm" variant="quiet" icon="copy" className="mt-3 -ml-3" onClick={copyMonday}>
          {t('hours.copy_monday')}
        </Button>
      )}
    </>
  )
}

/** The evening after an afternoon, the afternoon after a morning, otherwise the usual day. */
function nextSlot(slots: readonly Slot[]): Slot {
  if (slots.some(({ to }) => to > '12:00')) return { from: '18:00', to: '20:00' }
  return slots.length > 0 ? { from: '13:00', to: '17:00' } : { from: '09:00', to: '17:00' }
}

interface SlotRowProps {
  slot: Slot
  path: string
  label: { day: string; n: number }
  isAllowed: boolean
  onChange: (slot: Slot) => void
  onRemove: () => void
}
function SlotRow({ slot, path, label, isAllowed, onChange, onRemove }: SlotRowProps) {
  const t = useT()
  const isOvernight = isTime(slot.from) && isTime(slot.to) && slot.to <= slot.from
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 max-sm:gap-1">
        {(['from', 'to'] as const).map((edge) => (
          <Fragment key={edge}>
            {edge === 'to' && (
              <span aria-hidden="true" className="text-muted">
                –
              </span>
            )}
            <EdgeInput
              name={`${path}.${edge}`}
              label={t(`hours.slot_${edge}`, label)}
              time={slot[edge]}
              isEnd={edge === 'to'}
              isAllowed={isAllowed}
              onChange={(time) => onChange({ ...slot, [edge]: time })}
            />
          </Fragment>
        ))}
        {isAllowed && (
          <IconButton icon="x" size="sm" label={t('hours.remove_slot', label)} onClick={onRemove} />
        )}
        {isOvernight && (
          <span className="text-sm text-muted">
            {t(slot.to === slot.from ? 'hours.around_the_clock' : 'hours.overnight')}
          </span>
        )}
      </div>
      {(['from', 'to'] as const).map((edge) => (
        <EdgeError key={edge} name={`${path}.${edge}`} time={slot[edge]} />
      ))}
    </div>
  )
}

/** Whether a text is a time such as `09:30`. */
const isTime = (text: string) => readTime(text) === text

/** The error of a start or an end: the server's until it is edited, or that the text isn't a time. */
function useEdgeError(name: string, time: string) {
  const t = useT()
  const locale = useLocale()
  const form = useContext(FormContext)
  const rejected = form?.edited.includes(name) ? undefined : form?.errors[name]?.join(' ')
  const unclear = t('ui.time_unclear', { example: typedTime('09:30', locale) })
  const isUnclear = time !== '' && !isTime(time)
  return { id: `${form?.id}-${name}`, error: isUnclear ? unclear : rejected, isUnclear }
}

interface EdgeInputProps {
  /** Also the key of its errors. */
  name: string
  label: string
  time: string
  isEnd: boolean
  isAllowed: boolean
  onChange: (time: string) => void
}
function EdgeInput({ name, label, time, isEnd, isAllowed, onChange }: EdgeInputProps) {
  const locale = useLocale()
  const { id, error } = useEdgeError(name, time)
  const control: Control = {
    id,
    name,
    ...(error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}),
  }
  return (
    // On a phone the remove button stays next to it.
    <span className="w-34 lg:max-xl:w-30 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1 max-sm:basis-31">
      <ControlContext value={control}>
        {isAllowed ? (
          <TimePicker aria-label={label} value={time} isEnd={isEnd} onChange={onChange} acceptsUnclearText />
        ) : (
          <Input aria-label={label} value={isTime(time) ? typedTime(time, locale) : time} readOnly />
        )}
      </ControlContext>
    </span>
  )
}

function EdgeError({ name, time }: { name: string; time: string }) {
  const { id, error, isUnclear } = useEdgeError(name, time)
  return (
    error && (
      <p id={`${id}-error`} role={isUnclear ? 'alert' : undefined} className="mt-1 text-sm text-danger">
        {error}
      </p>
    )
  )
}
