import {
  createContact,
  createIntegration,
  describeVisitor,
  signUp,
  updateContact,
  updateIntegration,
  updateOwnWorkSettings,
  updateProfile,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const typed = '  Eva\r\n\u202eNov\u2066á\u2069\u202c \t Malá\u2028'
const stored = 'Eva Nová Malá'
const account = (name: string) => ({
  name,
  email: `${crypto.randomUUID()}@example.com`,
  password: 'correct horse battery',
})

test('names of people, contacts and workspaces are one line without bidi controls', async () => {
  const { browser, visitor, integration_id } = await server.seed.conversation()
  const url = 'https://example.com'
  const contact = await browser.call(createContact, { integration_id, id: crypto.randomUUID(), name: typed })
  const contact_id = contact.id
  const names = [
    (await server.browser().call(signUp, account(typed))).name,
    (await browser.call(updateProfile, { name: typed })).name,
    (await browser.call(createIntegration, { name: typed, url })).name,
    (await browser.call(updateIntegration, { integration_id, name: typed })).name,
    contact.name,
    (await browser.call(updateContact, { integration_id, contact_id, name: typed })).name,
    (await visitor.browser.call(describeVisitor, { name: typed })).name,
    (await browser.call(updateOwnWorkSettings, { integration_id, display_name: typed })).display_name,
  ]
  expect(names).toEqual(names.map(() => stored))
})

test('a page’s name for a visitor is ignored if nothing of it is visible, and their address is saved', async () => {
  const { visitor } = await server.seed.conversation()
  const name = '\u202e\u200b\u2800'
  expect(await visitor.browser.call(describeVisitor, { name, email: 'eva@example.com' })).toMatchObject({
    name: null,
    email: 'eva@example.com',
  })
})

test('422 S5.05 a name needs a visible character', async () => {
  const { browser } = await server.seed.integration()
  const required = { errors: { name: ['This field is required.'] } }
  for (const name of ['\u200b\u2060', '\u202e \n\u2069']) {
    await expect(server.browser().call(signUp, account(name))).rejects.toMatchObject(required)
    const workspace = { name, url: 'https://example.com' }
    await expect(browser.call(createIntegration, workspace)).rejects.toMatchObject(required)
  }
})
