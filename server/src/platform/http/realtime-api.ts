import { type ProblemCode, problems, problemText } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import http, { type Server } from 'node:http'
import * as z from 'zod/mini'
import type { ApiReply, ApiRequest, Realtime } from '../realtime/index.ts'
import type { Webhooks } from '../realtime/webhooks/index.ts'
import type { Operation } from '../openapi/operations.ts'
import { acceptRawBodies, rawBodyOf } from './raw-body.ts'
import { listWebhooks, protocolOperations, replayWebhook } from './realtime-operations.ts'

const bodyBytesMax = 1024 * 1024

const Replay = z.object({ url: z.string() })
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Lists the state of the installation's webhook queues and resumes paused ones. */
async function answerWebhooks(
  webhooks: Webhooks | undefined,
  method: string,
  action: string,
  body: Buffer,
): Promise<ApiReply | undefined> {
  if (method === 'GET' && action === 'webhooks')
    return { status: 200, body: { webhooks: (await webhooks?.list()) ?? [] } }
  if (method !== 'POST' || action !== 'webhooks/replay') return undefined
  const parsedRequest = Replay.safeParse(parsed(body))
  if (!parsedRequest.success) return { status: 400, body: { error: 'url is needed' } }
  const isThere = await webhooks?.replay(parsedRequest.data.url)
  return isThere ? { status: 200, body: {} } : { status: 404, body: { error: 'Unknown address' } }
}

/**
 * The signed HTTP API of the Pusher application. The signature covers the raw body, so the body isn't parsed
 * before.
 */
export function realtimeApiRoutes(
  app: FastifyInstance,
  realtime: Realtime,
  webhooks: Webhooks | undefined,
): void {
  void app.register(async (scope) => {
    acceptRawBodies(scope, bodyBytesMax)
    const route = (
      url: string,
      operations: readonly Operation[],
      answer: (parsedRequest: ApiRequest, body: Buffer) => Promise<ApiReply>,
    ) =>
      scope.route({
        method: ['GET', 'POST'],
        url,
        config: { policy: 'signature', operations },
        handler: async (request, reply) => {
          const body = rawBodyOf(request)
          const answered = await answer({ method: request.method, url: request.raw.url ?? '', body }, body)
          return reply
            .code(answered.status)
            .type('application/json; charset=utf-8')
            .send(JSON.stringify(answered.body))
        },
      })
    const theirs = (parsedRequest: ApiRequest) => realtime.handleApi(parsedRequest)
    const ours = async (parsedRequest: ApiRequest, body: Buffer) => {
      const checked = await realtime.checkApi(parsedRequest)
      if ('status' in checked) return checked
      return (
        (await answerWebhooks(webhooks, parsedRequest.method, checked.action, body)) ?? theirs(parsedRequest)
      )
    }
    route('/apps/*', protocolOperations, theirs)
    route('/apps/:app_id/webhooks', [listWebhooks], ours)
    route('/apps/:app_id/webhooks/replay', [replayWebhook], ours)
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
        response
          .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
          .end(JSON.stringify(body))
      }
      const reject = (code: ProblemCode, detail = '') =>
        answer(problems[code], { code, message: problemText('en', code, { detail }) })
      request.on('data', (chunk: Buffer) => {
        // The rest is read, because the client could lose a response to an unread request.
        if (response.headersSent) return
        size += chunk.length
        if (size <= bodyBytesMax) return void chunks.push(chunk)
        response.setHeader('connection', 'close')
        reject('too_large')
      })
      request.on('end', () => {
        if (response.headersSent) return
        const { method = 'GET', url = '' } = request
        if (!url.startsWith('/apps/')) return reject('page_not_found', url.split('?')[0])
        void realtime
          .handleApi({ method, url, body: Buffer.concat(chunks) })
          .then(({ status, body }) => answer(status, body))
      })
    },
  )
  realtime.attach(server)
  return server
}
