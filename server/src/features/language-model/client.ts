import type { Egress } from '#platform/egress/index.ts'
import { type Endpoint, ModelError, modelTimings, type ModelTimings, withClient } from './connection.ts'

export interface ChatMessage {
  role: 'system' | 'user'
  content: string
}

/** A response is cut off here: it can't be an answer of a few sentences. */
const response_bytes_max = 1_000_000
const reply_chars_max = 8_000

/**
 * Streams the text of one chat completion.
 *
 * @throws ModelError whatever goes wrong; an incomplete reply is `unreadable`
 */
export const streamChat = (
  egress: Egress,
  endpoint: Endpoint,
  messages: readonly ChatMessage[],
  tokens_max: number,
  timings: ModelTimings = modelTimings,
): AsyncGenerator<string, void> =>
  withClient(egress, endpoint, timings, response_bytes_max, async function* (client) {
    const stream = await client.chat.completions.create({
      model: endpoint.chat_model,
      messages: [...messages],
      stream: true,
      temperature: 0,
      max_tokens: tokens_max,
    })
    let chars = 0
    let isFinished = false
    for await (const chunk of stream) {
      const [choice] = chunk.choices ?? []
      const text: unknown = choice?.delta?.content
      if (typeof text === 'string' && text !== '') {
        chars += text.length
        if (chars > reply_chars_max) throw new ModelError('unreadable')
        // Some models write NUL, which PostgreSQL can't store.
        yield text.replaceAll('\0', '')
      }
      isFinished ||= Boolean(choice?.finish_reason)
    }
    // The client closes the connection after the last event.
    if (!isFinished) throw new ModelError('unreadable')
  })
