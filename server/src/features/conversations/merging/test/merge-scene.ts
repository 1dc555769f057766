import {
  applyMessageSent,
  continuity,
  listMessages,
  mergeConversation,
  type Message,
  messageSent,
  sendMessage,
  sendVisitorMessage,
} from '@ozvi/contract'
import { afterAll } from 'vitest'
import { testServer } from '../../../../../test/server.ts'

export const draft = (body: string) => ({ id: crypto.randomUUID(), body })
export const locale = 'en' as const
export type Key = { integration_id: string; conversation_id: string }
export const firstMessage = (messages: { kind: string; body: string }[]) =>
  messages.filter(({ kind }) => kind === 'text' || kind === 'note').map(({ body }) => body)
export const withoutGaps = (messages: Message[]) =>
  messages.map(({ prev }) => prev).join() === [0, ...messages.slice(0, -1).map(({ seq }) => seq)].join()

/** A server for one test file, with customers who have two conversations. */
export async function mergeScene() {
  const server = await testServer({}, { isAnswering: false })
  afterAll(() => server[Symbol.asyncDispose]())

  /** One customer with two conversations; customer and team have written alternately in both. */
  async function two() {
    const created = await server.seed.conversation()
    const { integration_id, browser, visitor, conversation_id } = created
    const other_id = crypto.randomUUID()
    const a = { integration_id, conversation_id }
    const b = { integration_id, conversation_id: other_id }
    const sendText = (at: { conversation_id: string }, body: string) =>
      visitor.browser.call(sendVisitorMessage, { ...at, locale, ...draft(body) })
    await sendText(b, 'B1')
    await browser.call(sendMessage, { ...a, ...draft('A2') })
    await browser.call(sendMessage, { ...b, kind: 'note', ...draft('B2 note') })
    await sendText(b, 'B3')
    const merge = () =>
      browser.call(mergeConversation, { ...b, id: crypto.randomUUID(), into_id: conversation_id })
    return { ...created, a, b, sendText, merge }
  }
  /** A client that holds a thread: it applies events and reads again after a gap. */
  function client(browser: Awaited<ReturnType<typeof two>>['browser'], key: Key) {
    const events = server.watch(messageSent.channel(key), 'MessageSent')
    let stored: Message[] = []
    const last = () => stored.at(-1)?.seq ?? 0
    return {
      async begin() {
        stored = await browser.call(listMessages, key)
      },
      async follow() {
        for (const { data } of events.splice(0)) {
          // The channel's events that carry a message.
          const message = data as Message
          const position = continuity(last(), message)
          if (position === 'next') stored = applyMessageSent(stored, message)
          if (position === 'gap')
            stored = (await browser.call(listMessages, { ...key, after_seq: last() })).reduce(
              applyMessageSent,
              stored,
            )
        }
        return stored
      },
    }
  }
  return { server, two, client }
}
