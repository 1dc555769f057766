import {
  createTag,
  createTextSource,
  deleteIntegration,
  getIntegration,
  inviteUser,
  listAuditEntries,
  listMessages,
  listVisitorConversations,
  restoreIntegration,
  saveCannedReply,
  sendMessage,
  updateIntegration,
  uploadFile,
  uploadVisitorFile,
  day_ms,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { upload } from '../../../test/upload.ts'
import { deleteDueWorkspacesJob } from './jobs.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())

test('S7.05 S7.06 it is renamed and deleted by public key, then closed to everyone', async () => {
  const { browser, integration } = await server.seed.integration()
  const key = { integration_id: integration.public_key }
  expect(
    await browser.call(updateIntegration, { ...key, name: 'Renamed', hosts: ['docs.shop.example'] }),
  ).toMatchObject({ name: 'Renamed', hosts: ['docs.shop.example'] })
  await browser.call(deleteIntegration, key)
  await expect(browser.call(getIntegration, key)).rejects.toMatchObject({ code: 'workspace_closed' })
  expect(await server.me(browser)).toMatchObject({ integrations: [{ deletes_at: expect.any(String) }] })
})

/** Every row of every table, as text. */
async function dump(): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    server.ctx.db,
  )
  const rows: string[] = []
  for (const { schema, name } of tables.rows) {
    const matches = await sql<{ row: string }>`
      select t::text as row from ${sql.table(`${schema}.${name}`)} as t`.execute(server.ctx.db)
    rows.push(...matches.rows.map(({ row }) => `${schema}.${name} ${row}`))
  }
  return rows
}
/** Used everywhere text can be entered; letters only, because words are folded in the search. */
const canary = 'kanarikovo'
async function filledWorkspace() {
  const created = await server.seed.conversation()
  const { browser, integration_id, conversation_id, visitor } = created
  const key = { integration_id }
  await browser.call(updateIntegration, { ...key, name: 'Kanarikovo' })
  const agent = await server.seed.member(integration_id, 'agent')
  await browser.call(inviteUser, { email: 'kanarikovo@example.com', role: 'editor' })
  await browser.call(createTag, { ...key, name: 'Kanarikovo' })
  const logo = { integration_id, id: crypto.randomUUID(), file_key: `logo/${integration_id}` }
  await server.ctx.transaction((tx) => tx.insertInto('integration_logo').values(logo).execute())
  await server.ctx.files.put(logo.file_key, Buffer.from('kanarikovo'), {
    content_type: 'image/webp',
    max_bytes: 10,
  })
  const id = crypto.randomUUID()
  await browser.call(createTextSource, { ...key, id, name: 'Kanarikovo', body: 'We are kanarikovo.' })
  await browser.call(sendMessage, { ...key, conversation_id, id: crypto.randomUUID(), body: 'kanarikovo' })
  await upload(visitor.browser, uploadVisitorFile.path, 'kanarikovo inside', 'kanarikovo.txt')
  const ours = uploadFile.path.replace(':integration_id', integration_id)
  await browser.call(saveCannedReply, {
    ...key,
    canned_reply_id: crypto.randomUUID(),
    shortcut: 'kanarikovo',
    title: 'Kanarikovo',
    body: '',
    file_ids: [await upload(browser, ours, 'kanarikovo offer', 'offer.txt')],
    is_shared: true,
  })
  const files = await server.ctx.db
    .selectFrom('file')
    .where('integration_id', '=', integration_id)
    .select('file_key')
    .execute()
  expect(files).toHaveLength(2)
  return { ...created, agent, file_keys: [...files.map(({ file_key }) => file_key), logo.file_key] }
}
async function isKept(file_key: string): Promise<boolean> {
  const stored = await server.ctx.files.get(file_key)
  stored?.stream.destroy()
  return stored !== undefined
}

