import type { Ear, Reply, Seat, Transport } from '@ozvi/wire'
import { act } from '@testing-library/react'
import { createRefusalHandler, withConfirmation } from '#platform/calls/refusal.ts'
import { connectWire } from '#platform/calls/wire.ts'
import { askIdentity } from '#dashboard/confirmation'

type Answer = (body: unknown) => unknown
export interface Sent {
  method: string
  url: string
  body: unknown
}
/** A refusal as the server writes it. */
export const refuse = (
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

/** Something is heard; the cache tells its readers of it in a task of its own. */
const heard = (hear: () => void) =>
  act(async () => {
    hear()
    await new Promise((resolve) => setTimeout(resolve))
  })

/**
 * A server held by hand: what each call answers, by `PUT /api/integration`, without query. Plain values are
 * wrapped as `data`; a `refuse(…)` passes as it is. Calls without an answer are a 404.
 *
 * @param options.isLive its channels are live when they are listened to
 */
export function handHeld(answers: Record<string, Answer>, { isLive = false } = {}) {
  const sent: Sent[] = []
  const left: string[] = []
  const ears: { channel: string; event: string; ear: Ear<unknown> }[] = []
  const watchers: { channel: string; hear: (seats: Seat[]) => void }[] = []
  const onRefusal = createRefusalHandler({ leave: (path) => left.push(path), returnTo: () => '/en/here?x=1' })
  const send: Transport['send'] = async (method, url, body, options) => {
    sent.push({ method, url, body })
    const answer = answers[`${method} ${url.split('?')[0]}`]
    const said = answer ? await answer(body) : refuse(404, 'not_found', 'We could not find that.')
    const reply = isReply(said) ? said : { status: 200, body: { data: said } }
    if (reply.status >= 400) onRefusal(reply, { method, url, options })
    return reply
  }
  connectWire({
    send: withConfirmation(send, askIdentity),
    listen(channel, event, ear) {
      const one = { channel, event, ear }
      ears.push(one)
      if (isLive) ear.live()
      return () => void ears.splice(ears.indexOf(one), 1)
    },
    watch(channel, hear) {
      const one = { channel, hear }
      watchers.push(one)
      return () => void watchers.splice(watchers.indexOf(one), 1)
    },
  })
  return {
    sent,
    /** Pages the browser was sent to. */
    left,
    ears,
    watchers,
    answers,
    /** An event, to all who listen for it, on whatever channel. */
    tell: (name: string, data: unknown = {}) =>
      heard(() => {
        for (const { event, ear } of [...ears]) if (event === name) ear.hear(data)
      }),
    /** Who else is on a presence channel. */
    seat: (channel: string, seats: Seat[]) =>
      heard(() => {
        for (const one of watchers) if (one.channel === channel) one.hear(seats)
      }),
    /** Every channel is live (again). */
    goLive: () =>
      heard(() => {
        for (const { ear } of [...ears]) ear.live()
      }),
    calls: (call: string) => sent.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === call),
  }
}
