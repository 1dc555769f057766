import { deleteConversation, listTags, uploadFile } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { upload } from '../../../test/upload.ts'
import { keyedIn } from './test/keyed.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const keyed = keyedIn(server)

test('an idempotency key returns the stored response, and is rejected for another request', async () => {
  const { browser, integration_id, program } = await keyed()
  const url = `/api/integration/${integration_id}/tag`
  const post = (token: string, body: object) =>
    program.request('POST', url, body, { 'idempotency-key': token })
  const replies = await Promise.all(Array.from({ length: 8 }, () => post('a-1', { name: 'Parcel' })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(7)
  expect(await browser.call(listTags, { integration_id })).toHaveLength(1)
  const other = await post('a-1', { name: 'Another' })
  expect([other.statusCode, Object.keys((other.json() as { errors: object }).errors)]).toEqual([
    422,
    ['idempotency_key'],
  ])
  // A rejected request leaves the token free.
  expect((await post('a-2', { name: '' })).statusCode).toBe(422)
  expect((await post('a-2', { name: 'Second' })).statusCode).toBe(200)
  for (const hostile of ['', ' ', 'x'.repeat(256), 'á'])
    expect((await post(hostile, { name: 'Third' })).statusCode, hostile).toBe(422)
  expect(await browser.call(listTags, { integration_id })).toHaveLength(2)
})

test('uploads ignore an idempotency key: two files sent with the same one are two files', async () => {
  const { integration_id, program } = await keyed()
  program.headers['idempotency-key'] = 'file-1'
  const url = uploadFile.path.replace(':integration_id', integration_id)
  const ids = [
    await upload(program, url, 'First', 'first.txt'),
    await upload(program, url, 'Second', 'b.txt'),
  ]
  const stored = await server.ctx.db
    .selectFrom('file')
    .where('id', 'in', ids)
    .select(['id', 'name'])
    .execute()
  expect(stored.map(({ name }) => name).toSorted()).toEqual(['b.txt', 'first.txt'])
})

test('SEC-50 stored responses about a conversation are deleted with it', async () => {
  const { browser, integration_id, conversation_id, program } = await keyed()
  const url = `/api/integration/${integration_id}/conversation/${conversation_id}/message`
  const body = { id: crypto.randomUUID(), body: 'Your parcel is here' }
  expect((await program.request('POST', url, body, { 'idempotency-key': 'b-1' })).statusCode).toBe(200)
  const answers = async () =>
    (
      await server.ctx.db
        .selectFrom('api_idempotency')
        .where('integration_id', '=', integration_id)
        .select('answer')
        .execute()
    ).map(({ answer }) => answer)
  expect(await answers()).toEqual([expect.stringContaining('Your parcel is here')])
  await browser.call(deleteConversation, { integration_id, conversation_id })
  expect(await answers()).toEqual([null])
})
