import type { EventListener, Reply, PresenceMember, Transport } from '@ozvi/wire'
import { act } from '@testing-library/react'
import { createApiErrorHandler, withConfirmation } from '#platform/calls/auth-errors.ts'
import { connectApiClient } from '#platform/calls/api-client.ts'
import { confirmIdentity } from '#dashboard/confirmation'

type Answer = (body: unknown) => unknown
export interface Sent {
  method: string
  url: string
  body: unknown
}
/** An error as the server returns it. */
export const errorReply = (
  status: number,
  code: string,
  message: string,
  errors?: Record<string, string[]>,
): Reply => ({
  status,
  body: { code, message, ...(errors ? { errors } : {}) },
})
const isReply = (answer: unknown): answer is Reply =>
  typeof answer === 'object' &&
  answer !== null &&
  'status' in answer &&
  typeof answer.status === 'number' &&
  'body' in answer

/** An event was delivered; the cache notifies its observers in a later task. */
const whenListening = (onChange: () => void) =>
  act(async () => {
    onChange()
    await new Promise((resolve) => setTimeout(resolve))
  })

/**
 * A server controlled by the test: the response of each call, by `PUT /api/integration`, without its query. Plain
 * values are wrapped in `data`; an `errorReply(…)` is returned as is. Calls without a response get a 404.
 *
 * @param options.isLive whether its channels are live when they are listened to
 */
export function createTestTransport(answers: Record<string, Answer>, { isLive = false } = {}) {
  const sent: Sent[] = []
  const left: string[] = []
  const subscriptions: { channel: string; event: string; listener: EventListener<unknown> }[] = []
  const watchers: { channel: string; received: (members: PresenceMember[]) => void }[] = []
  const onApiError = createApiErrorHandler({
    leave: (path) => left.push(path),
    returnTo: () => '/en/here?x=1',
  })
  const send: Transport['send'] = async (method, url, body, options) => {
    sent.push({ method, url, body })
    const answer = answers[`${method} ${url.split('?')[0]}`]
    const answered = answer ? await answer(body) : errorReply(404, 'not_found', 'We couldn’t find that.')
    const reply = isReply(answered) ? answered : { status: 200, body: { data: answered } }
    if (reply.status >= 400) onApiError(reply, { method, url, options })
    return reply
  }
  connectApiClient({
    send: withConfirmation(send, confirmIdentity),
    listen(channel, event, listener) {
      const one = { channel, event, listener }
      subscriptions.push(one)
      if (isLive) listener.live()
      return () => void subscriptions.splice(subscriptions.indexOf(one), 1)
    },
    watch(channel, onChange) {
      const one = { channel, received: onChange }
      watchers.push(one)
      return () => void watchers.splice(watchers.indexOf(one), 1)
    },
  })
  return {
    sent,
    /** Pages the browser was redirected to. */
    left,
    subscriptions,
    watchers,
    answers,
    /** Delivers an event to all its listeners on any channel. */
    emit: (name: string, data: unknown = {}) =>
      whenListening(() => {
        for (const { event, listener } of [...subscriptions]) if (event === name) listener.received(data)
      }),
    /** Other members of a presence channel. */
    setMembers: (channel: string, members: PresenceMember[]) =>
      whenListening(() => {
        for (const one of watchers) if (one.channel === channel) one.received(members)
      }),
    /** Makes every channel live (again). */
    goLive: () =>
      whenListening(() => {
        for (const { listener } of [...subscriptions]) listener.live()
      }),
    calls: (call: string) => sent.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === call),
  }
}
