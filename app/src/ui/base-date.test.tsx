// @vitest-environment jsdom
import { minute_ms } from '@ozvi/contract'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { BaseDate, BaseDateRange } from './base-date.tsx'

afterEach(() => void vi.useRealTimers())
const noon = '2026-11-14T11:00:00.000Z'
const zone = 'Europe/Bratislava'
const element = () => document.querySelector('time')!

test('S2.16 a time is exact in its attribute, complete on hover and formatted as text', () => {
  show(<BaseDate time={noon} timeZone={zone} />)
  expect(element().dateTime).toBe(noon)
  expect(element().textContent).toBe('Nov 14, 2026, 12:00 PM')
  expect(element().title).toMatch(/^Saturday, November 14, 2026 at 12:00 PM/)
})
test('S2.16 every format, in Slovak and with a fixed now', () => {
  const looks = ['date', 'dateTime', 'time', 'relative', 'ago', 'day'] as const
  show(
    <ul>
      {looks.map((look) => (
        <li key={look}>
          <BaseDate time={noon} format={look} timeZone={zone} now={Date.parse(noon) + 5 * minute_ms} />
        </li>
      ))}
    </ul>,
    'sk',
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '14. 11. 2026',
    '14. 11. 2026, 12:00',
    '12:00',
    'pred 5 minútami',
    'pred 5 min',
    'dnes',
  ])
})
test('S2.16 without a fixed now the text is updated as time passes', () => {
  const later = '2040-11-14T11:00:00.000Z' // the clock of a page never goes back
  vi.useFakeTimers({ now: Date.parse(later) })
  show(<BaseDate time={later} format="relative" />)
  expect(element().textContent).toBe('now')
  act(() => void vi.advanceTimersByTime(3 * minute_ms))
  expect(element().textContent).toBe('3 minutes ago')
})
test('S2.16 a range shows both full times on hover', () => {
  show(<BaseDateRange from={noon} to="2026-11-16T11:00:00.000Z" timeZone={zone} />)
  expect(screen.getByText(/^Nov 14\s?–\s?16, 2026$/).title).toMatch(/Saturday.* – Monday/)
})
