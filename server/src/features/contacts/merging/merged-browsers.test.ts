import {
  blockContact,
  createContactNote,
  describeVisitor,
  getConversation,
  listVisitorConversations,
  listVisitorMessages,
  mergeConversation,
  openVisitorSession,
  recordPageVisit,
  sendMessage,
  sendVisitorMessage,
  updateContact,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newMessage, locale, invalidAt, mergeScene } from './test/merge-scene.ts'

const { server, integration_id, field, gold, two } = await mergeScene()

test('SEC-26 after a merge, each browser shows only conversations started in it, and still sends and receives', async () => {
  const { jana, alias, other, visitor, browser, integration, ...of } = await two()
  await of.merge()
  const mine = await other.browser.call(listVisitorConversations, {})
  expect(mine.map(({ id }) => id)).toEqual([of.query.conversation_id])
  expect((await visitor.browser.call(listVisitorConversations, {})).map(({ id }) => id)).toEqual([
    of.conversation_id,
  ])
  await expect(
    other.browser.call(listVisitorMessages, { conversation_id: of.conversation_id }),
  ).rejects.toMatchObject({ code: 'not_found' })
  const session = await other.browser.call(openVisitorSession, {
    public_key: integration.public_key,
    host_origin: server.ctx.config.app_url,
    locale,
    page: { url: 'https://shop.example/c', title: 'C' },
  })
  expect(session).toMatchObject({
    token: null,
    contact: { id: alias.contact_id, name: 'J. K.', email: 'jk@example.com' },
    conversations: [{ id: of.query.conversation_id }],
  })
  const events = server.watch(`private-visitor.${alias.contact_id}`, 'MessageSent')
  await browser.call(sendMessage, { ...of.query, ...newMessage('From the team') })
  await other.browser.call(sendVisitorMessage, { ...of.query, ...newMessage('Thanks') })
  const started = { integration_id, conversation_id: crypto.randomUUID() }
  await other.browser.call(sendVisitorMessage, { ...started, ...newMessage('One more thing') })
  expect(events.map(({ data }) => data)).toMatchObject([
    { body: 'From the team' },
    { body: 'Thanks' },
    { body: 'One more thing' },
  ])
  expect((await browser.call(getConversation, started)).contact.id).toBe(jana.contact_id)
  expect((await of.read()).pages.map(({ title }) => title)).toEqual(['C', 'B', 'A'])
  await expect(
    browser.call(mergeConversation, {
      ...started,
      id: crypto.randomUUID(),
      into_id: of.conversation_id,
    }),
  ).rejects.toMatchObject(invalidAt('into_id'))
  expect(await other.browser.call(describeVisitor, { name: 'Janka' })).toEqual({
    id: alias.contact_id,
    name: 'Janka',
    email: 'jk@example.com',
  })
  expect((await of.read()).name).toBe('Janka')
})

test('undoing a merge returns what the browser did, and keeps later changes of the team', async () => {
  const { jana, alias, other, browser, ...of } = await two()
  const created = await of.merge()
  const started = { integration_id, conversation_id: crypto.randomUUID() }
  await other.browser.call(sendVisitorMessage, { ...started, ...newMessage('Since then') })
  await other.browser.call(describeVisitor, { email: 'new@example.com' })
  await other.browser.call(recordPageVisit, { url: 'https://shop.example/d', title: 'D' })
  await browser.call(createContactNote, { ...jana, id: crypto.randomUUID(), body: 'Written since' })
  await browser.call(updateContact, { ...jana, fields: { [field.id]: 'Free' } })
  await browser.call(blockContact, { ...jana, until: null, reason: 'Rude' })
  await of.undo(created.id)
  expect(await of.read(alias)).toMatchObject({
    email: 'new@example.com',
    blocked: { until: null, reason: 'Rude' },
    fields: { [field.id]: 'Pro' },
    pages: [{ title: 'D' }, { title: 'B' }],
  })
  expect((await browser.call(getConversation, started)).contact.id).toBe(alias.contact_id)
  expect(await of.read()).toMatchObject({
    email: 'new@example.com',
    external_id: null,
    tag_ids: [gold.id],
    fields: { [field.id]: 'Free' },
    blocked: { reason: 'Rude' },
    merges: [],
  })
  const bodies = (items: Awaited<ReturnType<typeof of.timeline>>) =>
    items.flatMap((item) => (item.kind === 'note' ? item.body : []))
  expect(bodies(await of.timeline())).toEqual(['Written since'])
  expect(bodies(await of.timeline(alias))).toEqual(['Knows Eva'])
  expect(JSON.stringify(await of.timeline())).not.toContain('J. K.')
})

test('REL-01 messages that a browser sends during a merge or its undo are stored once and stay its own', async () => {
  const { jana, alias, other, query, merge, undo, browser } = await two()
  const meanwhile = () =>
    Promise.all([
      ...[1, 2, 3].map((n) =>
        other.browser.call(sendVisitorMessage, { ...query, ...newMessage(`Again ${n}`) }),
      ),
      ...[1, 2].map((n) => {
        const started = { conversation_id: crypto.randomUUID(), ...newMessage(`New ${n}`) }
        return other.browser.call(sendVisitorMessage, started)
      }),
      other.browser.call(recordPageVisit, { url: `https://shop.example/${crypto.randomUUID()}`, title: '' }),
    ])
  const whose = async () => {
    const { rows } = await sql<{ contact_id: string }>`
      select contact_id from conversation where coalesce(origin_id, contact_id) = ${alias.contact_id}
      union all select contact_id from page_visit where coalesce(origin_id, contact_id) = ${alias.contact_id}`.execute(
      server.ctx.db,
    )
    return rows.map(({ contact_id }) => contact_id)
  }
  const [{ id }] = await Promise.all([merge(), meanwhile()])
  expect(await whose()).toEqual(Array(5).fill(jana.contact_id))
  await Promise.all([undo(id), meanwhile()])
  expect(await whose()).toEqual(Array(8).fill(alias.contact_id))
  const thread = await other.browser.call(listVisitorMessages, query)
  expect(thread.filter(({ author }) => author === 'contact')).toHaveLength(7)
  expect((await browser.call(getConversation, query)).contact.id).toBe(alias.contact_id)
})
