// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { DatePicker } from './date-picker.tsx'
import { addDays, addMonths, readDay, typedDay, weeksOf } from './days.ts'
import { Field } from './field.tsx'
import { Form } from './form.tsx'

const noon = new Date(2026, 10, 14, 12).getTime()
const days = fc.integer({ min: -20_000, max: 60_000 }).map((n) => addDays('2000-01-01', n))

function Picker({ first = '', min, max }: { first?: string; min?: string; max?: string }) {
  const [day, setDay] = useState(first)
  return (
    <Form id="f" labels={{ day: 'Day' }} problem={null} onSubmit={sent}>
      <Field name="day">
        <DatePicker
          value={day}
          onChange={setDay}
          now={noon}
          {...(min ? { min } : {})}
          {...(max ? { max } : {})}
        />
      </Field>
      <button type="submit">Send</button>
    </Form>
  )
}
const sent = vi.fn()
const value = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  return sent.mock.lastCall?.[0].day
}
const type = (text: string) => {
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: text } })
  fireEvent.blur(screen.getByLabelText('Day'))
}
const open = async (name: RegExp = /Choose date/) => {
  fireEvent.click(screen.getByRole('button', { name }))
  return screen.findByRole('grid')
}
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
const focused = () => document.activeElement?.getAttribute('aria-label')

test('S2.16 every date that a language formats can be parsed again', () => {
  fc.assert(
    fc.property(days, fc.constantFrom('en' as const, 'sk' as const), (day, locale) => {
      expect(readDay(typedDay(day, locale), 2026, locale)).toBe(day)
    }),
  )
})
test('S2.16 S9.04 dates are parsed in the order of the language, and invalid ones are rejected', () => {
  const read = (text: string) => readDay(text, 2026, 'sk')
  expect(['14.11.2026', ' 14. 11. 2026 ', '14/11/2026', '14 11', '14.11.', '2026-11-14'].map(read)).toEqual(
    Array.from({ length: 6 }, () => '2026-11-14'),
  )
  const readEnglish = (text: string) => readDay(text, 2026, 'en')
  expect(['11/14/2026', '11-14', '11 / 14', '14.11.2026', '2026-11-14'].map(readEnglish)).toEqual(
    Array.from({ length: 5 }, () => '2026-11-14'),
  )
  expect(readEnglish('14/11/2026')).toBeNull()
  expect(['30.2.2026', '29.2.2027', '0.1.2026', '1.13.2026', 'tomorrow', '', '14'].map(read)).toEqual(
    Array.from({ length: 7 }, () => null),
  )
  expect(read('29.2.2028')).toBe('2028-02-29')
})
test('a month has each of its days once, in weeks that start on Monday', () => {
  fc.assert(
    fc.property(days, (day) => {
      const weeks = weeksOf(day)
      const listed = weeks.flat().filter((each) => each !== null)
      expect(listed.every((each, index) => each.endsWith(`-${String(index + 1).padStart(2, '0')}`))).toBe(
        true,
      )
      expect(addDays(listed.at(-1)!, 1)).toBe(addMonths(`${day.slice(0, 7)}-01`, 1))
      expect(weeks.every((week) => week.length === 7)).toBe(true)
      expect(weeks.length).toBeLessThanOrEqual(6)
    }),
  )
  expect(weeksOf('2026-11-14')[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
})
test('S2.16 a date is typed in the language’s format and sent as 2026-11-14', () => {
  show(<Picker />, 'sk')
  expect(screen.getByLabelText<HTMLInputElement>('Day').placeholder).toBe('DD. MM. RRRR')
  type('3.12.')
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('3. 12. 2026')
  expect(value()).toBe('2026-12-03')
  type('')
  expect(value()).toBe('')
})
test('an invalid date shows an error on blur, and the input stays', () => {
  show(<Picker first="2026-11-10" />)
  type('11/31/2026')
  const field = screen.getByLabelText<HTMLInputElement>('Day')
  expect(screen.getByRole('alert').textContent).toBe('Enter a date such as 11/14/2026.')
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['11/31/2026', 'true'])
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'Enter a date',
  )
  type('11/30/2026')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(value()).toBe('2026-11-30')
})
test('2.1.1 keys move through the month, and selecting a day returns the focus to the button that opened it', async () => {
  show(<Picker first="2026-11-14" />)
  await open(/Choose date, Saturday/)
  expect(focused()).toMatch(/^Saturday, November 14, 2026$/)
  press('ArrowRight')
  press('ArrowDown')
  expect(focused()).toMatch(/November 22/)
  press('Home')
  expect(focused()).toMatch(/^Monday, November 16/)
  press('End')
  press('PageDown')
  expect(focused()).toMatch(/December 22/)
  press('PageUp', { shiftKey: true })
  expect(focused()).toMatch(/December 22, 2025/)
  fireEvent.click(document.activeElement!)
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('12/22/2025')
  expect(document.activeElement?.tagName).toBe('BUTTON')
})
test('days out of range can be neither selected nor typed', async () => {
  show(<Picker min="2026-11-10" max="2026-11-20" />)
  const grid = within(await open())
  expect(grid.getByRole<HTMLButtonElement>('button', { name: /^Monday, November 9,/ }).disabled).toBe(true)
  expect(grid.getByRole<HTMLButtonElement>('button', { name: /^Tuesday, November 10,/ }).disabled).toBe(false)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true)
  press('ArrowDown')
  expect(focused()).toMatch(/November 20/)
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
  type('11/21/2026')
  expect(screen.getByRole('alert')).toBeDefined()
})
