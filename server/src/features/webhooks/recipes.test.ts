import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  apiScopes,
  createApiKey,
  createTag,
  createWebhook,
  getConversation,
  listContacts,
  listConversations,
  listDataSources,
  listMessages,
  sendMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { startReceiver } from '#platform/realtime/test/receiver.ts'
import { testServer } from '../../../test/server.ts'

const receiver = await startReceiver()
const server = await testServer({ EGRESS_ALLOW: receiver.host }, { isAnswering: false })
await server.app.listen({ port: 0, host: '127.0.0.1' })
// A server on a port has such an address.
const { port } = server.app.server.address() as AddressInfo
const folder = await mkdtemp(path.join(tmpdir(), 'ozvi-recipes-'))
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await receiver.close()
  await rm(folder, { recursive: true })
})

const run = promisify(execFile)
/** Not installed everywhere. */
const uuidgen = `uuidgen() { node -p 'crypto.randomUUID()'; }`
const content = path.join(import.meta.dirname, '../../../../app/content')

/** The commands of the page: its blocks with a title. */
async function commandsOf(locale: string): Promise<string[]> {
  const page = await readFile(path.join(content, locale, 'documentation/api/recipes.md'), 'utf8')
  return [...page.matchAll(/^```bash title="[^"]+"\n([^`]+)^```$/gm)].map(([, commands = '']) => commands)
}

test('the recipes are the same in both languages', async () => {
  expect(await commandsOf('sk')).toEqual(await commandsOf('en'))
  expect(await commandsOf('en')).toHaveLength(8)
})

test('every command of the recipes works with curl, and the signature of a real delivery is verified', async () => {
  const { browser, integration, integration_id, conversation_id } = await server.seed.conversation()
  const { key } = await browser.call(createApiKey, { integration_id, name: 'Shop', scopes: [...apiScopes] })
  const tag = await browser.call(createTag, { integration_id, name: 'Handed over' })
  const webhook = await browser.call(createWebhook, {
    integration_id,
    url: receiver.url,
    events: ['message.created'],
  })
  const id = crypto.randomUUID()
  await browser.call(sendMessage, { integration_id, conversation_id, id, body: 'Čo ešte?', kind: 'note' })
  await expect.poll(() => receiver.received.length).toBe(1)
  const [delivery] = receiver.received
  await writeFile(path.join(folder, 'body.json'), delivery?.body ?? '')
  const env = {
    PATH: process.env['PATH'],
    OZVI: `http://127.0.0.1:${port}`,
    KEY: key,
    WORKSPACE: integration.public_key,
    CONVERSATION_ID: conversation_id,
    TAG_ID: tag.id,
    SIGNATURE: String(delivery?.headers['ozvi-signature']),
    SECRET: webhook.secret,
  }
  const commands = await commandsOf('en')
  const bash = (text: string) =>
    run('bash', ['-euo', 'pipefail', '-c', `${uuidgen}\n${text}`], { cwd: folder, env })
  const { stdout } = await bash(commands.join('\n'))
  expect(stdout.trimEnd().endsWith('verified')).toBe(true)

  const { items } = await browser.call(listContacts, { integration_id, search: 'Jana' })
  expect(items).toMatchObject([{ name: 'Jana Malá', company: 'Green Bean', external_id: 'customer-42' }])
  const at = { integration_id, conversation_id }
  expect(await browser.call(getConversation, at)).toMatchObject({ status: 'resolved', tag_ids: [tag.id] })
  expect(await browser.call(listMessages, at)).toContainEqual(
    expect.objectContaining({ kind: 'note', body: 'Order 42, paid on 24 November', author_name: 'Shop' }),
  )
  const found = await browser.call(listConversations, { integration_id, view: 'all' })
  expect(found.items.map(({ last_message_preview }) => last_message_preview)).toContain(
    'Your order 42 is on its way.',
  )
  expect(await browser.call(listDataSources, { integration_id })).toMatchObject([{ kind: 'question' }])

  await writeFile(path.join(folder, 'body.json'), `${delivery?.body} `)
  expect((await bash(commands.at(-1) ?? '')).stdout.trim()).toBe('forged')
}, 60_000)
