import { getEventListeners } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createClient, OzviConnectionError, OzviError } from '../src/index.ts'

interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
type Answer = (response: ServerResponse) => void
const received: Received[] = []
/** One per request, in order; then successes. */
let answers: Answer[] = []

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    const answer = answers.shift() ?? done({})
    answer(response)
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
// A server on a port has such an address.
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  received.length = 0
  answers = []
})

const done =
  (data: unknown): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
const errorReply =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const client = createClient({ url, key: 'ozvi_test', workspace: 'pk_shop' })
const conversation_id = '7c0f5a52-8f0f-4d52-9c3f-0a6b8f6f7a11'

test('a call has the key, the workspace, and its input in the path, the query or the body', async () => {
  answers = [done([])]
  expect(await client.listMessages({ conversation_id, limit: 10 })).toEqual([])
  await client.setStatus({ conversation_id, status: 'resolved' })
  const [read, write] = received
  expect([read?.method, read?.url]).toEqual([
    'GET',
    `/api/integration/pk_shop/conversation/${conversation_id}/message?limit=10`,
  ])
  expect(read?.headers).toMatchObject({ authorization: 'Bearer ozvi_test' })
  expect(read?.headers['idempotency-key']).toBeUndefined()
  expect([write?.method, write?.url, write?.body]).toEqual([
    'POST',
    `/api/integration/pk_shop/conversation/${conversation_id}/status`,
    '{"status":"resolved"}',
  ])
  expect(write?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/)
})

test('429 500 a failed request is repeated after Retry-After, with the same idempotency key', async () => {
  answers = [
    errorReply(
      429,
      { code: 'rate_limited', message: 'Try again later.', retry_after_s: 1 },
      { 'retry-after': '1' },
    ),
    errorReply(500, { code: 'server_error', message: 'Something went wrong on our end.' }),
    done({ name: 'Refund' }),
  ]
  const startedAt = performance.now()
  expect(await client.createTag({ name: 'Refund' }, { idempotency_key: 'tag-1' })).toMatchObject({
    name: 'Refund',
  })
  expect(performance.now() - startedAt).toBeGreaterThan(1_000)
  expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['tag-1', 'tag-1', 'tag-1'])
})

test('422 an error has its code and fields, and isn’t repeated', async () => {
  answers = [errorReply(422, { code: 'invalid_input', message: 'Check.', errors: { name: ['Taken.'] } })]
  const error = await client.createTag({ name: 'Refund' }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(OzviError)
  expect(error).toMatchObject({ status: 422, code: 'invalid_input', errors: { name: ['Taken.'] } })
  expect(received).toHaveLength(1)
})

test('503 a request is given up after the allowed retries, or if the wait would be too long', async () => {
  const impatient = createClient({ url, key: 'ozvi_test', workspace: 'pk_shop', retries_max: 1 })
  answers = [errorReply(503, {}, { 'retry-after': '0' }), errorReply(503, {}, { 'retry-after': '0' })]
  await expect(impatient.listTags()).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  expect(received).toHaveLength(2)
  answers = [errorReply(429, { code: 'rate_limited' }, { 'retry-after': '3600' })]
  await expect(client.listTags()).rejects.toMatchObject({ code: 'rate_limited', retry_after_s: 3600 })
  expect(received).toHaveLength(3)
})

test('a broken connection is repeated; an unreachable server and a late response are connection errors', async () => {
  answers = [(response) => void response.destroy(), done([])]
  expect(await client.listTags()).toEqual([])
  expect(received).toHaveLength(2)
  const options = { url, key: 'ozvi_test', workspace: 'pk_shop', retries_max: 0 }
  answers = [() => undefined]
  await expect(createClient({ ...options, timeout_ms: 50 }).listTags()).rejects.toThrow(OzviConnectionError)
  // A port that never answers is reserved (RFC 6335).
  await expect(createClient({ ...options, url: 'http://127.0.0.1:1' }).listTags()).rejects.toThrow(
    OzviConnectionError,
  )
})

test('a caller can cancel a call, also while it waits', async () => {
  answers = [errorReply(503, {}, { 'retry-after': '30' })]
  const abort = new AbortController()
  const call = client.listTags({}, { signal: abort.signal })
  await expect.poll(() => received.length).toBe(1)
  abort.abort(new Error('The program ends.'))
  await expect(call).rejects.toThrow('The program ends.')
})

test('a call that was retried leaves no listener on the caller’s signal', async () => {
  answers = [errorReply(503, {}, { 'retry-after': '0' }), done([])]
  const { signal } = new AbortController()
  expect(await client.listTags({}, { signal })).toEqual([])
  expect(received).toHaveLength(2)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('pages of a list are loaded in order, each with the cursor of the previous one', async () => {
  answers = [done({ items: [{ id: '1' }], next: 'c/2' }), done({ items: [{ id: '2' }], next: null })]
  const ids: string[] = []
  for await (const { items } of client.pages('listContacts', { limit: 1 }))
    ids.push(...items.map(({ id }) => id))
  expect(ids).toEqual(['1', '2'])
  expect(received.map(({ url }) => new URL(url, 'http://x').searchParams.get('cursor'))).toEqual([
    null,
    'c/2',
  ])
})

test('a missing parameter throws before a request is sent', async () => {
  // A program without types can do this.
  const untyped = client as unknown as Record<string, (input?: object) => Promise<unknown>>
  await expect(untyped['getContact']?.({})).rejects.toThrow('contact_id is missing')
  expect(received).toEqual([])
})
