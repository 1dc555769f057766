import {
  createContactField,
  createContactNote,
  createTag,
  getContact,
  listContacts,
  listContactTimeline,
  mergeContact,
  recordPageVisit,
  sendVisitorMessage,
  undoContactMerge,
  updateContact,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { testServer } from '../../../../../test/server.ts'

export const locale = 'en' as const
export const newMessage = (body: string) => ({ id: crypto.randomUUID(), locale, body, file_ids: [] })
export const invalidAt = (field: string) => ({
  code: 'invalid_input',
  errors: { [field]: [expect.any(String)] },
})

/** A server and a workspace for one test file, with contacts that have every kind of data. */
export async function mergeScene() {
  const server = await testServer({}, { isAnswering: false })
  afterAll(() => server[Symbol.asyncDispose]())
  const shop = await server.seed.integration()
  const { integration_id } = shop
  const field = await shop.browser.call(createContactField, { integration_id, name: 'Plan', type: 'text' })
  const gold = await shop.browser.call(createTag, { integration_id, name: 'Gold' })
  const tag = await shop.browser.call(createTag, { integration_id, name: 'Late' })

  /** Two contacts with every kind of data: Jana, and a duplicate of hers. */
  async function two() {
    const { browser, integration, user } = shop
    const visitor = await server.seed.visitor(integration.public_key)
    const other = await server.seed.visitor(integration.public_key)
    const conversation_id = crypto.randomUUID()
    await visitor.browser.call(sendVisitorMessage, { conversation_id, ...newMessage('Hello?') })
    const jana = { integration_id, contact_id: visitor.contact_id }
    const alias = { integration_id, contact_id: other.contact_id }
    await visitor.browser.call(recordPageVisit, { url: 'https://shop.example/a', title: 'A' })
    await other.browser.call(recordPageVisit, { url: 'https://shop.example/b', title: 'B' })
    await browser.call(updateContact, { ...jana, name: 'Jana', city: 'Nitra', add_tag_ids: [gold.id] })
    await browser.call(updateContact, {
      ...alias,
      name: 'J. K.',
      email: 'jk@example.com',
      external_id: `ext-${other.contact_id}`,
      owner_id: user.id,
      add_tag_ids: [gold.id, tag.id],
      fields: { [field.id]: 'Pro' },
    })
    const note = { ...alias, id: crypto.randomUUID(), body: 'Knows Eva' }
    await browser.call(createContactNote, note)
    const query = { integration_id, conversation_id: crypto.randomUUID() }
    await other.browser.call(sendVisitorMessage, { ...query, ...newMessage('From my phone') })
    const merge = (into = jana, more: { id?: string; drop_external_id?: boolean } = {}, from = alias) =>
      browser.call(mergeContact, { ...from, id: crypto.randomUUID(), into_id: into.contact_id, ...more })
    return {
      ...shop,
      conversation_id,
      visitor,
      other,
      jana,
      alias,
      query,
      merge,
      undo: (merge_id: string) => browser.call(undoContactMerge, { integration_id, merge_id }),
      read: (key = jana) => browser.call(getContact, key),
      timeline: async (key = jana) => (await browser.call(listContactTimeline, { ...key, limit: 100 })).items,
      list: async () => (await browser.call(listContacts, { integration_id })).items,
    }
  }
  /** The stored data of a workspace's contacts, without versions and later changes. */
  async function current(integration_id: string) {
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', 'contact', to_jsonb(contact) - 'version') as line from contact where integration_id = ${integration_id}
      union all select concat_ws(' ', 'token', contact_id, origin_id) from visitor_token where integration_id = ${integration_id}
      union all select concat_ws(' ', 'visit', to_jsonb(page_visit)) from page_visit where integration_id = ${integration_id}
      union all select concat_ws(' ', 'imported', to_jsonb(contact_import_row)) from contact_import_row where integration_id = ${integration_id}
      union all select concat_ws(' ', 'note', to_jsonb(contact_note)) from contact_note where integration_id = ${integration_id}
      union all select concat_ws(' ', 'change', to_jsonb(contact_change)) from contact_change
        where integration_id = ${integration_id} and changes -> 0 ->> 'field' <> 'unmerged'
      union all select concat_ws(' ', 'conversation', to_jsonb(conversation) - 'version') from conversation where integration_id = ${integration_id}`.execute(
      server.ctx.db,
    )
    return rows.map(({ line }) => line).toSorted()
  }
  return { server, integration_id, field, gold, tag, two, current }
}
