import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './caller.ts'

/** What a sender knows of one message it wrote. */
export interface Sent {
  conversation_id: string
  author_id: string
  id: string
  body: string
  /** Place in the conversation as the server acknowledged it. */
  seq?: number
  /** Attempts with an unknown outcome. */
  unclear: number
}
/** Resolves when the server has acknowledged. */
export type Send = (message: Sent, signal: AbortSignal) => Promise<{ id: string; body: string; seq: number }>

export interface SenderOptions {
  author_id: string
  /** Where the next message goes. */
  conversation: () => string
  send: Send
  pause_ms_max: number
  onFault: (fault: string) => void
}

/** How often a sender aborts a request and repeats it immediately, so that two run at once. */
const impatience = 0.05
/** How often a visitor leaves after an unknown outcome and never retries. */
const desertion = 0.2
const answerWithin_ms = 10_000

/**
 * Writes message after message. One at a time, each with an id of its own, repeated under that id until it is
 * acknowledged: what the widget's outbox does, only with shorter pauses.
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
        if (!isPassing(problem)) return onFault(`message ${message.id} was refused: ${String(problem)}`)
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
    /** Records a message that the caller sends with `send`, and whose acknowledgement the caller records. */
    write,
    send,
    /** Writes one message and waits for its acknowledgement. */
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
    /** Resolves when the last message under way has been acknowledged. */
    async stop() {
      isStopping = true
      await running
    },
  }
}
export type Sender = ReturnType<typeof createSender>
