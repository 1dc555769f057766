import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './caller.ts'

/** What a sender knows about one of its messages. */
export interface Sent {
  conversation_id: string
  author_id: string
  id: string
  body: string
  /** Position in the conversation, from the server's acknowledgement. */
  seq?: number
  /** Attempts with an unknown outcome. */
  unclear: number
}
/** Resolves when the server has acknowledged. */
export type Send = (message: Sent, signal: AbortSignal) => Promise<{ id: string; body: string; seq: number }>

export interface SenderOptions {
  author_id: string
  /** Target of the next message. */
  conversation: () => string
  send: Send
  pause_ms_max: number
  onFault: (fault: string) => void
}

/** How often a sender aborts a request and repeats it immediately, so that two run concurrently. */
const impatience = 0.05
/** How often a visitor leaves after an unknown outcome and never retries. */
const desertion = 0.2
const answerWithin_ms = 10_000

/**
 * Sends messages one at a time, each with its own id and repeated until it is acknowledged: like the widget's
 * outbox, with shorter delays.
 */
export function createSender({ author_id, conversation, send, pause_ms_max, onFault }: SenderOptions) {
  const sent: Sent[] = []
  let isStopping = false
  let running: Promise<void> = Promise.resolve()

  async function deliver(message: Sent) {
    for (let tries = 0; ; tries++) {
      const isImpatient = Math.random() < impatience
      const signal = AbortSignal.timeout(isImpatient ? 1 + Math.floor(Math.random() * 15) : answerWithin_ms)
      try {
        const storedIds = await send(message, signal)
        if (storedIds.id !== message.id || storedIds.body !== message.body)
          onFault(`message ${message.id} was acknowledged as another one`)
        message.seq = storedIds.seq
        return
      } catch (problem) {
        if (!isPassing(problem)) return onFault(`message ${message.id} was rejected: ${String(problem)}`)
        message.unclear++
        if (isImpatient) continue
        if (tries === 0 && !isStopping && Math.random() < desertion) return
        await sleep(100 + Math.random() * 200)
      }
    }
  }
  function write(): Sent {
    const id = crypto.randomUUID()
    const body = `${sent.length + 1}: ${id}`
    const message = { conversation_id: conversation(), author_id, id, body, unclear: 0 }
    sent.push(message)
    return message
  }

  return {
    sent,
    /** Records a message that the caller sends with `send`; the caller records its acknowledgement. */
    write,
    send,
    /** Sends one message and waits for its acknowledgement. */
    sendOne: () => deliver(write()),
    start() {
      isStopping = false
      running = (async () => {
        while (!isStopping) {
          await deliver(write())
          await sleep(Math.random() * pause_ms_max)
        }
      })()
    },
    /** Resolves when the last pending message has been acknowledged. */
    async stop() {
      isStopping = true
      await running
    },
  }
}
export type Sender = ReturnType<typeof createSender>
