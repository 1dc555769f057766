import { Agent, request } from 'node:http'
import type { Visitor } from '../server/test/chaos/caller.ts'

/** A message as benches send it: of the length that people write. */
export const body =
  'Hello, I ordered two pairs of shoes last week and only one of them has arrived. Can you help me?'

/** Posts visitors' messages over kept connections, with as little work on this side as there can be. */
export function createPoster(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  function post({ caller, conversation_id }: Visitor, id: string, text = body): Promise<void> {
    const payload = JSON.stringify({ id, body: text, locale: 'en' })
    return new Promise((resolve, reject) => {
      const sent = request({
        agent,
        port,
        host: 'localhost',
        method: 'POST',
        path: `/api/visitor/conversation/${conversation_id}/message`,
        headers: {
          ...caller.headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        },
      })
      sent.on('error', reject)
      sent.on('response', (reply) => {
        let answer = ''
        reply.setEncoding('utf8').on('data', (text: string) => {
          answer += text
        })
        reply.on('end', () => {
          if (reply.statusCode === 200 && answer.includes(id)) resolve()
          else reject(new Error(`not acknowledged: ${reply.statusCode} ${answer}`))
        })
      })
      sent.end(payload)
    })
  }
  return { post, close: () => agent.destroy() }
}
