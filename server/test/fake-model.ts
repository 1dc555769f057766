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
/** The request body of `POST /v1/embeddings`. */
export interface EmbeddingRequest {
  model: string
  input: string[]
  encoding_format?: string
}
/** The vectors of the texts; or a handler that writes the response itself. */
export type EmbeddingBehavior =
  | ((request: EmbeddingRequest) => number[][])
  | { respond: (reply: ServerResponse, request: EmbeddingRequest) => void }
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

/** Words of one meaning. */
const meanings = [
  ['terrier', 'puppy', 'pets', 'animals'],
  ['join', 'come', 'welcome', 'allowed'],
  ['money', 'refund', 'refunds', 'reimbursed'],
  ['cancel', 'unsubscribe', 'terminate'],
]
const dimension = 64
/** The same for the same words and for words of one meaning, otherwise different. */
export function vectorOf(text: string): number[] {
  const vector = Array.from({ length: dimension }, () => 0)
  for (const word of new Set(text.toLowerCase().match(/\p{L}{3,}/gu))) {
    const known = meanings.findIndex((each) => each.includes(word))
    let hash = 7
    for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
    const place = known >= 0 ? known : meanings.length + (hash % (dimension - meanings.length))
    vector[place] = (vector[place] ?? 0) + (known >= 0 ? 4 : 1)
  }
  return vector
}
const embedEach: EmbeddingBehavior = ({ input }) => input.map(vectorOf)
const base64 = (vector: number[]) => Buffer.from(Float32Array.from(vector).buffer).toString('base64')

/** Sends vectors as OpenAI's API does, in the encoding that was asked for unless another one is given. */
export function sendVectors(
  reply: ServerResponse,
  { model, encoding_format }: EmbeddingRequest,
  vectors: readonly (number | null)[][],
  encoding = encoding_format ?? 'float',
) {
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: encoding === 'base64' ? base64(vector.map((each) => each ?? Number.NaN)) : vector,
  }))
  const usage = { prompt_tokens: 9, total_tokens: 9 }
  reply
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ object: 'list', data, model, usage }))
}

const error = (reply: ServerResponse, status: number, code: string, message: string) =>
  reply
    .writeHead(status, {
      'content-type': 'application/json',
      ...(status === 429 ? { 'retry-after': '20' } : {}),
    })
    .end(JSON.stringify({ error: { message, type: code, param: null, code } }))

/** Fails as OpenAI's API does. */
export const fails = (status: number, code: string) => ({
  respond: (reply: ServerResponse) => void error(reply, status, code, `Error ${status}`),
})

/** A server with OpenAI's chat and embeddings API on this machine. Tests set what it answers. */
export async function fakeModel(key = 'sk-test-secret') {
  const model = {
    behavior: (() => 'NO_ANSWER') as ModelBehavior,
    requests: [] as ModelRequest[],
    embedding: embedEach,
    embeddings: [] as EmbeddingRequest[],
    /** Sets everything back. */
    reset() {
      model.requests.length = 0
      model.embeddings.length = 0
      model.embedding = embedEach
    },
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
      const isEmbedding = request.url === '/v1/embeddings'
      if (request.method !== 'POST' || (!isEmbedding && request.url !== '/v1/chat/completions'))
        return error(reply, 404, 'not_found', 'Unknown request URL')
      if (isEmbedding) {
        // The client under test writes JSON.
        const body = JSON.parse(Buffer.concat(parts).toString()) as EmbeddingRequest
        model.embeddings.push(body)
        if (request.headers.authorization !== `Bearer ${model.key}`)
          return error(reply, 401, 'invalid_api_key', 'Incorrect API key provided')
        const { embedding } = model
        if (typeof embedding !== 'function') return embedding.respond(reply, body)
        return sendVectors(reply, body, embedding(body))
      }
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
