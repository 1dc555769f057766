import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import PusherServer from 'pusher'
import type { WebhookEvent } from '../webhooks/events.ts'
import { app } from './standalone.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
const pusher = new PusherServer({ appId: app.id, key: app.key, secret: app.secret, cluster: 'none' })

/** A server that receives webhooks; `answer` can be changed during a test. */
export async function startReceiver() {
  const received: Received[] = []
  const receiver = {
    received,
    answer: (response: ServerResponse): unknown => response.end('ok'),
    /** All events so far, in order of arrival. */
    events: (): WebhookEvent[] => received.flatMap((each) => read(each).getEvents() as WebhookEvent[]),
    /** Whether the official package accepts each signature. */
    validities: () => received.map((each) => read(each).isValid()),
    url: '',
    host: '',
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      receiver.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this type.
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  receiver.url = `http://${receiver.host}/hooks`
  return receiver
}

const read = ({ headers, body }: Received) => pusher.webhook({ headers, rawBody: body })
