import type { FastifyInstance } from 'fastify'
import http, { type Server } from 'node:http'
import type { Realtime } from '../realtime/index.ts'

const bodyBytesMax = 1024 * 1024

/** The signed HTTP API of the Pusher application: its signature is over the raw body, so nothing parses it. */
export function realtimeApiRoutes(app: FastifyInstance, realtime: Realtime): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: ['GET', 'POST'],
      url: '/apps/*',
      config: { policy: 'signature' },
      handler: (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const answer = realtime.handleApi({ method: request.method, url: request.raw.url ?? '', body })
        void reply
          .code(answer.status)
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(answer.body))
      },
    })
  })
}

/** The socket's own port: upgrades and the same HTTP API, nothing else. */
export function createRealtimePort(realtime: Realtime): Server {
  const server = http.createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      const chunks: Buffer[] = []
      let size = 0
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }
      request.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > bodyBytesMax) {
          answer(413, { message: 'That is too large.' })
          request.destroy()
        } else chunks.push(chunk)
      })
      request.on('end', () => {
        if (!request.url?.startsWith('/apps/'))
          return answer(404, { message: `Page not found: ${request.url ?? ''}` })
        const reply = realtime.handleApi({
          method: request.method ?? 'GET',
          url: request.url,
          body: Buffer.concat(chunks),
        })
        answer(reply.status, reply.body)
      })
    },
  )
  realtime.attach(server)
  return server
}
