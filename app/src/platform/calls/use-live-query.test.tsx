// @vitest-environment jsdom
import { applyMessageSent, type Message, messageSent } from '@ozvi/contract'
import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../../test/render.tsx'
import { createTestTransport } from '../../../test/transport.ts'
import { useLiveQuery, useInvalidateOn } from './use-live-query.ts'
import { createQueryClient } from './query-client.ts'
import { send } from './api-client.ts'

const conversation_id = '01980000-0000-7000-8000-000000000007'
const messageOf = (seq: number, body: string) =>
  ({ id: String(seq), conversation_id, seq, prev: seq - 1, body }) as Message
const messages = queryOptions({
  queryKey: ['messages'],
  queryFn: async () => ((await send('GET', '/messages', undefined)).body as { data: Message[] }).data,
})
function Thread() {
  useLiveQuery(messages, messageSent, { conversation_id }, applyMessageSent)
  const { data } = useQuery(messages)
  return <p>{data ? data.map(({ body }) => body).join(' | ') : 'Waiting'}</p>
}
function Count() {
  useInvalidateOn(messages, messageSent, { conversation_id })
  return <p>{useQuery(messages).data?.length}</p>
}

/** A thread whose loads are resolved manually, each with the state at its start. */
async function open(node: ReactNode, stored: Message[]) {
  const reads: (() => void)[] = []
  const server = createTestTransport({
    'GET /messages': async () => {
      const seen = [...stored]
      await new Promise<void>((answer) => reads.push(answer))
      return seen
    },
  })
  show(<QueryClientProvider client={createQueryClient()}>{node}</QueryClientProvider>)
  const answer = async (nth: number) => {
    await waitFor(() => expect(reads.length).toBe(nth))
    await act(async () => reads[nth - 1]?.())
  }
  await answer(1)
  const subscription = server.subscriptions[0]
  expect([subscription?.channel, subscription?.event]).toEqual([
    `presence-conversation.${conversation_id}`,
    'MessageSent',
  ])
  return {
    reads,
    answer,
    live: () => act(() => subscription?.listener.live()),
    received: (message: Message) => act(() => subscription?.listener.received(message)),
  }
}
const expectText = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeDefined())

test('an event without a pending load appears once, without another load', async () => {
  const page = await open(<Thread />, [messageOf(1, 'Hello?')])
  page.received(messageOf(2, 'Anyone there?'))
  page.received(messageOf(2, 'Anyone there?'))
  await expectText('Hello? | Anyone there?')
  expect(page.reads.length).toBe(1)
})
test('an event between loading and subscribing isn’t lost', async () => {
  const stored = [messageOf(1, 'Hello?')]
  const page = await open(<Thread />, stored)
  stored.push(messageOf(2, 'While you mounted'))
  page.live()
  await page.answer(2)
  await expectText('Hello? | While you mounted')
})
test('data loaded after its channel was live isn’t loaded again', async () => {
  const server = createTestTransport({ 'GET /messages': () => [messageOf(1, 'Hello?')] }, { isLive: true })
  const cache = createQueryClient()
  const thread = (
    <QueryClientProvider client={cache}>
      <Thread />
    </QueryClientProvider>
  )
  const { unmount } = show(thread)
  await expectText('Hello?')
  expect(server.calls('GET /messages')).toHaveLength(1)
  // Cached data may be older than the subscription.
  unmount()
  server.answers['GET /messages'] = () => [messageOf(1, 'Hello?'), messageOf(2, 'While you were away')]
  show(thread)
  await expectText('Hello? | While you were away')
})
test('an event during a load isn’t overwritten by the older response', async () => {
  const stored = [messageOf(1, 'Hello?')]
  const page = await open(<Thread />, stored)
  page.live()
  await waitFor(() => expect(page.reads.length).toBe(2))
  stored.push(messageOf(2, 'In between'))
  page.received(messageOf(2, 'In between'))
  await page.answer(2)
  await page.answer(3)
  await expectText('Hello? | In between')
})
test('an event that can’t be applied reloads the data', async () => {
  const stored = [messageOf(1, 'Hello?')]
  const page = await open(<Count />, stored)
  await expectText('1')
  stored.push(messageOf(2, 'More'))
  page.received(messageOf(2, 'More'))
  await page.answer(2)
  await expectText('2')
})
