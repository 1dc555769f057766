// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { conversationHidden, typingTtl_ms, viewerChanged, teammateTypingChanged } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { rowLinks } from '../../../../test/inbox-list.ts'
import { conversationId, jana, messageOf, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { showInbox } from '../../../../test/show-inbox.tsx'
import { mockLayout } from '../../../../test/layout.ts'

beforeEach(() => {
  mockLayout()
  localStorage.clear()
})
const integration_id = greenBean.id
const call = `GET /api/integration/${integration_id}/viewers`
const at = (number: number, user_id: string) => ({ conversation_id: conversationId(number), user_id })
const row = (number: number) =>
  rowLinks().find(({ dataset }) => dataset['conversation'] === conversationId(number))?.textContent
const header = () =>
  within(screen.getByRole('heading', { name: 'Peter 1' }).closest('header') ?? document.body)

async function show() {
  const server = inboxServer({ rows: [rowOf(2), rowOf(1)], messages: [messageOf(1, 1)] })
  server.answers[call] = () => [at(2, jana.id), at(2, eva.id)]
  showInbox({ at: `/${conversationId(1)}` })
  await screen.findByRole('log')
  await waitFor(() => expect(row(2)).toContain('Jana Kováčová is viewing this too'))
  return {
    ...server,
    come: (number: number, user_id: string, is_viewing = true) =>
      server.emit(viewerChanged.name, { ...at(number, user_id), integration_id, is_viewing }),
    write: (number: number, user_id: string, is_writing = true) =>
      server.emit(teammateTypingChanged.name, { ...at(number, user_id), integration_id, is_writing }),
  }
}

test('rows and the header show live which teammates have a conversation open', async () => {
  const { come } = await show()
  expect(row(1)).not.toContain('is here')
  expect(row(2)).not.toContain(eva.name)
  await come(1, jana.id)
  expect(row(1)).toContain('Jana Kováčová is viewing this too')
  expect(header().getByRole('status').textContent).toContain('Jana Kováčová is viewing this too')
  await come(1, jana.id, false)
  expect(row(1)).not.toContain('is here')
  expect(header().getByRole('status').textContent).toBe('')
  // One's own other window doesn't count.
  await come(1, eva.id)
  expect(row(1)).not.toContain('is here')
})

test('typing members are shown until they stop or their indicator expires', async () => {
  const { come, write } = await show()
  await come(1, jana.id)
  await write(1, jana.id)
  expect(row(1)).toContain('Jana Kováčová is typing…')
  expect(header().getByText('Jana Kováčová is typing…')).toBeTruthy()
  await write(1, jana.id, false)
  expect(row(1)).toContain('Jana Kováčová is viewing this too')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    act(() => undefined)
    const typingEvent = write(1, jana.id)
    await vi.advanceTimersByTimeAsync(1)
    await typingEvent
    expect(row(1)).toContain('is typing…')
    await act(() => vi.advanceTimersByTimeAsync(typingTtl_ms + 10))
    expect(row(1)).not.toContain('is typing…')
    expect(row(1)).toContain('is viewing this too')
  } finally {
    vi.useRealTimers()
  }
})

test('conversations that are no longer visible show no viewers, and a resubscribed channel reloads them', async () => {
  const server = await show()
  await server.emit(conversationHidden.name, {
    integration_id,
    conversation_id: conversationId(2),
    version: 0,
  })
  await waitFor(() => expect(row(2) ?? '').not.toContain('is here'))
  server.answers[call] = () => [at(1, jana.id)]
  await server.goLive()
  await waitFor(() => expect(row(1)).toContain('Jana Kováčová is viewing this too'))
})
