// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import type { Locale } from '@ozvi/contract'
import { expect, test, vi } from 'vitest'
import { ClientHintsProvider } from '#platform/document/use-client-hints.tsx'
import { show } from '../../../../test/render.tsx'
import { SnoozePicker } from './snooze-picker.tsx'

function open(locale: Locale) {
  const onPick = vi.fn()
  show(
    <ClientHintsProvider value={{ time_zone: 'UTC', now: Date.now(), platform: 'other' }}>
      <SnoozePicker isOpen onOpenChange={() => {}} onPick={onPick} />
    </ClientHintsProvider>,
    locale,
  )
  return onPick
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test.each([
  ['en', ['Date', 'Time', 'Snooze'], ['12/24/2099', /^12\/24\/2099$/], ['1:30 pm', /^1:30\sPM$/]],
  ['sk', ['Dátum', 'Čas', 'Odložiť'], ['24.12.2099', /^24\. 12\. 2099$/], ['13.30', /^13:30$/]],
] as const)(
  'S9.04 a custom time is typed and shown in the format of the language: %s',
  (locale, [date, time, submit], [typedDate, shownDate], [typedTime, shownTime]) => {
    const onPick = open(locale)
    type(date, typedDate)
    type(time, typedTime)
    for (const label of [date, time]) fireEvent.blur(screen.getByLabelText(label))
    expect(screen.getByLabelText<HTMLInputElement>(date).value).toMatch(shownDate)
    expect(screen.getByLabelText<HTMLInputElement>(time).value).toMatch(shownTime)
    fireEvent.click(screen.getByRole('button', { name: submit }))
    expect(onPick).toHaveBeenCalledWith(new Date(2099, 11, 24, 13, 30))
  },
)

test('a custom time in the past, an invalid date or time and empty fields are rejected with the reason', () => {
  const onPick = open('en')
  const submit = (date: string, time: string) => {
    type('Date', date)
    type('Time', time)
    fireEvent.click(screen.getByRole('button', { name: 'Snooze' }))
    return (['Date', 'Time'] as const).filter(
      (label) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true',
    )
  }
  const pastTime = 'Choose a time in the future.'
  expect(submit('1/2/2020', '9:00 AM')).toEqual(['Date'])
  expect(screen.getByText(pastTime)).toBeTruthy()
  const today = new Date().toLocaleDateString('en-US')
  expect(submit(today, '0:00')).toEqual(['Time'])
  expect(screen.getByText(pastTime)).toBeTruthy()
  expect(submit('2/31/2099', '9:00 AM')).toEqual(['Date'])
  expect(screen.getAllByText(/^Enter a date such as/)).toHaveLength(1)
  expect(submit('12/24/2099', '25:00')).toEqual(['Time'])
  expect(screen.getByText(/^Enter a time such as 9:30\sAM/)).toBeTruthy()
  expect(submit('2/31/2099', '25:00')).toEqual(['Date', 'Time'])
  // The error of the time stays until the time is changed.
  type('Date', '12/24/2099')
  const isInvalid = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true'
  expect([isInvalid('Date'), isInvalid('Time')]).toEqual([false, true])
  // Text that isn't a date is reported again when the field is left.
  type('Date', '2/31/2099')
  expect(isInvalid('Date')).toBe(false)
  fireEvent.blur(screen.getByLabelText('Date'))
  expect(isInvalid('Date')).toBe(true)
  expect(submit('', '')).toEqual(['Date', 'Time'])
  expect(onPick).not.toHaveBeenCalled()
})

test('a half hour is selected from the list, and the reader’s time zone is shown', async () => {
  const onPick = open('sk')
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(screen.getByText(`Časové pásmo: ${zone.replaceAll('_', ' ')}.`)).toBeTruthy()
  type('Dátum', '24.12.2099')
  fireEvent.change(screen.getByRole('combobox', { name: 'Vybrať čas' }), { target: { value: '16:30' } })
  expect(screen.getByLabelText('Čas')).toHaveProperty('value', '16:30')
  fireEvent.click(screen.getByRole('button', { name: 'Odložiť' }))
  expect(onPick).toHaveBeenCalledWith(new Date(2099, 11, 24, 16, 30))
})
