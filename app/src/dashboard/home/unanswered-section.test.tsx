// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Role } from '@ozvi/contract'
import { Integration } from '@ozvi/contract/schemas'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import { UnansweredSection } from './unanswered-section.tsx'

// The dialog's messages; in a browser they are loaded with it.
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}))))
afterEach(() => vi.unstubAllGlobals())
const at = `/api/integration/${greenBean.id}`
const question = (n: number, question: string, more: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  question,
  others: [],
  people: 1,
  asked_at: '2026-11-20T10:00:00.000Z',
  conversation_id: `00000000-0000-4000-8000-00000000010${n}`,
  ...more,
})
const questions = [
  question(1, 'Do you ship to Norway?', { people: 4, others: ['Shipping to Norway', 'Ship Norway'] }),
  ...[2, 3, 4, 5, 6].map((n) => question(n, `Question ${n}?`)),
]
function show(role: Role, items: object[] = questions) {
  const server = createTestTransport({
    'GET /api/user': () => ({ ...eva, integrations: [greenBean] }),
    [`GET ${at}/unanswered-question`]: () => ({ items, total: items.length }),
  })
  function Page() {
    return <UnansweredSection integration={Integration.parse({ ...greenBean, role })} />
  }
  showPage(Page, { path: '/en/app/i/:integrationId', at: `/en/app/i/${greenBean.id}` })
  return server
}
const region = () => screen.findByRole('region', { name: /^Unanswered questions/ })

test('S2.03 an unanswered question is answered in one step, with its wordings prefilled, and disappears', async () => {
  const server = show('editor')
  const list = await region()
  await within(list).findByText('Do you ship to Norway?')
  expect(
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Do you ship to Norway?', 'Question 2?', 'Question 3?', 'Question 4?', 'Question 5?'])
  expect(list.textContent).toContain('4 people')
  expect(list.textContent).toContain('Also asked: “Shipping to Norway”, “Ship Norway”')
  fireEvent.click(within(list).getByRole('button', { name: 'Show more (1 left)' }))
  expect(within(list).getAllByRole('link')).toHaveLength(6)

  fireEvent.click(within(list).getByRole('button', { name: 'Add answer: Do you ship to Norway?' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Question/).value).toBe('Do you ship to Norway?')
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>(/alternative/i).value).toBe(
    'Shipping to Norway\nShip Norway',
  )
  fireEvent.change(within(dialog).getByLabelText(/^Answer/), { target: { value: 'Yes, for 12 EUR.' } })
  server.answers[`POST ${at}/data-source/question`] = () => ({ id: questions[0]?.id, version: 1 })
  server.answers[`GET ${at}/unanswered-question`] = () => ({ items: questions.slice(1), total: 5 })
  fireEvent.submit(
    within(dialog)
      .getByLabelText(/^Answer/)
      .closest('form') ?? dialog,
  )
  await waitFor(() =>
    expect(server.calls(`POST ${at}/data-source/question`).map(({ body }) => body)).toMatchObject([
      { question: 'Do you ship to Norway?', answer: 'Yes, for 12 EUR.', unanswered_id: questions[0]?.id },
    ]),
  )
  await server.emit('UnansweredChanged', { integration_id: greenBean.id })
  await waitFor(() => expect(within(list).queryByText('Do you ship to Norway?')).toBeNull())
})
test('S6.02 an agent suggests the answer', async () => {
  const server = show('agent')
  fireEvent.click(await screen.findByRole('button', { name: 'Suggest answer: Question 2?' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^Answer/), { target: { value: 'Yes.' } })
  fireEvent.submit(
    within(dialog)
      .getByLabelText(/^Answer/)
      .closest('form') ?? dialog,
  )
  await waitFor(() =>
    expect(
      server.sent.filter(({ url }) => url.includes('/suggestion/')).map(({ body }) => body),
    ).toMatchObject([{ question: 'Question 2?', answer: 'Yes.', unanswered_id: questions[1]?.id }]),
  )
  expect(screen.queryByRole('button', { name: 'Dismiss: Question 2?' })).toBeNull()
})
test('a viewer sees the questions read-only', async () => {
  show('viewer')
  const list = await region()
  await within(list).findByText('Question 2?')
  expect(
    within(list)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Show more (1 left)'])
})
test('a dismissed question disappears immediately, and undo restores it', async () => {
  const server = show('owner')
  const path = `PUT ${at}/unanswered-question/${questions[1]?.id}/dismissed`
  server.answers[path] = () => null
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss: Question 2?' }))
  await waitFor(() => expect(server.calls(path).map(({ body }) => body)).toEqual([{ is_dismissed: true }]))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.calls(path).at(-1)?.body).toEqual({ is_dismissed: false }))
})
test('without unanswered questions there is an empty state', async () => {
  show('owner', [])
  expect(await screen.findByText('No unanswered questions')).toBeTruthy()
})
