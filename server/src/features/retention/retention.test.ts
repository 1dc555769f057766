import {
  applyConversationDeleted,
  cancelScheduledMessage,
  conversationDeleted,
  getConversation,
  getRetention,
  listAuditEntries,
  listConversations,
  mergeConversation,
  previewRetention,
  scheduleMessage,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  updateRetention,
  day_ms,
} from '@ozvi/contract'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { conversationDeleted as conversationDeletedData } from '@ozvi/contract/schemas'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { upload } from '../../../test/upload.ts'
import { removeOldEverywhereJob } from './jobs.ts'
import { removeOld } from './removal.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const id = () => crypto.randomUUID()
type Seeded = Awaited<ReturnType<typeof server.seed.conversation>>

/** A resolved conversation with a file, whose last message is `days` old. */
async function oldConversation(days: number) {
  const seeded = await server.seed.conversation()
  const file_id = await resolveLater(seeded, days)
  return { ...seeded, file_id }
}
const resolveLater = ({ browser, integration_id, conversation_id }: Seeded, days: number) =>
  server.later(-days * day_ms, async () => {
    await browser.request('GET', '/api/csrf-token')
    const at = { integration_id, conversation_id }
    const file_id = await upload(
      browser,
      `/api/integration/${integration_id}/file`,
      'Invoice 42',
      'invoice.txt',
    )
    await browser.call(sendMessage, { ...at, id: id(), body: 'Here is the invoice.', file_ids: [file_id] })
    await browser.call(setStatus, { ...at, status: 'resolved' })
    return file_id
  })
const fresh = ({ browser }: Pick<Seeded, 'browser'>) => browser.request('GET', '/api/csrf-token')
const fileKeys = async (integration_id: string) =>
  server.ctx.db.selectFrom('file').where('integration_id', '=', integration_id).select('file_key').execute()
async function isStored(file_key = ''): Promise<boolean> {
  const found = await server.ctx.files.get(file_key)
  found?.stream.destroy()
  return found !== undefined
}

test('old closed conversations and their files are deleted; everything else stays', async () => {
  const old = await oldConversation(100)
  const other = await oldConversation(100)
  const { browser, integration_id, conversation_id, visitor } = old
  await fresh(old)
  await fresh(other)
  const open_id = id()
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id: open_id,
    id: id(),
    body: 'Hi',
    locale: 'en',
  })
  const at = { integration_id }
  expect(await browser.call(getRetention, at)).toEqual({
    keep_days: null,
    is_in_plan: true,
    runs: [],
  })
  expect(await browser.call(previewRetention, { ...at, keep_days: 120 })).toMatchObject({ conversations: 0 })
  const preview = await browser.call(previewRetention, { ...at, keep_days: 90 })
  expect(preview).toMatchObject({ conversations: 1, files: 1 })
  expect(preview.messages).toBeGreaterThan(1)
  const [file] = await fileKeys(integration_id)
  expect(await isStored(file?.file_key)).toBe(true)

  // Too young by now: nothing is removed until the clock moves on.
  expect(await browser.call(updateRetention, { ...at, keep_days: 120 })).toMatchObject({ keep_days: 120 })
  await server.ctx.transaction((tx) => tx.enqueue(removeOldEverywhereJob, {}))
  await browser.call(updateRetention, { ...at, keep_days: 90 })
  await expect
    .poll(async () => (await browser.call(getRetention, at)).runs, { timeout: 15_000 })
    .toMatchObject([{ ...preview, finished_at: expect.any(String) }])

  await expect(browser.call(getConversation, { ...at, conversation_id })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await fileKeys(integration_id)).toEqual([])
  expect(await isStored(file?.file_key)).toBe(false)
  expect(await browser.call(getConversation, { ...at, conversation_id: open_id })).toMatchObject({
    status: 'open',
  })
  const { items: entries } = await browser.call(listAuditEntries, at)
  expect(entries.filter(({ action }) => action.startsWith('conversation'))).toMatchObject([
    {
      action: 'conversations_removed',
      actor_name: 'Ozvi',
      details: { conversations: '1', messages: String(preview.messages), files: '1' },
    },
    { action: 'conversation_days_changed', details: { from: '120', to: '90' } },
    { action: 'conversation_days_changed', details: { from: '', to: '120' } },
  ])
  // Another workspace, without a retention.
  const theirs = { integration_id: other.integration_id, conversation_id: other.conversation_id }
  expect(await other.browser.call(getConversation, theirs)).toMatchObject({ status: 'resolved' })
  expect(await fileKeys(other.integration_id)).toHaveLength(1)
})

