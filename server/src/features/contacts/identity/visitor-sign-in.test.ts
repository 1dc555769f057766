import {
  blockContact,
  contactDataPath,
  describeVisitor,
  endVisitorSession,
  eraseContact,
  getContact,
  getConversation,
  listVisitorConversations,
  listVisitorMessages,
  mergeContact,
  recordPageVisit,
  sendVisitorMessage,
  undoContactMerge,
  updateContact,
  visitorMessageSent,
} from '@ozvi/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { identityServer, jana, invalid, newMessage } from './test/identity-server.ts'

const { server, workspace } = await identityServer()
afterAll(() => server[Symbol.asyncDispose]())

test('two browsers of a signed-in person share their conversations live, until shutdown', async () => {
  const { come, askQuestion, query, people } = await workspace()
  const phone = await come(jana)
  const first = await askQuestion(phone.browser, 'From my phone')
  const laptop = await come(jana)
  expect(laptop.contact_id).toBe(phone.contact_id)
  expect(laptop.session.conversations.map(({ id }) => id)).toEqual([first])
  const events = server.watch(visitorMessageSent.channel({ visitor_id: phone.contact_id }))
  const second = await askQuestion(laptop.browser, 'From my laptop')
  expect(events.map(({ data }) => data)).toContainEqual(expect.objectContaining({ conversation_id: second }))
  expect(await query(phone.browser)).toEqual([first, second].toSorted())
  expect(await people()).toHaveLength(1)
  await laptop.browser.call(endVisitorSession, {})
  await expect(laptop.browser.call(listVisitorConversations, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(await query(phone.browser)).toHaveLength(2)
})

test('conversations started before signing in appear once in every browser, under a new token', async () => {
  const { arrive, come, identify, token, askQuestion, query, people, browser, integration_id } =
    await workspace()
  const phone = await come({ ...jana, name: 'Jana' })
  const { browser: laptop, session } = await arrive()
  const conversation_id = crypto.randomUUID()
  const message = { conversation_id, ...newMessage('Who are you?') }
  await laptop.call(sendVisitorMessage, message)
  const former = laptop.headers.authorization
  const joined = await identify(laptop, token(jana))
  expect(joined.session).toMatchObject({ has_changed_person: false, contact: { id: phone.contact_id } })
  expect(laptop.headers.authorization).not.toBe(former)
  // The previous token, which an attacker may have set, no longer works.
  const thief = server.browser()
  thief.headers.authorization = former ?? ''
  await expect(thief.call(listVisitorConversations, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await query(phone.browser)).toEqual([conversation_id])
  // The reply was lost, so it is sent again.
  await laptop.call(sendVisitorMessage, message)
  const seen = await phone.browser.call(listVisitorMessages, { conversation_id })
  expect(seen.filter(({ author }) => author === 'contact')).toHaveLength(1)
  expect((await people()).map(({ id, name }) => ({ id, name }))).toEqual([
    { id: phone.contact_id, name: 'Jana' },
  ])
  const { contact } = await browser.call(getConversation, { integration_id, conversation_id })
  expect(contact.id).toBe(phone.contact_id)
  // The same token again changes nothing.
  expect((await identify(laptop, token(jana))).session).toMatchObject({ token: null })
  await askQuestion(laptop, 'And now?')
  expect(await query(phone.browser)).toHaveLength(2)

  // The team can undo it: then it is shown where it was started anonymously.
  const { merges } = await browser.call(getContact, { integration_id, contact_id: phone.contact_id })
  expect(merges).toMatchObject([{ source: { id: session.contact.id }, by_name: '' }])
  await browser.call(undoContactMerge, { integration_id, merge_id: merges[0]?.id ?? '' })
  expect(await query(phone.browser)).not.toContain(conversation_id)
  const back = await browser.call(getConversation, { integration_id, conversation_id })
  expect(back.contact.id).toBe(session.contact.id)
})

test('signing in after another person shows and moves none of their data', async () => {
  const { come, identify, token, askQuestion, query, read } = await workspace()
  const eva = await come({ sub: 'E-1', name: 'Eva' })
  const janasConversation = await askQuestion(eva.browser, 'My secret')
  const now = await identify(eva.browser, token(jana))
  expect(now.session).toMatchObject({ has_changed_person: true, conversations: [] })
  expect(await query(now.browser)).toEqual([])
  await expect(
    now.browser.call(listVisitorMessages, { conversation_id: janasConversation }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await read(eva.contact_id)).toMatchObject({ name: 'Eva', external_id: 'E-1', merges: [] })
  expect(await query((await come({ sub: 'E-1' })).browser)).toEqual([janasConversation])
})

test('SEC-26 an entered address links no one to the contact, even after its owner signs in', async () => {
  const { arrive, come, askQuestion, query, read, people } = await workspace()
  const impostor = await arrive()
  await impostor.browser.call(describeVisitor, { name: 'Jana', email: 'jana@example.com' })
  const theirs = await askQuestion(impostor.browser, 'Send me my invoices')
  const owner = await come({ sub: 'A-1', email: 'jana@example.com' })
  const janasConversation = await askQuestion(owner.browser, 'Hello')
  expect(owner.contact_id).not.toBe(impostor.contact_id)
  expect(await query(owner.browser)).toEqual([janasConversation])
  expect(await query(impostor.browser)).toEqual([theirs])
  expect(await read(impostor.contact_id)).toMatchObject({ verified_at: null, email_verified_at: null })
  await impostor.browser.call(endVisitorSession, {})
  // Not even the workspace's server can identify her by address alone.
  await expect(come({ email: 'jana@example.com' })).rejects.toMatchObject(invalid('sub'))
  expect(await people()).toHaveLength(2)
})

test('SEC-26 a contact who is given another one’s address by the team stays a contact of its own in every browser', async () => {
  const { arrive, come, askQuestion, query, read, people, browser, integration_id } = await workspace()
  const claims = { sub: 'A-1', email: 'jana@example.com' }
  const owner = await come(claims)
  const janasConversation = await askQuestion(owner.browser, 'Hello')
  const other = await arrive()
  const theirs = await askQuestion(other.browser, 'Where is my parcel?')
  const { contact_id } = other
  await browser.call(updateContact, { integration_id, contact_id, email: claims.email })
  expect(await read(contact_id)).toMatchObject({
    email: claims.email,
    email_verified_at: null,
    verified_at: null,
    merges: [],
  })
  expect(await read(owner.contact_id)).toMatchObject({ email: claims.email, merges: [] })
  for (const janas of [owner, await come(claims)])
    expect(await query(janas.browser)).toEqual([janasConversation])
  expect(await query(other.browser)).toEqual([theirs])
  await expect(
    other.browser.call(listVisitorMessages, { conversation_id: janasConversation }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect(await people()).toHaveLength(2)
})

test('merging contacts doesn’t show one browser the other’s data', async () => {
  const { arrive, come, identify, token, askQuestion, query, people, read, ...of } = await workspace()
  const { browser, integration_id } = of
  const claimed = await arrive()
  const theirs = await askQuestion(claimed.browser, 'I am Jana, honestly')
  await browser.call(updateContact, { integration_id, contact_id: claimed.contact_id, external_id: 'A-1' })
  const real = await come({ sub: 'A-1', email: 'jana@example.com' })
  const janasConversation = await askQuestion(real.browser, 'Hello')
  expect(await query(real.browser)).toEqual([janasConversation])
  expect(await query(claimed.browser)).toEqual([theirs])
  expect((await people()).map(({ id }) => id)).toEqual([claimed.contact_id])
  expect(await query((await come({ sub: 'A-1' })).browser)).toEqual([janasConversation])
  // An unverified browser can't change signed values.
  await claimed.browser.call(describeVisitor, { name: 'Not Jana', email: 'other@example.com' })
  expect(await read(claimed.contact_id)).toMatchObject({ email: 'jana@example.com' })
  // If that browser is hers, she can sign in there.
  const self = await identify(claimed.browser, token({ sub: 'A-1' }))
  expect(await query(self.browser)).toEqual([janasConversation, theirs].toSorted())
})

test('a merge and its undo keep the signed-in person’s conversations', async () => {
  const { arrive, come, askQuestion, query, browser, integration_id } = await workspace()
  const real = await come(jana)
  const janasConversation = await askQuestion(real.browser, 'Hello')
  const otherUser = await arrive()
  const theirs = await askQuestion(otherUser.browser, 'Hi')
  const { id: merge_id } = await browser.call(mergeContact, {
    integration_id,
    contact_id: real.contact_id,
    into_id: otherUser.contact_id,
    id: crypto.randomUUID(),
  })
  const again = await come(jana)
  expect(again.contact_id).toBe(real.contact_id)
  expect(await query(again.browser)).toEqual([janasConversation])
  expect(await query(otherUser.browser)).toEqual([theirs])
  const profile = await browser.call(getContact, { integration_id, contact_id: real.contact_id })
  expect(profile).toMatchObject({ id: otherUser.contact_id, verified_by: 'jwt', external_id: 'A-1' })
  await browser.call(undoContactMerge, { integration_id, merge_id })
  expect(await query((await come(jana)).browser)).toEqual([janasConversation])
  expect(await browser.call(getContact, { integration_id, contact_id: otherUser.contact_id })).toMatchObject({
    verified_at: null,
  })
})

test('a person who signs in with many browsers at once is one contact', async () => {
  const { come, people } = await workspace()
  const all = await Promise.all(
    Array.from({ length: 8 }, () => come({ sub: 'A-1', email: 'jana@example.com' })),
  )
  expect(new Set(all.map(({ contact_id }) => contact_id)).size).toBe(1)
  expect(await people()).toHaveLength(1)
})

test('signing in doesn’t remove a block, and an erased contact starts over', async () => {
  const { arrive, come, identify, token, askQuestion, query, browser, integration_id, read } =
    await workspace()
  const visitor = await arrive()
  await browser.call(blockContact, {
    integration_id,
    contact_id: visitor.contact_id,
    until: null,
    reason: '',
  })
  const { contact_id } = await identify(visitor.browser, token({ sub: 'B-1' }))
  expect((await read(contact_id)).blocked).not.toBeNull()
  await expect(askQuestion(visitor.browser, 'Hello')).rejects.toMatchObject({ code: 'blocked' })

  const real = await come({ ...jana, name: 'Jana' })
  await askQuestion(real.browser, 'Hello')
  const file = await browser.request('GET', contactDataPath(integration_id, real.contact_id))
  const data = JSON.parse(strFromU8(unzipSync(file.rawPayload)['contact.json'] ?? new Uint8Array()))
  expect(data.contact).toMatchObject({ verified_by: 'jwt', email_verified_at: null })
  await browser.call(eraseContact, { integration_id, contact_id: real.contact_id })
  const anew = await come(jana)
  expect(anew.contact_id).not.toBe(real.contact_id)
  expect(await query(anew.browser)).toEqual([])
})

test('concurrent calls of one browser don’t fail: details, page visits and signing out', async () => {
  const { arrive } = await workspace()
  const { browser } = await arrive()
  const all = (calls: Promise<unknown>[]) =>
    Promise.all(
      calls.map((call) =>
        call.then(
          () => 'done',
          ({ code }: { code?: string }) => code,
        ),
      ),
    )
  const names = Array.from({ length: 10 }, (_, nth) => `Jana ${nth}`)
  const describe = (name: string) =>
    browser.call(describeVisitor, { claimed_by: 'visitor', name, email: 'jana@example.com' })
  expect(new Set(await all(names.map(describe)))).toEqual(new Set(['done']))
  const visit = (title: string) => browser.call(recordPageVisit, { url: 'https://shop.example/tea', title })
  const mixed = await all(names.flatMap((name) => [visit(name), browser.call(endVisitorSession, {})]))
  expect(mixed.filter((answer) => answer !== 'done' && answer !== 'unauthenticated')).toEqual([])
  expect(mixed).toContain('done')
})
