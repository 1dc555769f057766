import {
  applyContactErased,
  applyContactErasing,
  blockContact,
  contactDataPath,
  contactErased,
  contactErasing,
  createContactField,
  createApiKey,
  createContactNote,
  createTag,
  createWebhook,
  describeVisitor,
  editMessage,
  type Erasing,
  eraseContact,
  getContact,
  getScenarioRun,
  listAuditEntries,
  listContacts,
  openVisitorSession,
  publishScenario,
  rateConversation,
  recordPageVisit,
  saveDraft,
  saveScenario,
  scheduleMessage,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  startConversation,
  startScenarioRun,
  unblockContact,
  updateNotificationPreferences,
  updateContact,
  uploadFile,
  uploadVisitorFile,
  visitorForgotten,
  webhookEvents,
  day_ms,
  hour_ms,
  minute_ms,
} from '@ozvi/contract'
import { indexWords, mailUnseenReplies } from '#features/conversations'
import { mailUnseen } from '#features/notifications'
import { sendMailJob, unsealMail } from '#platform/mail/index.ts'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { duringTransaction, hasOverlap } from '../../../../test/during-transaction.ts'
import { type Browser, testServer } from '../../../../test/server.ts'
import { upload } from '../../../../test/upload.ts'
import { erase } from './erase.ts'
import { insertErasure } from './erasure-store.ts'

/* One file: the scene of all tests, a contact with every kind of data, is more than half of it. */

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

/** Every row of every table, and every email in the job table and the mailbox, as text. */
async function dump(): Promise<string> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    server.ctx.db,
  )
  const parts: string[] = []
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{
      row: string
    }>`select t::text as row from ${sql.table(`${schema}.${name}`)} as t`.execute(server.ctx.db)
    parts.push(...rows.map(({ row }) => `${schema}.${name} ${row}`))
  }
  for (const { state, data } of await mailJobs())
    parts.push(`mail ${state} ${JSON.stringify(unsealMail(server.ctx.secrets, data)).replaceAll('\\n', ' ')}`)
  for (const mail of await server.mailbox.list())
    parts.push(`mailbox ${JSON.stringify(mail).replaceAll('\\n', ' ')}`)
  return parts.join('\n')
}
/** Emails that are queued, sent, or failed. */
const mailJobs = async () =>
  (
    await sql<{ state: string; data: Parameters<typeof unsealMail>[1] }>`
      select name || ' ' || state as state, data from pgboss.job
      where ${sendMailJob.name} in (name, source_name)`.execute(server.ctx.db)
  ).rows

/** Letters only, because words are folded in the search and split elsewhere. */
const canary = 'kanarikovo'
const traces = async () => (await dump()).split('\n').filter((line) => line.toLowerCase().includes(canary))

/** A contact with a canary word everywhere a person can leave data, in a workspace with another contact. */
async function existing() {
  const created = await server.seed.conversation()
  const { browser, integration_id, conversation_id, visitor } = created
  const key = { integration_id, contact_id: visitor.contact_id }
  const of = { integration_id, conversation_id }
  await visitor.browser.call(describeVisitor, { name: 'Kanarikovo Meno', email: 'kanarikovo@example.com' })
  await visitor.browser.call(recordPageVisit, { url: 'https://shop.example/kanarikovo', title: 'Kanarikovo' })
  const field = await browser.call(createContactField, { integration_id, name: 'Plan', type: 'text' })
  const tag = await browser.call(createTag, { integration_id, name: 'Gold' })
  await browser.call(updateContact, {
    ...key,
    company: 'Kanarikovo s. r. o.',
    external_id: 'kanarikovo-1',
    owner_id: created.user.id,
    add_tag_ids: [tag.id],
    fields: { [field.id]: 'kanarikovo plan' },
  })
  await browser.call(createContactNote, { ...key, id: crypto.randomUUID(), body: 'A note of kanarikovo' })
  const theirs = await upload(visitor.browser, uploadVisitorFile.path, 'kanarikovo inside', 'kanarikovo.txt')
  const unsent = await upload(visitor.browser, uploadVisitorFile.path, 'kanarikovo unsent', 'unsent.txt')
  const ours = await upload(
    browser,
    uploadFile.path.replace(':integration_id', integration_id),
    'kanarikovo offer',
    'offer.txt',
  )
  const newMessage = (body: string) => ({ id: crypto.randomUUID(), body })
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    locale: 'en',
    ...newMessage('They call me kanarikovo, sesternica'),
    file_ids: [theirs],
  })
  await browser.call(sendMessage, { ...of, ...newMessage('Dear kanarikovo'), file_ids: [ours] })
  await browser.call(sendMessage, { ...of, ...newMessage('kanarikovo is kind'), kind: 'note' })
  const changed_at = new Date().toISOString()
  await browser.call(saveDraft, { ...of, mode: 'text', text: 'Kanarikovo, half', changed_at })
  const other = await server.seed.visitor(created.integration.public_key)
  await other.browser.call(sendVisitorMessage, {
    conversation_id: crypto.randomUUID(),
    locale: 'en',
    ...newMessage('My sesternica sent me'),
  })
  await server.ctx.transaction((tx) => indexWords(tx, new Date().toISOString()))
  await browser.call(blockContact, { ...key, until: null, reason: 'kanarikovo said rude things' })
  await browser.call(unblockContact, key)
  const files = await server.ctx.db
    .selectFrom('file')
    .where('integration_id', '=', integration_id)
    .select(['id', 'file_key'])
    .execute()
  return { ...created, key, other, files, theirs, unsent, ours }
}
/**
 * Emails that name the contact: to them, and to a member about their message. One of each is queued, sent and
 * failed, as the job runner leaves them.
 */
