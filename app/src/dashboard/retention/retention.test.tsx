// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import { Retention } from './retention.tsx'

const path = `/api/integration/${greenBean.id}/retention`
const run = {
  id: '01980000-0000-7000-8000-000000000a01',
  before: '2026-08-20T02:11:00.000Z',
  conversations: 1204,
  messages: 9871,
  files: 52,
  started_at: '2026-11-18T02:11:00.000Z',
  finished_at: '2026-11-18T02:12:00.000Z',
}
const show = (isEditable = true) =>
  showPage(() => <Retention integration_id={greenBean.id} isEditable={isEditable} />, {
    path: '/en/app/i/:integrationId/settings/general',
    at: `/en/app/i/${greenBean.id}/settings/general`,
  })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('nothing is deleted until the number of conversations is entered', async () => {
  const server = createTestTransport({
    [`GET ${path}`]: () => ({ keep_days: null, is_in_plan: true, runs: [] }),
    [`GET ${path}-preview`]: () => ({ conversations: 1204, messages: 9871, files: 52 }),
    [`PUT ${path}`]: () => ({ keep_days: 90, is_in_plan: true, runs: [run] }),
  })
  show()
  fireEvent.change(await screen.findByLabelText('Keep closed conversations'), { target: { value: '90' } })
  await press('Save')
  expect(await screen.findByText('Delete 1,204 conversations now?')).toBeDefined()
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete conversations' })
  expect(confirm.disabled).toBe(true)
  expect(server.calls(`PUT ${path}`)).toEqual([])
  fireEvent.change(screen.getByLabelText(/Enter the number/), { target: { value: '1204' } })
  await press('Delete conversations')
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({ keep_days: 90 })
  expect(await screen.findByText('9,871')).toBeDefined()
})

test('a retention that deletes nothing yet is turned on without a number', async () => {
  const server = createTestTransport({
    [`GET ${path}`]: () => ({ keep_days: null, is_in_plan: true, runs: [] }),
    [`GET ${path}-preview`]: () => ({ conversations: 0, messages: 0, files: 0 }),
    [`PUT ${path}`]: () => ({ keep_days: 90, is_in_plan: true, runs: [] }),
  })
  show()
  fireEvent.change(await screen.findByLabelText('Keep closed conversations'), { target: { value: '90' } })
  await press('Save')
  expect(
    await screen.findByRole('heading', { name: 'Delete old conversations automatically?' }),
  ).toBeDefined()
  expect(screen.getByText(/^No conversation is old enough to be deleted now\. .* for 90 days/)).toBeDefined()
  expect(screen.queryByLabelText(/Enter the number/)).toBeNull()
  await press('Turn on')
  expect(server.calls(`PUT ${path}`)[0]?.body).toEqual({ keep_days: 90 })
})

test('without retention in the plan a hint is shown, and an existing retention can only be turned off', async () => {
  createTestTransport({
    [`GET ${path}`]: () => ({ keep_days: 90, is_in_plan: false, runs: [] }),
    [`GET /api/integration/${greenBean.id}/plan`]: () => ({ plan: 'starter' }),
  })
  show()
  expect(await screen.findByText('Conversation retention is available from the Pro plan')).toBeDefined()
  const days = screen.getByLabelText<HTMLSelectElement>('Keep closed conversations')
  expect([...days.options].map(({ text }) => text)).toEqual(['90 days', 'Forever'])
})

test('an admin sees the retention and its runs', async () => {
  createTestTransport({ [`GET ${path}`]: () => ({ keep_days: 90, is_in_plan: true, runs: [run] }) })
  show(false)
  expect(await screen.findByText('Closed conversations are deleted after 90 days.')).toBeDefined()
  expect(screen.getByText('1,204')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
