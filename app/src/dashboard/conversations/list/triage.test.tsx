// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
const rowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-conversation]')]
const focusedRow = () => rowLinks().find((row) => row === document.activeElement)
const press = (key: string, target: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(target, { key })

test('twenty conversations are triaged by keyboard with at most three keys each', async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => 20 - index)
  const server = inboxServer({ rows: numbers.map((number) => rowOf(number)) })
  showInbox()
  await screen.findByText('Peter 20')
  let keys = 0
  const count = (key: string, target?: Element) => {
    keys += 1
    press(key, target)
  }
  count('j')
  for (const number of numbers) {
    await waitFor(() => expect(focusedRow()?.textContent).toContain(`Peter ${number}`))
    // Every third one is snoozed until the first time offered.
    if (number % 3 > 0) count('e')
    else {
      count('z')
      const field = await screen.findByRole('combobox')
      await screen.findAllByRole('option')
      count('Enter', field)
    }
    await waitFor(() => expect(server.calls(`POST ${server.path(number, '/status')}`)).toHaveLength(1))
  }
  await waitFor(() => expect(rowLinks()).toHaveLength(0))
  expect(keys / numbers.length).toBeLessThanOrEqual(3)
})
