import {
  requestPerson,
  contactHandle,
  contactName,
  blockContact,
  eraseContact,
  listAuditEntries,
  listContacts,
  listNotifications,
  searchConversations,
  updateContact,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

test('a contact without a name or an email is found by the handle that is shown, and not by it once named', async () => {
  const { browser, integration_id, visitor, conversation_id } = await server.seed.conversation()
  const { contact_id } = visitor
  const handle = contactHandle(contact_id)
  expect(contactName({ id: contact_id, name: null, email: null }, (tail) => `Visitor ${tail}`)).toBe(
    `Visitor ${handle}`,
  )
  const row = async (search: string) => ({
    contacts: (await browser.call(listContacts, { integration_id, search })).items.map(({ id }) => id),
    conversations: (await browser.call(searchConversations, { integration_id, search })).items.map(
      ({ conversation }) => conversation.id,
    ),
  })
  const both = { contacts: [contact_id], conversations: [conversation_id] }
  for (const search of [
    handle,
    `Visitor ${handle}`,
    `Návštevník ${handle}`,
    `VISITOR ${handle.toUpperCase()}`,
  ])
    expect(await row(search), search).toEqual(both)
  await browser.call(updateContact, { integration_id, contact_id, name: 'Ján Malý' })
  expect(await row(`Visitor ${handle}`)).toEqual({ contacts: [], conversations: [] })
  expect(await row('maly')).toEqual(both)
})

test('a notification shows the customer’s current name', async () => {
  const { browser, integration_id, visitor, conversation_id } = await server.seed.conversation()
  const { contact_id } = visitor
  await visitor.browser.call(requestPerson, { conversation_id })
  const contacts = async () =>
    (await browser.call(listNotifications, { integration_id })).map(({ actor_name, contact }) => ({
      actor_name,
      contact,
    }))
  const nameless = { actor_name: null, contact: { id: contact_id, name: null, email: null } }
  expect((await contacts())[0]).toEqual(nameless)
  await browser.call(updateContact, { integration_id, contact_id, name: 'Ján Malý' })
  expect((await contacts())[0]).toEqual({
    actor_name: null,
    contact: { ...nameless.contact, name: 'Ján Malý' },
  })
})

test('S2.04 an export names contacts as the app does, in the exporting member’s language', async () => {
  const { browser, integration_id, visitor } = await server.seed.conversation()
  const file = async () => {
    const url = `/api/integration/${integration_id}/contact-export?columns=kind`
    return (await browser.request('GET', url)).body.trim().split('\r\n')
  }
  const handle = contactHandle(visitor.contact_id)
  expect(await file()).toEqual([
    expect.stringContaining('"id","name","email","display_name","kind"'),
    `"${visitor.contact_id}","","","Visitor ${handle}","visitor"`,
  ])
})

test('SEC-52 the audit log has the current names of the contacts it refers to, until they are erased', async () => {
  const { browser, integration_id, visitor } = await server.seed.conversation()
  const otherUser = await server.seed.conversation()
  const { contact_id } = visitor
  const key = { integration_id, contact_id }
  await browser.call(blockContact, { ...key, until: null })
  const theirs = { integration_id: otherUser.integration_id, contact_id: otherUser.visitor.contact_id }
  await otherUser.browser.call(blockContact, { ...theirs, until: null })
  await browser.call(updateContact, { ...key, name: 'Ján Malý' })
  const contacts = async () => (await browser.call(listAuditEntries, { integration_id })).contacts
  expect(await contacts()).toEqual([{ id: contact_id, name: 'Ján Malý', email: null }])
  await browser.call(eraseContact, key)
  await expect.poll(contacts).toEqual([])
})