test('SEC-04 S7.06 403: a closed workspace rejects members and customers everywhere, and is restored completely', async () => {
  const { browser, integration_id, integration, agent, visitor, conversation_id, email } =
    await filledWorkspace()
  const thread = () => browser.call(listMessages, { integration_id, conversation_id })
  const before = await thread()
  const notified = server.watch(`presence-integration.${integration_id}`, 'TeamChanged')
  await expect(agent.browser.call(deleteIntegration, { integration_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const { deletes_at } = await browser.call(deleteIntegration, { integration_id })
  expect(Math.round((Date.parse(deletes_at ?? '') - Date.now()) / day_ms)).toBe(30)
  expect(notified.length).toBe(1)
  const closed = { code: 'workspace_closed' }
  for (const who of [browser, agent.browser]) {
    await expect(who.call(listMessages, { integration_id, conversation_id })).rejects.toMatchObject(closed)
    const authorization = await who.request('POST', '/api/broadcasting/auth', {
      socket_id: '1.1',
      channel_name: `presence-integration.${integration_id}`,
    })
    expect(authorization.statusCode).toBe(403)
  }
  await expect(visitor.browser.call(listVisitorConversations, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(server.seed.visitor(integration.public_key)).rejects.toMatchObject({ code: 'not_found' })
  await server.eventually(async () =>
    (await server.mailbox.list()).find(
      ({ to, subject }) => to === email && subject === 'Your workspace is closed and will be deleted',
    ),
  )

  await expect(agent.browser.call(restoreIntegration, { integration_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await browser.call(restoreIntegration, { integration_id })).toMatchObject({ deletes_at: null })
  expect(await thread()).toEqual(before)
  expect(await visitor.browser.call(listVisitorConversations, {})).toHaveLength(1)
  const { items } = await browser.call(listAuditEntries, { integration_id, area: 'workspace' })
  expect(items.slice(0, 2).map(({ action }) => action)).toEqual(['workspace_restored', 'workspace_closed'])
})

test('S7.06 thirty days after closing no table or file contains data of a workspace, and its owner was warned', async () => {
  const { browser, integration_id, email, password, file_keys } = await filledWorkspace()
  // rows of this workspace, or of none
  const traces = async () => {
    const others = (await server.ctx.db.selectFrom('integration').select('id').execute())
      .map(({ id }) => id)
      .filter((id) => id !== integration_id)
    return (await dump()).filter(
      (row) =>
        row.includes(integration_id) ||
        (row.toLowerCase().includes(canary) && !others.some((id) => row.includes(id))),
    )
  }
  const { integration_id: other } = await filledWorkspace()
  expect((await traces()).length).toBeGreaterThan(15)
  for (const key of file_keys) expect(await isKept(key)).toBe(true)
  await browser.call(deleteIntegration, { integration_id })
  const runDeletion = () => server.ctx.transaction((tx) => tx.enqueue(deleteDueWorkspacesJob, {}))
  const warned = async () =>
    (await server.mailbox.list()).filter(
      ({ to, subject }) => to === email && subject === 'Your workspace will be deleted soon',
    )
  await server.later(28 * day_ms, async () => {
    await runDeletion()
    await server.eventually(async () => ((await warned()).length > 0 ? true : undefined))
  })
  await server.later(30 * day_ms + 1000, async () => {
    // Parts of it may be deleted already.
    const again = await server.signIn(email, password)
    await expect(again.call(restoreIntegration, { integration_id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await runDeletion()
    const deleted = () =>
      server.ctx.db
        .selectFrom('integration')
        .where('id', '=', integration_id)
        .select('id')
        .executeTakeFirst()
        .then((row) => (row ? undefined : true))
    await server.eventually(deleted)
  })
  expect(await warned()).toHaveLength(1)
  for (const key of file_keys) expect(await isKept(key)).toBe(false)
  const rows = await dump()
  const remaining = (await traces()).filter((row) => !row.startsWith('pgboss.'))
  expect(remaining).toEqual([])
  // finished jobs keep ids, but no texts
  const jobs = rows.filter((row) => row.startsWith('pgboss.') && row.includes(integration_id))
  expect(jobs.filter((row) => row.toLowerCase().includes(canary))).toEqual([])
  expect(rows.filter((row) => row.includes(other)).length).toBeGreaterThan(15)
  expect(await server.me(browser)).toMatchObject({ integrations: [], active_integration: null })
})
