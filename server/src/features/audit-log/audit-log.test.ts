import {
  changeRole,
  createContactField,
  createTag,
  createTextSource,
  deleteCannedReply,
  deleteContactField,
  deleteDataSource,
  deleteMacro,
  deleteSavedView,
  deleteTag,
  inviteUser,
  leaveTeam,
  listAuditActors,
  listAuditEntries,
  mergeTag,
  reorderSavedViews,
  removeMember,
  resendInvitation,
  restoreTag,
  revokeInvitation,
  saveCannedReply,
  saveMacro,
  saveView,
  updateAuditRetention,
  updateClientSettings,
  updateContactField,
  updateHours,
  updateIntegration,
  updateTag,
  updateTargets,
  day_ms,
} from '@ozvi/contract'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { deleteOldAuditEntriesJob } from './jobs.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

test('SEC-52 each sensitive action is recorded once: who, what, to whom, when and from where', async () => {
  const { browser, integration_id, user, email, password } = await server.seed.integration()
  const agent = await server.seed.member(integration_id, 'agent')
  const viewer = await server.seed.member(integration_id, 'viewer')
  const invited = await browser.call(inviteUser, { email: 'new@example.com', role: 'editor' })
  const key = { integration_id, invitation_id: invited.id }
  await browser.call(resendInvitation, key)
  await browser.call(revokeInvitation, key)
  await browser.call(changeRole, { integration_id, user_id: agent.user.id, role: 'admin' })
  await agent.browser.call(updateIntegration, { integration_id, name: 'Green Bean' })
  await agent.browser.call(updateClientSettings, { integration_id, side: 'left' })
  const source_id = crypto.randomUUID()
  await browser.call(createTextSource, { integration_id, id: source_id, name: 'Hours', body: 'From nine.' })
  await browser.call(deleteDataSource, { integration_id, source_id })
  await browser.request('GET', `/api/integration/${integration_id}/contact-export`)
  await viewer.browser.call(leaveTeam, { integration_id })
  await browser.call(removeMember, { integration_id, user_id: agent.user.id })
  await server.signIn(email, password)
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.map(({ action }) => action).reverse()).toEqual([
    'workspace_created',
    'invitation_sent',
    'invitation_renewed',
    'invitation_revoked',
    'role_changed',
    'workspace_changed',
    'client_changed',
    'source_added',
    'source_deleted',
    'contacts_exported',
    'member_left',
    'member_removed',
    'signed_in',
  ])
  expect(items.find(({ action }) => action === 'role_changed')).toMatchObject({
    actor_id: user.id,
    actor_name: 'Eva Nováková',
    subject: 'agent person',
    details: { from: 'agent', to: 'admin' },
    ip_prefix: '127.0.0.x',
  })
  expect(items.find(({ action }) => action === 'client_changed')).toMatchObject({ actor_id: agent.user.id })
})

test('SEC-52 changes of hours, reply times, tags and contact fields are recorded', async () => {
  const { browser, integration_id } = await server.seed.integration()
  await browser.call(updateHours, { integration_id, is_on: true, reply_promise_min: null })
  await browser.call(updateTargets, { integration_id, resolve_after_days: 7 })
  const tag = await browser.call(createTag, { integration_id, name: 'Refunds' })
  const into = await browser.call(createTag, { integration_id, name: 'Money' })
  await browser.call(updateTag, { integration_id, tag_id: tag.id, name: 'Refund' })
  await browser.call(deleteTag, { integration_id, tag_id: tag.id })
  await browser.call(restoreTag, { integration_id, tag_id: tag.id })
  await browser.call(mergeTag, { integration_id, tag_id: tag.id, into_id: into.id })
  const field = await browser.call(createContactField, { integration_id, name: 'Plan', type: 'text' })
  const key = { integration_id, field_id: field.id }
  await browser.call(updateContactField, { ...key, name: 'Tariff' })
  await browser.call(deleteContactField, key)
  const { items } = await browser.call(listAuditEntries, { integration_id, area: 'workspace' })
  expect(items.map(({ action, subject, details }) => [action, subject, details]).reverse()).toEqual([
    ['workspace_created', 'Shop', {}],
    ['hours_changed', '', { fields: 'is_on reply_promise_min' }],
    ['targets_changed', '', { fields: 'resolve_after_days' }],
    ['tag_created', 'Refunds', {}],
    ['tag_created', 'Money', {}],
    ['tag_changed', 'Refund', { fields: 'name' }],
    ['tag_deleted', 'Refund', {}],
    ['tag_restored', 'Refund', {}],
    ['tag_merged', 'Refund', { into: 'Money' }],
    ['contact_field_created', 'Plan', {}],
    ['contact_field_changed', 'Plan', { fields: 'name' }],
    ['contact_field_deleted', 'Tariff', {}],
  ])
})