async function mailAbout({ browser, integration_id, conversation_id, key, visitor }: Known) {
  await browser.call(updateNotificationPreferences, { integration_id, include_text: true })
  const out = crypto.randomUUID()
  await browser.call(startConversation, { ...key, id: out })
  await browser.call(sendMessage, {
    integration_id,
    conversation_id: out,
    id: crypto.randomUUID(),
    body: 'kanarikovo, your kettle is ready',
  })
  await server.later(3 * minute_ms, () => mailUnseenReplies(server.ctx))
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    locale: 'en',
    body: 'Is kanarikovo still waiting?',
  })
  await server.later(hour_ms, () => mailUnseen(server.ctx))
  const mails = await server.eventually(async () => {
    const rows = await mailJobs()
    const about = rows.filter(({ data }) =>
      JSON.stringify(unsealMail(server.ctx.secrets, data)).toLowerCase().includes(canary),
    )
    return about.length >= 2 && about.every(({ state }) => state.endsWith('completed')) ? about : undefined
  })
  for (const { data } of mails) {
    const copy = (name: string, source_name: string | null, start: string) => sql`
      insert into pgboss.job (name, source_name, data, state, start_after)
      values (${name}, ${source_name}, ${JSON.stringify(data)}::jsonb, 'created', now() + ${start}::interval)`
    await copy(sendMailJob.name, null, '1 day').execute(server.ctx.db as never)
    await copy('dead-letters', sendMailJob.name, '0').execute(server.ctx.db as never)
  }
}
/** An API client that writes to the contact, and a webhook whose URL never answers. */
async function connectProgram({ browser, integration_id, conversation_id, key }: Known) {
  await browser.call(createWebhook, {
    integration_id,
    url: 'https://shop.example/hook',
    events: [...webhookEvents],
  })
  const { key: secret } = await browser.call(createApiKey, {
    integration_id,
    name: 'Shop',
    scopes: ['conversations:write'],
    expires_at: null,
  })
  const program = server.browser()
  program.headers['authorization'] = `Bearer ${secret}`
  const path = `/api/integration/${integration_id}/conversation/${conversation_id}/message`
  const message = { id: crypto.randomUUID(), body: 'A parcel for kanarikovo' }
  const reply = await program.request('POST', path, message, { 'idempotency-key': 'parcel-1' })
  expect(reply.statusCode).toBe(200)
  await browser.call(updateContact, { ...key, city: 'Kanarikovo' })
}
/** Data of a conversation other than its messages: a scheduled reply, an edit, a scenario, a question, a rating. */
async function leaveTraces({ browser, integration_id, conversation_id, visitor }: Known) {
  const of = { integration_id, conversation_id }
  const newMessage = (body: string) => ({ id: crypto.randomUUID(), body })
  const send_at = new Date(Date.now() + day_ms).toISOString()
  await browser.call(scheduleMessage, { ...of, ...newMessage('Until tomorrow, kanarikovo'), send_at })
  const sent = await browser.call(sendMessage, { ...of, ...newMessage('Hi kanarikovo') })
  await browser.call(editMessage, { ...of, message_id: sent.id, body: 'Hello kanarikovo' })
  const scenario_id = crypto.randomUUID()
  const flow = {
    trigger: { kind: 'manual' as const },
    locales: ['en' as const],
    variables: [{ name: 'nick', type: 'text' as const }],
    start_step_id: 'ask',
    steps: [
      {
        id: 'ask',
        kind: 'question' as const,
        text: { en: 'Nickname?' },
        save_as: { variable: 'nick' },
        next: 'end',
      },
      { id: 'end', kind: 'end' as const },
    ],
  }
  await browser.call(saveScenario, { integration_id, scenario_id, name: 'Nickname', flow })
  await browser.call(publishScenario, { integration_id, scenario_id })
  await browser.call(startScenarioRun, { ...of, scenario_id })
  const reached = (status: string) =>
    server.eventually(async () => (await browser.call(getScenarioRun, of))?.status === status || undefined)
  await reached('waiting')
  const answer = { conversation_id, locale: 'en', ...newMessage('kanarikovo') } as const
  const { seq } = await visitor.browser.call(sendVisitorMessage, answer)
  await reached('completed')
  const [question_id, asked_at] = [crypto.randomUUID(), new Date().toISOString()]
  const question = {
    ...of,
    seq,
    question_id,
    wording_id: question_id,
    question: 'Is kanarikovo cute?',
    asked_at,
  }
  await server.ctx.transaction((tx) => tx.insertInto('unanswered_question').values(question).execute())
  await browser.call(setStatus, { ...of, status: 'resolved' })
  const rating = { conversation_id, id: crypto.randomUUID(), score: 5, comment: 'Kanarikovo is happy' }
  await visitor.browser.call(rateConversation, rating)
  await browser.call(setStatus, { ...of, status: 'open' })
}
type Known = Awaited<ReturnType<typeof existing>>

