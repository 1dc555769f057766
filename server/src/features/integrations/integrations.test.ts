import {
  confirmIdentity,
  activateIntegration,
  deletionGraceDays,
  completeOnboarding,
  createIntegration,
  createTag,
  createTextSource,
  deleteIntegration,
  getHours,
  getIntegration,
  dismissSetup,
  saveOnboardingStep,
  integrationChanged,
  inviteUser,
  listAuditEntries,
  listIntegrations,
  listMessages,
  listVisitorConversations,
  restoreIntegration,
  saveCannedReply,
  sendMessage,
  updateHours,
  updateIntegration,
  uploadFile,
  uploadVisitorFile,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'
import { upload } from '../../../test/upload.ts'
import { isOwnHost } from './hosts.ts'
import { deleteDue } from './jobs.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const activate = (id: string) => `/api/user-integration/activate/${id}`

test('S7.03 the list carries a data array, oldest workspace first', async () => {
  const { browser } = await server.seed.user()
  for (const name of ['First', 'Second'])
    await browser.call(createIntegration, { name, url: 'https://x.example' })
  const reply = await browser.request('GET', '/api/integrations')
  expect(reply.json().data.map(({ name }: { name: string }) => name)).toEqual(['First', 'Second'])
})

test('422 S5.01 S8.01 an update without a public key is refused, and is no new workspace', async () => {
  const { browser } = await server.seed.integration()
  const fields = { name: 'Renamed', url: 'https://shop.example' }
  const reply = await browser.request('PUT', '/api/integration/', fields)
  expect([reply.statusCode, reply.json()]).toEqual([
    422,
    {
      code: 'invalid_input',
      message: 'Public key is required',
      errors: { public_key: ['Public key is required'] },
    },
  ])
  const sk = await browser.request('PUT', '/api/integration/?x=1', {}, { 'accept-language': 'sk' })
  expect([sk.statusCode, sk.json().message]).toEqual([422, 'Verejný kľúč je povinný'])
  expect((await server.browser().request('PUT', '/api/integration/', fields)).statusCode).toBe(401)
  const list = await browser.request('GET', '/api/integrations')
  expect(list.json().data.length).toBe(1)
})

test('S7.10 S3.01 a workspace is named by id or by public key', async () => {
  const { browser, integration } = await server.seed.integration()
  expect(await browser.call(getIntegration, { integration_id: integration.id })).toEqual(integration)
  expect(await browser.call(getIntegration, { integration_id: integration.public_key })).toEqual(integration)
})

test('S3.01 a workspace is answered with its members on request', async () => {
  const { browser, integration, user } = await server.seed.integration()
  const { id: integration_id } = integration
  const jan = await server.seed.member(integration_id, 'agent')
  const { members, ...plain } = await browser.call(getIntegration, { integration_id, with: 'members' })
  expect(plain).toEqual(integration)
  expect(members).toEqual([
    { id: user.id, name: user.name, avatar: null, role: 'owner' },
    { id: jan.user.id, name: jan.user.name, avatar: null, role: 'agent' },
  ])
  expect(await browser.call(getIntegration, { integration_id })).not.toHaveProperty('members')
})
test('422 S3.01 nothing but the members can be requested with a workspace; strangers get a 404', async () => {
  const { browser, integration } = await server.seed.integration()
  const path = `/api/integration/${integration.id}`
  const reply = await browser.request('GET', `${path}?with=secrets`)
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['with']])
  const otherUser = await server.seed.integration()
  expect((await otherUser.browser.request('GET', `${path}?with=members`)).statusCode).toBe(404)
})