test('SEC-52 a rejected action isn’t recorded, and a new entry is announced so that the page reloads', async () => {
  const { browser, integration_id, user } = await server.seed.integration()
  const notified = server.watch(`presence-integration.${integration_id}`, 'AuditRecorded')
  await expect(
    browser.call(changeRole, { integration_id, user_id: user.id, role: 'agent' }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  expect((await browser.call(listAuditEntries, { integration_id })).items).toHaveLength(1)
  await browser.call(inviteUser, { email: 'one@example.com' })
  expect(notified.map(({ data }) => data)).toEqual([{ integration_id }])
})

test('SEC-52 the database rejects changing an entry, or deleting it early', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const attempts = [
    sql`update audit_entry set actor_name = 'Nobody' where integration_id = ${integration_id}`,
    sql`delete from audit_entry where integration_id = ${integration_id}`,
    sql`truncate audit_entry`,
  ]
  for (const attempt of attempts)
    await expect(server.ctx.transaction((tx) => attempt.execute(tx))).rejects.toThrow(
      'neither changed nor deleted',
    )
  expect((await browser.call(listAuditEntries, { integration_id })).items).toHaveLength(1)
})

test('SEC-52 entries are kept for the configured time, and are deleted with the workspace', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const admin = await server.seed.member(integration_id, 'admin')
  await server.later(-40 * day_ms, async () => {
    await browser.request('GET', '/api/csrf-token')
    await browser.call(inviteUser, { email: 'old@example.com' })
  })
  await browser.request('GET', '/api/csrf-token')
  const recorded = async () =>
    (await browser.call(listAuditEntries, { integration_id })).items.map(({ action }) => action)
  const night = () => server.ctx.transaction((tx) => tx.enqueue(deleteOldAuditEntriesJob, {}))
  await expect(
    admin.browser.call(updateAuditRetention, { integration_id, keep_days: 30 }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await expect(browser.call(updateAuditRetention, { integration_id, keep_days: 1 })).rejects.toMatchObject({
    errors: { keep_days: [expect.any(String)] },
  })
  expect(await recorded()).toContain('invitation_sent')
  await browser.call(updateAuditRetention, { integration_id, keep_days: 30 })
  await night()
  await expect
    .poll(recorded, { timeout: 15_000 })
    .toEqual(['audit_entries_deleted', 'audit_days_changed', 'workspace_created'])
  const [report] = (await browser.call(listAuditEntries, { integration_id })).items
  expect(report).toMatchObject({ actor_name: 'Ozvi', details: { entries: '1' } })
  await browser.call(updateAuditRetention, { integration_id, keep_days: null })
  expect((await browser.call(listAuditEntries, { integration_id })).keep_days).toBeNull()
  await server.ctx.transaction((tx) =>
    tx.deleteFrom('integration').where('id', '=', integration_id).execute(),
  )
  const left = server.ctx.db.selectFrom('audit_entry').where('integration_id', '=', integration_id)
  expect(await left.selectAll().execute()).toEqual([])
})

test('S6.02 SEC-52 the log is filtered and paginated, for owners and admins only', async () => {
  const { browser, integration_id, user } = await server.seed.integration()
  const admin = await server.seed.member(integration_id, 'admin')
  const agent = await server.seed.member(integration_id, 'agent')
  for (let n = 0; n < 5; n++) await browser.call(inviteUser, { email: `n${n}@example.com` })
  const list = (more: object = {}) => admin.browser.call(listAuditEntries, { integration_id, ...more })
  const read: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await list({ limit: 2, ...(cursor ? { cursor } : {}) })
    read.push(...page.items.map(({ subject }) => subject))
    cursor = page.next
  } while (cursor)
  expect(read).toEqual(['n4', 'n3', 'n2', 'n1', 'n0'].map((n) => `${n}@example.com`).concat('Shop'))
  expect((await list({ area: 'workspace' })).items.map(({ action }) => action)).toEqual(['workspace_created'])
  expect((await list({ actor_id: agent.user.id })).items).toEqual([])
  expect((await list({ actor_id: user.id })).items).toHaveLength(6)
  expect((await list({ until: new Date(Date.now() - day_ms).toISOString() })).items).toEqual([])
  expect((await list({ from: new Date(Date.now() - day_ms).toISOString() })).items).toHaveLength(6)
  await expect(list({ until: '0000-01-01T00:00:00Z' })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { until: [expect.any(String)] },
  })
  await expect(list({ cursor: 'bm9uZQ' })).rejects.toMatchObject({ errors: { cursor: [expect.any(String)] } })
  await expect(agent.browser.call(listAuditEntries, { integration_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const { browser: otherUser } = await server.seed.integration()
  await expect(otherUser.call(listAuditEntries, { integration_id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('SEC-45 SEC-52 owners and admins can export the log, and the export is recorded', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const agent = await server.seed.member(integration_id, 'agent')
  const id = crypto.randomUUID()
  await browser.call(createTextSource, { integration_id, id, name: '=1+1', body: 'Two.' })
  const path = `/api/integration/${integration_id}/audit-log-export`
  expect((await agent.browser.request('GET', path)).statusCode).toBe(403)
  const { body, headers } = await browser.request('GET', `${path}?area=knowledge`)
  expect(headers['content-disposition']).toContain('audit-log.csv')
  const lines = body.split('\r\n')
  expect(lines[0]).toBe('\ufeff"at","actor_name","actor_id","action","subject","details","ip_prefix"')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`"source_added","'=1+1","{""kind"":""text""}","127.0.0.x"`)
  expect((await browser.request('GET', `${path}?area=nothing`)).statusCode).toBe(422)
  const { items } = await browser.call(listAuditEntries, { integration_id, area: 'data' })
  expect(items.map(({ action }) => action)).toEqual(['audit_exported'])
})

test('SEC-52 changes of shared items are recorded, those of private items aren’t', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const recorded = async () =>
    (await browser.call(listAuditEntries, { integration_id, limit: 50 })).items
      .filter(({ action }) => /reply|macro|view|segment/.test(action))
      .map(({ action, subject }) => `${action} ${subject}`)
      .reverse()
  const ids = { canned_reply_id: crypto.randomUUID(), macro_id: crypto.randomUUID() }
  const reply = { integration_id, ...ids, shortcut: 'hi', title: 'Greeting', body: 'Hello' }
  const actions = [{ kind: 'priority', priority: 'high' } as const]
  const macro = { integration_id, ...ids, name: 'Urgent', actions }
  const view = { integration_id, name: 'English', filter: { locale: 'en' as const } }
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const is_shared of [false, true, true]) {
    await browser.call(saveCannedReply, { ...reply, is_shared })
    await browser.call(saveMacro, { ...macro, is_shared })
    await browser.call(saveView, { ...view, saved_view_id: one, is_shared })
  }
  await browser.call(saveView, { ...view, saved_view_id: two, is_shared: true, name: 'Again' })
  await browser.call(reorderSavedViews, { integration_id, ids: [two, one] })
  await browser.call(reorderSavedViews, { integration_id, ids: [two, one] })
  await browser.call(saveMacro, { ...macro, is_shared: false })
  await browser.call(deleteMacro, { integration_id, macro_id: ids.macro_id })
  await browser.call(deleteCannedReply, { integration_id, canned_reply_id: ids.canned_reply_id })
  await browser.call(deleteSavedView, { integration_id, saved_view_id: one })
  expect(await recorded()).toEqual([
    'canned_reply_created Greeting',
    'macro_created Urgent',
    'view_created English',
    'canned_reply_changed Greeting',
    'macro_changed Urgent',
    'view_changed English',
    'view_created Again',
    'views_ordered ',
    'macro_deleted Urgent',
    'canned_reply_deleted Greeting',
    'view_deleted English',
  ])
})

test('SEC-52 everyone with entries is listed, including former members, and no one of another workspace', async () => {
  const { browser, integration_id, user } = await server.seed.integration()
  const other = await server.seed.integration()
  const jana = await server.seed.member(integration_id, 'editor')
  await jana.browser.call(createTag, { integration_id, name: 'Late' })
  const actors = (reader = browser, of = integration_id) =>
    reader.call(listAuditActors, { integration_id: of })
  const [owner, editor] = [
    { user_id: user.id, name: user.name, is_member: true },
    { user_id: jana.user.id, name: jana.user.name, is_member: true },
  ]
  expect(new Set(await actors())).toEqual(new Set([owner, editor]))
  await browser.call(removeMember, { integration_id, user_id: jana.user.id })
  expect(await actors()).toEqual([owner, { ...editor, is_member: false }])
  expect((await actors(other.browser, other.integration_id)).map(({ user_id }) => user_id)).toEqual([
    other.user.id,
  ])
})

test('SEC-52 entries of the same time are in insertion order, across pages and in the export', async () => {
  const { browser, integration_id, user } = await server.seed.integration()
  const names = Array.from({ length: 24 }, (_, n) => `entry ${n}`)
  await server.ctx.transaction(async (tx) => {
    for (const subject of names)
      await tx
        .insertInto('audit_entry')
        .values({
          integration_id,
          at: '2026-01-01T10:00:00.123Z',
          actor_id: user.id,
          actor_name: subject,
          action: 'tag_created',
          subject,
          details: '{}',
          ip_prefix: '',
        })
        .execute()
  })
  const newestFirst = names.toReversed()
  const read: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await browser.call(listAuditEntries, {
      integration_id,
      limit: 5,
      until: '2026-02-01T00:00:00Z',
      ...(cursor ? { cursor } : {}),
    })
    read.push(...page.items.map(({ subject }) => subject))
    cursor = page.next
  } while (cursor)
  expect(read).toEqual(newestFirst)
  const path = `/api/integration/${integration_id}/audit-log-export?until=2026-02-01T00:00:00Z`
  const { body } = await browser.request('GET', path)
  expect([...body.matchAll(/"tag_created","(entry \d+)"/g)].map(([, subject]) => subject)).toEqual(
    newestFirst,
  )
})

test('422 SEC-14 a cursor with an invalid time or number is rejected', async () => {
  const { browser, integration_id } = await server.seed.integration()
  for (const position of [
    '2026-99-99 10:00:00+00|1',
    '2026-02-30 10:00:00+00|1',
    '2026-01-01 10:00:00+00|x',
    '2026-01-01 10:00:00+00',
  ])
    await expect(
      browser.call(listAuditEntries, { integration_id, cursor: Buffer.from(position).toString('base64url') }),
    ).rejects.toMatchObject({ errors: { cursor: [expect.any(String)] } })
})

test('SEC-50 entries of earlier blocks contain only the contact’s id, and stay protected', async () => {
  const { browser, integration_id, user, visitor } = await server.seed.conversation()
  const { contact_id } = visitor
  const write = (subject: string, at: string, action = 'contact_blocked') =>
    server.database.pool.query(
      `insert into audit_entry (integration_id, at, actor_id, actor_name, action, subject, details, ip_prefix)
       values ($1, $2, $3, 'Eva', $4, $5, '{"until":"ever","why":"rude"}', '')`,
      [integration_id, at, user.id, action, subject],
    )
  const contact = async (name: string) =>
    (
      await server.database.pool.query<{ id: string }>(
        `insert into contact (integration_id, kind, locale, name) values ($1, 'lead', 'en', $2) returning id`,
        [integration_id, name],
      )
    ).rows[0]?.id
  const only = await contact('Only One')
  for (const name of ['Twice', 'Twice']) await contact(name)
  await write('Renamed since', '2026-01-01T10:00:00Z')
  await server.database.pool.query(
    `insert into contact_change (integration_id, contact_id, at, actor_id, changes)
     values ($1, $2, '2026-01-01T10:00:00.020Z', $3, '[{"field":"blocked","label":null,"before":null,"after":"ever"}]')`,
    [integration_id, contact_id, user.id],
  )
  await write('Only One', '2026-01-02T10:00:00Z', 'contact_unblocked')
  await write('Twice', '2026-01-03T10:00:00Z')
  await write('Erased long ago', '2026-01-04T10:00:00Z')
  await write(contact_id, '2026-01-05T10:00:00Z')

  const file = await readFile(
    new URL('../../../migrations/0114-erasure-of-jobs.sql', import.meta.url),
    'utf8',
  )
  // The column had another name when the migration was written.
  const statements = file
    .slice(file.indexOf('alter table audit_entry'))
    .replace('where act in', 'where action in')
  await server.database.pool.query(statements)
  const { items } = await browser.call(listAuditEntries, { integration_id, area: 'data' })
  const nobody = '00000000-0000-0000-0000-000000000000'
  expect(items.map(({ subject }) => subject)).toEqual([contact_id, nobody, nobody, only, contact_id])
  expect(new Set(items.map(({ details }) => JSON.stringify(details)))).toEqual(new Set(['{"until":"ever"}']))
  await expect(server.database.pool.query('update audit_entry set subject = $1', ['x'])).rejects.toThrow(
    'neither changed nor deleted',
  )
})
