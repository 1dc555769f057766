import type { AddressInfo } from 'node:net'
import { apiScopes, createApiKey, revokeApiKey } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { createClient, OzviError } from '../../../../api/src/index.ts'
import { operations } from '../../../../api/src/operations.ts'
import { testServer } from '../../../test/server.ts'

/* The client package against a server on a port. */

const server = await testServer({}, { isAnswering: false })
await server.app.listen({ port: 0, host: '127.0.0.1' })
// A server on a port has such an address.
const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
afterAll(() => server[Symbol.asyncDispose]())

async function clientWith(scopes: (typeof apiScopes)[number][] = [...apiScopes]) {
  const created = await server.seed.conversation()
  const { browser, integration_id } = created
  const { id, key } = await browser.call(createApiKey, { integration_id, name: 'Order bot', scopes })
  return { ...created, api_key_id: id, client: createClient({ url, key, workspace: integration_id }) }
}
const errorOf = (call: Promise<unknown>) => call.catch((error: unknown) => error)

test('a program creates contacts once, and reads them page by page', async () => {
  const { client } = await clientWith()
  const ids = [1, 2, 3].map(() => crypto.randomUUID())
  for (const id of ids) await client.createContact({ id, name: `Jana ${id}` })
  expect(await client.createContact({ id: ids[0] ?? '', name: `Jana ${ids[0]}` })).toMatchObject({
    id: ids[0],
  })
  const found: string[] = []
  for await (const { items } of client.pages('listContacts', { limit: 2, search: 'Jana' }))
    found.push(...items.map(({ id }) => id))
  expect(found.toSorted()).toEqual(ids.toSorted())
  expect(await client.getContact({ contact_id: ids[1] ?? '' })).toMatchObject({ name: `Jana ${ids[1]}` })
})

test('a program replies with a file, and a POST repeated with the same key is done once', async () => {
  const { client, conversation_id } = await clientWith()
  const file = new File(['Invoice 42'], 'invoice.txt', { type: 'text/plain' })
  const { id: file_id, name } = await client.uploadFile({ id: crypto.randomUUID(), file })
  expect(name).toBe('invoice.txt')
  const id = crypto.randomUUID()
  await client.sendMessage({ conversation_id, id, body: 'Here it is.', file_ids: [file_id] })
  const messages = await client.listMessages({ conversation_id })
  expect(messages.at(-1)).toMatchObject({
    id,
    author_name: 'Order bot',
    attachments: [{ name: 'invoice.txt' }],
  })
  const again = { idempotency_key: 'tag-refund' }
  const tag = await client.createTag({ name: 'Refund' }, again)
  expect(await client.createTag({ name: 'Refund' }, again)).toEqual(tag)
  await client.setTags({ conversation_id, add: [tag.id] })
  expect(await client.getConversation({ conversation_id })).toMatchObject({ tag_ids: [tag.id] })
})

test('401 403 404 422 errors are typed: a missing scope, another workspace, a field, a revoked key', async () => {
  const { client, browser, integration_id, conversation_id, api_key_id } = await clientWith([
    'conversations:read',
    'workspace:write',
  ])
  const other = await clientWith()
  expect(await errorOf(client.setStatus({ conversation_id, status: 'resolved' }))).toMatchObject({
    status: 403,
    code: 'scope_missing',
  })
  expect(await errorOf(other.client.getConversation({ conversation_id }))).toMatchObject({
    status: 404,
    code: 'not_found',
  })
  const wrong = await errorOf(client.createTag({ name: '' }))
  expect(wrong).toBeInstanceOf(OzviError)
  expect(wrong).toMatchObject({ status: 422, errors: { name: [expect.any(String)] } })
  await browser.call(revokeApiKey, { integration_id, api_key_id })
  expect(await errorOf(client.getConversation({ conversation_id }))).toMatchObject({
    status: 401,
    code: 'api_key_invalid',
  })
})

test('the package uploads files for exactly the operations that accept them', () => {
  const uploads = server.mounted.filter(({ is_upload }) => is_upload).map(({ route }) => route.path)
  for (const { path, is_upload } of Object.values(operations))
    expect(uploads.includes(path), path).toBe(is_upload)
})