const isErased = (browser: Browser, key: { integration_id: string; contact_id: string }) =>
  server.eventually(() =>
    browser.call(getContact, key).then(
      () => undefined,
      () => true,
    ),
  )
const words = async (integration_id: string) =>
  (
    await server.ctx.db
      .selectFrom('search_word')
      .where('integration_id', '=', integration_id)
      .select('word')
      .execute()
  ).map(({ word }) => word)

test('SEC-50 old state + events = new state: no table, file, email or search word contains an erased contact', async () => {
  const person = await existing()
  const { browser, integration_id, key, files, visitor, user } = person
  await connectProgram(person)
  await leaveTraces(person)
  await mailAbout(person)
  const row = await traces()
  const places = [
    'webhook_message',
    'api_idempotency',
    'scheduled_message',
    'message_version',
    'scenario_run',
    'unanswered_question',
    'conversation',
  ]
  for (const table of places.map((name) => `public.${name} `))
    expect(row.filter((line) => line.startsWith(table)).length, table).toBeGreaterThanOrEqual(1)
  for (const place of ['mail mail.send created', 'mail mail.send completed', 'mail dead-letters', 'mailbox'])
    expect(row.filter((line) => line.startsWith(place)).length, place).toBeGreaterThanOrEqual(2)
  expect(row.filter((line) => line.startsWith('public.audit_entry'))).toEqual([])
  expect(row.length).toBeGreaterThan(8)
  expect(await words(integration_id)).toEqual(expect.arrayContaining([canary, 'sesternica']))
  const events = server.watch(contactErased.channel({ integration_id }))
  const notified = server.watch(
    visitorForgotten.channel({ visitor_id: key.contact_id }),
    visitorForgotten.name,
  )
  const list = async () => (await browser.call(listContacts, { integration_id })).items
  const before = await list()
  const profile = await browser.call(getContact, key)
  expect(before).toHaveLength(2)

  const reply = await browser.request(
    'POST',
    eraseContact.path.replace(/:(\w+)/g, (_, n: 'contact_id') => key[n]),
  )
  expect(reply.statusCode).toBe(202)
  // The reply has the type of the contract.
  const started = reply.json().data as Erasing
  expect(started.total).toBeGreaterThan(5)
  const deleted = await server.eventually(() => events.find(({ event }) => event === contactErased.name))
  // The event has the type of the contract.
  expect(applyContactErased(before, deleted.data as typeof key)).toEqual(await list())
  const progress = events.filter(({ event }) => event === contactErasing.name)
  const last = progress.reduce(
    (current, { data }) => applyContactErasing(current, data as typeof key & { erasing: Erasing }),
    profile,
  )
  expect(last.erasing?.total).toBe(started.total)
  expect(last.erasing?.done).toBeGreaterThan(started.total - 3)

  await server.eventually(async () => ((await traces()).length === 0 ? true : undefined))
  expect(await words(integration_id)).not.toContain(canary)
  // Someone else has used the word too.
  expect(await words(integration_id)).toContain('sesternica')
  for (const { file_key } of files) expect(await server.ctx.files.get(file_key)).toBeUndefined()
  await expect(browser.call(getContact, key)).rejects.toMatchObject({ code: 'not_found' })
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(
    items.filter(({ action }) => /contact_/.test(action) && action !== 'contact_field_created'),
  ).toMatchObject([
    { action: 'contact_erased', actor_id: user.id, subject: key.contact_id, details: {} },
    { action: 'contact_unblocked', actor_id: user.id, subject: key.contact_id, details: {} },
    { action: 'contact_blocked', actor_id: user.id, subject: key.contact_id, details: { until: 'ever' } },
  ])
  expect(notified).toHaveLength(1)
  await expect(visitor.browser.call(describeVisitor, { name: 'Again' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('SEC-50 a visitor who was erased returns as a new contact without earlier data', async () => {
  const { browser, key, visitor, integration } = await existing()
  await browser.call(eraseContact, key)
  await isErased(browser, key)
  const opening = {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en' as const,
  }
  const anew = await visitor.browser.call(openVisitorSession, opening)
  expect(anew.contact.id).not.toBe(key.contact_id)
  expect([anew.contact.name, anew.conversations]).toEqual([null, []])
})

test.skipIf(!hasOverlap)('404 SEC-50 a contact that is deleted in the meantime isn’t erased', async () => {
  const { browser, key } = await existing()
  const erasing = duringTransaction(
    server.ctx,
    (tx) => tx.deleteFrom('contact').where('id', '=', key.contact_id).execute(),
    () => browser.call(eraseContact, key),
  )
  await expect(erasing).rejects.toMatchObject({ code: 'not_found' })
})

test('SEC-50 an interrupted erasure shows its progress, and continues when it is requested again', async () => {
  const { browser, key } = await existing()
  await server.ctx.transaction((tx) => insertErasure(tx, key))
  await expect(erase(server.ctx, key, AbortSignal.abort())).rejects.toThrow()
  const { erasing } = await browser.call(getContact, key)
  expect(erasing?.done).toBeGreaterThan(3)
  expect(erasing?.done).toBeLessThan(erasing?.total ?? 0)
  expect(await browser.call(eraseContact, key)).toEqual(erasing)
  await isErased(browser, key)
})

test('SEC-50 the export of a contact contains all of their data and no one else’s', async () => {
  const { browser, integration_id, key, theirs, unsent, ours, conversation_id } = await existing()
  const otherUser = await existing()
  const reply = await browser.request('GET', contactDataPath(integration_id, key.contact_id))
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="contact-[0-9a-f]{8}\.zip"$/)
  const current = unzipSync(reply.rawPayload)
  const data = JSON.parse(strFromU8(current['contact.json'] ?? new Uint8Array()))
  expect(data.contact).toMatchObject({
    id: key.contact_id,
    name: 'Kanarikovo Meno',
    email: 'kanarikovo@example.com',
    company: 'Kanarikovo s. r. o.',
    owner: 'Eva Nováková',
    tags: ['Gold'],
    fields: { Plan: 'kanarikovo plan' },
  })
  expect(data.notes).toMatchObject([{ body: 'A note of kanarikovo', author_name: 'Eva Nováková' }])
  expect(data.changes.length).toBeGreaterThan(1)
  expect(data.consents).toEqual([])
  expect(data.page_visits).toMatchObject([{ url: 'https://shop.example/kanarikovo' }])
  expect(data.conversations).toMatchObject([{ id: conversation_id }])
  const bodies = data.conversations[0].messages.map(({ body }: { body: string }) => body)
  expect(bodies).toEqual(
    expect.arrayContaining(['They call me kanarikovo, sesternica', 'Dear kanarikovo', 'kanarikovo is kind']),
  )
  expect(
    Object.fromEntries(
      Object.entries(current).flatMap(([name, bytes]) =>
        name === 'contact.json' ? [] : [[name, strFromU8(bytes)]],
      ),
    ),
  ).toEqual({
    [`files/${theirs} kanarikovo.txt`]: 'kanarikovo inside',
    [`files/${unsent} unsent.txt`]: 'kanarikovo unsent',
    [`files/${ours} offer.txt`]: 'kanarikovo offer',
  })
  const text = strFromU8(current['contact.json'] ?? new Uint8Array())
  for (const id of [otherUser.integration_id, otherUser.key.contact_id, otherUser.conversation_id])
    expect(text).not.toContain(id)
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items[0]).toMatchObject({ action: 'contact_exported', subject: key.contact_id })
})

test('SEC-10 404: another workspace’s contact is neither exported nor erased', async () => {
  const a = await existing()
  const b = await server.seed.integration()
  const there = { integration_id: b.integration_id, contact_id: a.key.contact_id }
  await expect(b.browser.call(eraseContact, there)).rejects.toMatchObject({ code: 'not_found' })
  const reply = await b.browser.request('GET', contactDataPath(there.integration_id, there.contact_id))
  expect(reply.statusCode).toBe(404)
  expect((await a.browser.call(getContact, a.key)).erasing).toBeNull()
  const agent = await server.seed.member(a.integration_id, 'editor')
  const forbidden = await agent.browser.request('GET', contactDataPath(a.integration_id, a.key.contact_id))
  expect(forbidden.statusCode).toBe(403)
})
