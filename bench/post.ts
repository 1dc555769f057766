import { Agent, request } from 'node:http'
import type { Visitor } from '../server/test/chaos/caller.ts'

/** A message of typical length. */
export const body =
  'Hello, I ordered two pairs of shoes last week and only one of them has arrived. Can you help me?'

interface MessageRequest {
  path: string
  headers?: Record<string, string>
  payload: string
}
/** Posts JSON over kept connections with minimal overhead. Rejects without a response. */
export function createClient(port: number, connections_max = 256) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections_max })
  function post({ path, headers, payload }: MessageRequest): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request({
        agent,
        port,
        host: 'localhost',
        method: 'POST',
        path,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        },
      })
      sent.on('error', reject)
      sent.on('response', (reply) => {
        let text = ''
        reply.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
      })
      sent.end(payload)
    })
  }
  return { post, close: () => agent.destroy() }
}

/** A visitor's message as a request. */
export const messageRequest = (
  { caller, conversation_id }: Visitor,
  id: string,
  text = body,
): MessageRequest => ({
  path: `/api/visitor/conversation/${conversation_id}/message`,
  headers: caller.headers,
  payload: JSON.stringify({ id, body: text, locale: 'en' }),
})

/** Posts visitors' messages; an unacknowledged one is an error. */
export function createPoster(port: number) {
  const client = createClient(port)
  async function post(visitor: Visitor, id: string, text = body): Promise<void> {
    const answer = await client.post(messageRequest(visitor, id, text))
    if (answer.status !== 200 || !answer.text.includes(id))
      throw new Error(`not acknowledged: ${answer.status} ${answer.text}`)
  }
  return { post, close: client.close }
}