test('S7.05 S7.06 it is renamed and deleted by public key; then it is shut to everybody', async () => {
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
async function furnished() {
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
const day_ms = 24 * 60 * 60 * 1000

test('SEC-04 403: a closed workspace is shut to members and customers at every door, and is opened again whole', async () => {
  const { browser, integration_id, integration, agent, visitor, conversation_id, email } = await furnished()
  const thread = () => browser.call(listMessages, { integration_id, conversation_id })
  const before = await thread()
  const notified = server.watch(`presence-integration.${integration_id}`, 'TeamChanged')
  await expect(agent.browser.call(deleteIntegration, { integration_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const { deletes_at } = await browser.call(deleteIntegration, { integration_id })
  expect(Math.round((Date.parse(deletes_at ?? '') - Date.now()) / day_ms)).toBe(30)
  expect(notified.length).toBe(1)
  const shut = { code: 'workspace_closed' }
  for (const who of [browser, agent.browser]) {
    await expect(who.call(listMessages, { integration_id, conversation_id })).rejects.toMatchObject(shut)
    const knock = await who.request('POST', '/api/broadcasting/auth', {
      socket_id: '1.1',
      channel_name: `presence-integration.${integration_id}`,
    })
    expect(knock.statusCode).toBe(403)
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
  expect(items.slice(0, 2).map(({ act }) => act)).toEqual(['workspace_restored', 'workspace_closed'])
})

test('thirty days after it was closed no table and no file keeps a trace of a workspace, and its owner was warned', async () => {
  const { browser, integration_id, email, file_keys } = await furnished()
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
  const { integration_id: other } = await furnished()
  expect((await traces()).length).toBeGreaterThan(15)
  for (const key of file_keys) expect(await isKept(key)).toBe(true)
  await browser.call(deleteIntegration, { integration_id })
  const look = () => server.ctx.transaction((tx) => tx.enqueue(deleteDue, {}))
  const warned = async () =>
    (await server.mailbox.list()).filter(
      ({ to, subject }) => to === email && subject === 'Your workspace will be deleted soon',
    )
  await server.later(28 * day_ms, async () => {
    await look()
    await server.eventually(async () => ((await warned()).length > 0 ? true : undefined))
  })
  await server.later(30 * day_ms + 1000, async () => {
    await look()
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
  const left = (await traces()).filter((row) => !row.startsWith('pgboss.'))
  expect(left).toEqual([])
  // finished jobs keep ids, but no texts
  const jobs = rows.filter((row) => row.startsWith('pgboss.') && row.includes(integration_id))
  expect(jobs.filter((row) => row.toLowerCase().includes(canary))).toEqual([])
  expect(rows.filter((row) => row.includes(other)).length).toBeGreaterThan(15)
  expect(await server.me(browser)).toMatchObject({ integrations: [], active_integration: null })
})

test.each([
  [{ name: '', url: 'https://x.example' }, 'name'],
  [{ name: 'x'.repeat(81), url: 'https://x.example' }, 'name'],
  [{ name: 'Shop', url: 'shop' }, 'url'],
  [{ name: 'Shop', url: 'ftp://shop.example' }, 'url'],
  [{ name: 'Shop', url: 'https://user:secret@shop.example' }, 'url'],
])('S5.05 422: a workspace %o is refused on its field', async (input, field) => {
  const { browser } = await server.seed.user()
  await expect(browser.call(createIntegration, input)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { [field]: [expect.any(String)] },
  })
  expect(await browser.call(listIntegrations, {})).toEqual([])
})

test('S7.08 onboarding is completed once and stays so', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { onboarded_at } = await browser.call(completeOnboarding, { integration_id })
  expect(onboarded_at).not.toBeNull()
  expect((await browser.call(completeOnboarding, { integration_id })).onboarded_at).toBe(onboarded_at)
})

test('S2.02 where the setup is stays with the workspace, for whoever may set it up', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const saved = async (who: Browser) => (await who.call(getIntegration, { integration_id })).onboarding_step
  expect(await saved(browser)).toBeNull()
  await browser.call(saveOnboardingStep, { integration_id, step: 'look' })
  const admin = await server.seed.member(integration_id, 'admin')
  expect(await saved(admin.browser)).toBe('look')
  expect((await server.me(admin.browser)).integrations[0]?.onboarding_step).toBe('look')
  const agent = await server.seed.member(integration_id, 'agent')
  const otherUser = await server.seed.integration()
  for (const [who, code] of [
    [agent, 'forbidden'],
    [otherUser, 'not_found'],
  ] as const)
    await expect(
      who.browser.call(saveOnboardingStep, { integration_id, step: 'team' }),
    ).rejects.toMatchObject({ code })
  const odd = await browser.request('PUT', `/api/integration/${integration_id}/onboarding`, { step: 'x' })
  expect(odd.statusCode).toBe(422)
  expect(await saved(browser)).toBe('look')
})

test('S7.08 finishing or skipping the setup leaves its list; putting it away does so for everybody, who hear of it', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const admin = await server.seed.member(integration_id, 'admin')
  expect((await browser.call(completeOnboarding, { integration_id })).setup_hidden_at).toBeNull()
  const events = server.watch(integrationChanged.channel({ integration_id }), integrationChanged.name)
  const { setup_hidden_at } = await admin.browser.call(dismissSetup, { integration_id })
  expect(setup_hidden_at).not.toBeNull()
  expect((await browser.call(getIntegration, { integration_id })).setup_hidden_at).toBe(setup_hidden_at)
  expect((await browser.call(dismissSetup, { integration_id })).setup_hidden_at).toBe(setup_hidden_at)
  await server.eventually(() => (events.length > 0 ? true : undefined))
  expect(events).toHaveLength(1)
  const agent = await server.seed.member(integration_id, 'agent')
  await expect(agent.browser.call(dismissSetup, { integration_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const otherUser = await server.seed.integration()
  await expect(otherUser.browser.call(dismissSetup, { integration_id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('S7.07 activation holds for this session, and the next session starts there', async () => {
  const { browser, integration, email, password } = await server.seed.integration()
  await browser.call(createIntegration, { name: 'Other', url: 'https://other.example' })
  const elsewhere = await server.signIn(email, password)
  await browser.call(activateIntegration, { integration_id: integration.id })
  expect((await server.me(browser)).active_integration?.id).toBe(integration.id)
  expect((await server.me(elsewhere)).active_integration?.name).toBe('Other')
  expect((await server.me(await server.signIn(email, password))).active_integration?.id).toBe(integration.id)
})

test('SEC-09 403: a link, a prefetch and another site activate nothing', async () => {
  const { browser, integration } = await server.seed.integration()
  const other = await browser.call(createIntegration, { name: 'Other', url: 'https://other.example' })
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    { 'sec-purpose': 'prefetch' },
    { accept: '*/*' },
  ]) {
    expect(
      (await browser.request('GET', activate(integration.id), undefined, headers as Record<string, string>))
        .statusCode,
    ).toBe(403)
  }
  expect((await server.me(browser)).active_integration?.id).toBe(other.id)
})

test('S9.01 404: a placeholder id and a stranger’s workspace are not activated', async () => {
  const { browser } = await server.seed.integration()
  const { integration } = await server.seed.integration()
  for (const id of ['abcd', integration.id]) {
    expect(
      (await browser.request('GET', activate(id), undefined, { 'sec-fetch-site': 'same-origin' })).statusCode,
    ).toBe(404)
  }
})

test('403: a role too low is told so in its own workspace', async () => {
  const { integration_id } = await server.seed.integration()
  const viewer = await server.seed.member(integration_id, 'viewer')
  const admin = await server.seed.member(integration_id, 'admin')
  await expect(
    viewer.browser.call(updateIntegration, { integration_id, name: 'Mine' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  await expect(admin.browser.call(deleteIntegration, { integration_id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await admin.browser.call(updateIntegration, { integration_id, name: 'Ours' })
})

test.each([
  ['https://shop.example', [], 'https://www.shop.example/x', true],
  ['https://www.shop.example', [], 'https://docs.shop.example', true],
  ['https://shop.example', [], 'https://evilshop.example', false],
  ['https://shop.example', [], 'https://shop.example.evil.example', false],
  ['https://shop.example', ['help.other.example'], 'https://help.other.example', true],
  ['http://localhost:4000', [], 'http://localhost:5000', true],
  ['https://shop.example', ['localhost:4100'], 'http://localhost:4100', true],
  ['https://shop.example', ['localhost:4100'], 'http://localhost:4200', false],
])('a workspace at %s with added hosts %o owns %s: %s', (url, hosts, address, isOwn) => {
  expect(isOwnHost({ url, hosts }, new URL(address))).toBe(isOwn)
})

test('events explain state: a chat offers at least one language, and speaks one of those by default', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const key = { integration_id }
  const events = server.watch(integrationChanged.channel(key), integrationChanged.name)
  expect(integration).toMatchObject({ locale: 'en', locales: ['en', 'sk'] })
  const refused = async (input: object) => {
    const reply = await browser.request('PUT', `/api/integration/${integration_id}`, input)
    return [reply.statusCode, reply.json().errors]
  }
  expect(await refused({ locales: [] })).toEqual([422, { locales: ['Choose at least one language.'] }])
  const notOffered = [422, { locale: ['Choose one of the chat languages.'] }]
  expect(await refused({ locales: ['sk'] })).toEqual(notOffered)
  await browser.call(updateIntegration, { ...key, locales: ['sk', 'sk'], locale: 'sk' })
  expect(await refused({ locale: 'en' })).toEqual(notOffered)
  await browser.call(updateIntegration, { ...key, name: 'Renamed' })
  expect(await browser.call(getIntegration, key)).toMatchObject({
    locale: 'sk',
    locales: ['sk'],
    name: 'Renamed',
  })
  expect(events.map(({ data }) => data)).toEqual([key, key])
})

test('S9.04 a workspace has the time zone of its creator until its settings change it; hours and mails, in en as in en-US, follow', async () => {
  const { browser, email, password } = await server.seed.user()
  const make = (more: object) =>
    browser.call(createIntegration, { name: 'Kiritimati', url: 'https://shop.example', ...more })
  expect(await make({})).toMatchObject({ time_zone: 'UTC' })
  expect(await make({ time_zone: 'Mars/Olympus' })).toMatchObject({ time_zone: 'UTC' })
  const { id: integration_id, time_zone } = await make({ time_zone: 'America/Adak' })
  expect(time_zone).toBe('America/Adak')
  expect(await browser.call(getHours, { integration_id })).toMatchObject({ time_zone: 'America/Adak' })
  await browser.call(updateIntegration, { integration_id, time_zone: 'Pacific/Kiritimati' })
  expect(await browser.call(getIntegration, { integration_id })).toMatchObject({
    time_zone: 'Pacific/Kiritimati',
  })
  await browser.call(updateHours, { integration_id, is_on: true })
  expect(await browser.call(getHours, { integration_id })).toMatchObject({ time_zone: 'Pacific/Kiritimati' })
  const reply = await browser.request('PUT', `/api/integration/${integration_id}`, { time_zone: 'Nowhere' })
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['time_zone']])
  // At noon in London the next day has started there.
  const noon = (Math.floor(Date.now() / day_ms) + 1.5) * day_ms
  await server.later(noon - Date.now(), async () => {
    browser.cookies.delete('XSRF-TOKEN')
    await browser.call(confirmIdentity, { password })
    await browser.call(deleteIntegration, { integration_id })
  })
  const mail = await server.eventually(async () =>
    (await server.mailbox.list()).find(({ to, text }) => to === email && text.includes('Kiritimati')),
  )
  const day = new Date(noon + (deletionGraceDays + 1) * day_ms)
  expect(mail.text).toMatch(/On [A-Z][a-z]+ \d{1,2}, \d{4} it will be /)
  expect(mail.text).toContain(
    new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(day),
  )
})
