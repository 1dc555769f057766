import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The request body of `POST /v1/chat/completions`, as far as tests look at it. */
export interface ChatRequest {
  model: string
  stream?: boolean
  messages: { role: string; content: string }[]
  tools?: unknown
}
export interface ModelRequest {
  headers: IncomingMessage['headers']
  body: ChatRequest
}
/** Text of the reply, streamed in small pieces; or a handler that writes the response itself. */
export type ModelBehavior =
  | ((request: ChatRequest) => string)
  | { respond: (reply: ServerResponse, request: ChatRequest) => void }

const chunk = (model: string, delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-test',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })}\n\n`

const pieces = (text: string) => text.match(/[\s\S]{1,7}/g) ?? []

export const streamHead = (reply: ServerResponse) =>
  reply.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
/** Writes the first part of a streamed reply, without its end. */
export function streamPart(reply: ServerResponse, model: string, text: string) {
  reply.write(chunk(model, { role: 'assistant', content: '' }))
  for (const piece of pieces(text)) reply.write(chunk(model, { content: piece }))
}

const error = (reply: ServerResponse, status: number, code: string, message: string) =>
  reply
    .writeHead(status, {
      'content-type': 'application/json',
      ...(status === 429 ? { 'retry-after': '20' } : {}),
    })
    .end(JSON.stringify({ error: { message, type: code, param: null, code } }))

/** Fails as OpenAI's API does. */
export const fails = (status: number, code: string): ModelBehavior => ({
  respond: (reply) => error(reply, status, code, `Error ${status}`),
})

/** A server with OpenAI's chat API on this machine. Tests set what it answers. */
export async function fakeModel(key = 'sk-test-secret') {
  const model = {
    behavior: (() => 'NO_ANSWER') as ModelBehavior,
    requests: [] as ModelRequest[],
    base_url: '',
    host: '',
    key,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
        return error(reply, 404, 'not_found', 'Unknown request URL')
      // The client under test writes JSON.
      const body = JSON.parse(Buffer.concat(parts).toString()) as ChatRequest
      model.requests.push({ headers: request.headers, body })
      if (request.headers.authorization !== `Bearer ${model.key}`)
        return error(reply, 401, 'invalid_api_key', 'Incorrect API key provided')
      const { behavior } = model
      if (typeof behavior !== 'function') return behavior.respond(reply, body)
      const text = behavior(body)
      if (!body.stream) {
        const message = { role: 'assistant', content: text, refusal: null }
        return reply.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            id: 'chatcmpl-test',
            object: 'chat.completion',
            created: 1_790_000_000,
            model: body.model,
            choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
            usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 },
          }),
        )
      }
      streamHead(reply)
      streamPart(reply, body.model, text)
      reply.write(chunk(body.model, {}, 'stop'))
      return reply.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on TCP
  model.host = `127.0.0.1:${port}`
  model.base_url = `http://${model.host}/v1`
  return model
}