test('422 a retention is a whole number of days between 30 and 3,650, and changes nothing otherwise', async () => {
  const { browser, integration_id, conversation_id } = await oldConversation(4_000)
  await fresh({ browser })
  for (const keep_days of [0, -90, 29, 3_651, 90.5, '90', 'null', 1e300, true, [], {}]) {
    const reply = await browser.request('PUT', `/api/integration/${integration_id}/retention`, { keep_days })
    expect([reply.statusCode, Object.keys(reply.json().errors)], String(keep_days)).toEqual([
      422,
      ['keep_days'],
    ])
  }
  for (const text of ['', '29', '3651', '90.5', 'abc', '%00', '1e300', '90; drop table conversation']) {
    const url = `/api/integration/${integration_id}/retention-preview?keep_days=${encodeURIComponent(text)}`
    expect((await browser.request('GET', url)).statusCode, text).toBe(422)
  }
  expect(await browser.call(getRetention, { integration_id })).toMatchObject({ keep_days: null, runs: [] })
  expect(await browser.call(getConversation, { integration_id, conversation_id })).toBeDefined()
})

test('403 404 SEC-10 only the owner changes it, admins see it, and another workspace’s id is a 404', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const otherWorkspace = await server.seed.integration()
  const admin = await server.seed.member(integration_id, 'admin')
  const editor = await server.seed.member(integration_id, 'editor')
  const change = { integration_id, keep_days: 90 }
  expect(await admin.browser.call(getRetention, { integration_id })).toMatchObject({ keep_days: null })
  await expect(admin.browser.call(updateRetention, change)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(editor.browser.call(getRetention, { integration_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const unknown = { code: 'not_found' }
  await expect(otherWorkspace.browser.call(getRetention, { integration_id })).rejects.toMatchObject(unknown)
  await expect(otherWorkspace.browser.call(previewRetention, change)).rejects.toMatchObject(unknown)
  await expect(otherWorkspace.browser.call(updateRetention, change)).rejects.toMatchObject(unknown)
  expect(await browser.call(updateRetention, change)).toMatchObject({ keep_days: 90 })
  expect(await browser.call(updateRetention, { ...change, keep_days: null })).toMatchObject({
    keep_days: null,
  })
})

test('REL-04 a run deletes merged conversations too, and events remove them from an open inbox', async () => {
  const seeded = await server.seed.conversation()
  const { browser, integration_id, conversation_id, visitor } = seeded
  const at = { integration_id }
  const merged_id = id()
  await server.later(-100 * day_ms, async () => {
    await fresh(visitor)
    await fresh(seeded)
    const second = { conversation_id: merged_id, id: id(), body: 'Me again', locale: 'en' as const }
    await visitor.browser.call(sendVisitorMessage, second)
    const merge = { ...at, conversation_id: merged_id, id: id(), into_id: conversation_id }
    await browser.call(mergeConversation, merge)
  })
  await resolveLater(seeded, 100)
  await fresh(seeded)
  const kept_id = id()
  await fresh(visitor)
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id: kept_id,
    id: id(),
    body: 'Something new',
    locale: 'en',
  })
  await browser.call(sendMessage, { ...at, conversation_id: kept_id, id: id(), body: 'Hello' })
  const list = async () => (await browser.call(listConversations, { ...at, view: 'resolved' })).items
  const before = await list()
  expect(new Set(before.map((row) => row.id))).toEqual(new Set([conversation_id, merged_id]))
  const deletions = server.watch(conversationDeleted.channel(at), 'ConversationDeleted')
  await browser.call(updateRetention, { ...at, keep_days: 90 })
  await expect
    .poll(async () => (await browser.call(getRetention, at)).runs[0]?.finished_at, { timeout: 15_000 })
    .toEqual(expect.any(String))
  const after = await list()
  await expect.poll(() => deletions.length).toBe(2)
  const applied = deletions.reduce(
    (rows, { data }) => applyConversationDeleted(rows, conversationDeletedData.parse(data)),
    before,
  )
  expect(applied).toEqual(after)
  expect(await browser.call(getConversation, { ...at, conversation_id: kept_id })).toBeDefined()
  await expect(browser.call(getConversation, { ...at, conversation_id: merged_id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a conversation resolved today stays, however old its last message is', async () => {
  const seeded = await server.seed.conversation()
  const { browser, integration_id, conversation_id } = seeded
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('conversation')
      .set({ last_message_at: new Date(server.ctx.now() - 400 * day_ms).toISOString() })
      .where('integration_id', '=', integration_id)
      .execute(),
  )
  const at = { integration_id }
  const count = async () => (await browser.call(previewRetention, { ...at, keep_days: 90 })).conversations
  expect(await count()).toBe(0)
  await browser.call(setStatus, { ...at, conversation_id, status: 'resolved' })
  expect(await count()).toBe(0)
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('conversation')
      .set({ resolved_at: new Date(server.ctx.now() - 91 * day_ms).toISOString() })
      .where('id', '=', conversation_id)
      .execute(),
  )
  expect(await count()).toBe(1)
})

test('a conversation marked as spam today stays, and one with a scheduled reply too', async () => {
  const { browser, integration_id, conversation_id } = await server.seed.conversation()
  const at = { integration_id }
  const last_message_at = new Date(server.ctx.now() - 400 * day_ms).toISOString()
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('conversation')
      .set({ last_message_at })
      .where('integration_id', '=', integration_id)
      .execute(),
  )
  const count = async () => (await browser.call(previewRetention, { ...at, keep_days: 90 })).conversations
  await browser.call(setStatus, { ...at, conversation_id, status: 'spam' })
  expect(await count()).toBe(0)
  await server.ctx.transaction((tx) =>
    tx
      .updateTable('message')
      .set({ sent_at: last_message_at })
      .where('integration_id', '=', integration_id)
      .execute(),
  )
  expect(await count()).toBe(1)
  const send_at = new Date(server.ctx.now() + day_ms).toISOString()
  const message_id = id()
  await browser.call(scheduleMessage, { ...at, conversation_id, id: message_id, body: 'Later', send_at })
  expect(await count()).toBe(0)
  await browser.call(cancelScheduledMessage, { ...at, conversation_id, message_id })
  expect(await count()).toBe(1)
})

test('an interrupted run continues, counts once, and stops when the retention is turned off', async () => {
  const { browser, integration_id, conversation_id } = await oldConversation(100)
  await fresh({ browser })
  const at = { integration_id }
  const expected = await browser.call(previewRetention, { ...at, keep_days: 90 })
  const setDays = (conversation_days: number | null) =>
    server.ctx.transaction((tx) =>
      tx.updateTable('integration').set({ conversation_days }).where('id', '=', integration_id).execute(),
    )
  await setDays(90)
  const stopped = AbortSignal.abort(new Error('The process stops'))
  await expect(removeOld(server.ctx, integration_id, stopped)).rejects.toThrow('The process stops')
  expect((await browser.call(getRetention, at)).runs).toMatchObject([{ conversations: 0, finished_at: null }])
  await setDays(null)
  await removeOld(server.ctx, integration_id, new AbortController().signal)
  expect((await browser.call(getRetention, at)).runs).toEqual([])
  expect(await browser.call(getConversation, { ...at, conversation_id })).toBeDefined()
  await setDays(90)
  await expect(removeOld(server.ctx, integration_id, stopped)).rejects.toThrow('The process stops')
  for (let run = 0; run < 2; run++) await removeOld(server.ctx, integration_id, new AbortController().signal)
  expect((await browser.call(getRetention, at)).runs).toMatchObject([
    { ...expected, finished_at: expect.any(String) },
  ])
})

test('a file that can’t be deleted keeps its conversation, and the others are deleted all the same', async () => {
  const stuck = await oldConversation(120)
  const { browser, integration_id, conversation_id, visitor } = stuck
  await fresh(stuck)
  const at = { integration_id }
  const [file] = await fileKeys(integration_id)
  const place = path.join(server.config.data_dir, 'files', file?.file_key ?? '')
  const later_id = id()
  const message = { conversation_id: later_id, id: id(), body: 'Hi', locale: 'en' } as const
  await visitor.browser.call(sendVisitorMessage, message)
  await resolveLater({ ...stuck, conversation_id: later_id }, 100)
  await fresh(stuck)
  // A folder isn't deleted like a file.
  rmSync(place)
  mkdirSync(place)
  await server.ctx.transaction((tx) =>
    tx.updateTable('integration').set({ conversation_days: 90 }).where('id', '=', integration_id).execute(),
  )
  const { signal } = new AbortController()
  await removeOld(server.ctx, integration_id, signal)
  const runs = async () => (await browser.call(getRetention, at)).runs
  expect(await runs()).toMatchObject([{ conversations: 1, files: 1, finished_at: expect.any(String) }])
  await expect(browser.call(getConversation, { ...at, conversation_id: later_id })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await browser.call(getConversation, { ...at, conversation_id })).toMatchObject({
    status: 'resolved',
  })

  rmSync(place, { recursive: true })
  await removeOld(server.ctx, integration_id, signal)
  expect((await runs()).reduce((sum, run) => sum + run.conversations, 0)).toBe(2)
  expect(await fileKeys(integration_id)).toEqual([])
})
