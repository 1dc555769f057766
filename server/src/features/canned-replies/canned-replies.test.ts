import { cannedRepliesChanged, deleteCannedReply, listCannedReplies, saveCannedReply } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const words = (shortcut: string, is_shared = true) => ({
  canned_reply_id: crypto.randomUUID(),
  shortcut,
  title: `About ${shortcut}`,
  body: 'Hello {{contact.name|there}}!',
  is_shared,
})

test('S6.02 the team’s replies are kept by owners, admins and editors; agents keep their own and read the rest', async () => {
  const { browser: owner, integration_id } = await server.seed.integration()
  const agent = await server.seed.member(integration_id, 'agent')
  const editor = await server.seed.member(integration_id, 'editor')
  const shared = words('returns')
  await editor.browser.call(saveCannedReply, { integration_id, ...shared })
  const own = words('hours', false)
  await agent.browser.call(saveCannedReply, { integration_id, ...own })
  const shortcuts = async (who: typeof owner) =>
    (await who.call(listCannedReplies, { integration_id })).map(({ shortcut }) => shortcut)
  expect(await shortcuts(agent.browser)).toEqual(['hours', 'returns'])
  expect(await shortcuts(owner)).toEqual(['returns'])

  const forbidden = { code: 'forbidden' }
  const change = (id: string, is_shared: boolean) =>
    agent.browser.call(saveCannedReply, { integration_id, ...words('x', is_shared), canned_reply_id: id })
  await expect(change(crypto.randomUUID(), true)).rejects.toMatchObject(forbidden)
  await expect(change(shared.canned_reply_id, false)).rejects.toMatchObject(forbidden)
  const gone = { integration_id, canned_reply_id: shared.canned_reply_id }
  await expect(agent.browser.call(deleteCannedReply, gone)).rejects.toMatchObject(forbidden)
  // Somebody else's own is not there, for the owner neither.
  const theirs = { integration_id, canned_reply_id: own.canned_reply_id }
  await expect(owner.call(deleteCannedReply, theirs)).rejects.toMatchObject({ code: 'not_found' })
  await agent.browser.call(deleteCannedReply, theirs)
  expect(await shortcuts(agent.browser)).toEqual(['returns'])
})

test('REL-02 REL-04 saving twice is one reply, and each change tells those who hold the list, without its words', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const heard = server.watch(cannedRepliesChanged.channel({ integration_id }), 'CannedRepliesChanged')
  const reply = words('hello', false)
  const first = await browser.call(saveCannedReply, { integration_id, ...reply, locale: 'sk' })
  await browser.call(saveCannedReply, { integration_id, ...reply, title: 'Welcome', locale: 'sk' })
  const list = await browser.call(listCannedReplies, { integration_id })
  expect(list).toMatchObject([{ id: first.id, title: 'Welcome', locale: 'sk', body: reply.body }])
  await browser.call(deleteCannedReply, { integration_id, canned_reply_id: first.id })
  expect(await browser.call(listCannedReplies, { integration_id })).toEqual([])
  expect(heard.map(({ data }) => data)).toEqual([{ integration_id }, { integration_id }, { integration_id }])
})

test('422 a shortcut that is taken or holds a space is refused on its field', async () => {
  const { browser, integration_id } = await server.seed.integration()
  await browser.call(saveCannedReply, { integration_id, ...words('Vrátenie') })
  const refused = (shortcut: string) => browser.call(saveCannedReply, { integration_id, ...words(shortcut) })
  await expect(refused('vratenie')).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { shortcut: ['Another reply has this shortcut.'] },
  })
  await expect(refused('two words')).rejects.toMatchObject({
    errors: { shortcut: ['Use letters, digits, - and _ only.'] },
  })
})

test('404 SEC-10 another workspace’s reply can neither be changed nor deleted', async () => {
  const a = await server.seed.integration()
  const b = await server.seed.integration()
  const reply = words('mine')
  await a.browser.call(saveCannedReply, { integration_id: a.integration_id, ...reply })
  const { canned_reply_id } = reply
  const absent = { code: 'not_found' }
  const deleting = (integration_id: string) =>
    b.browser.call(deleteCannedReply, { integration_id, canned_reply_id })
  await expect(deleting(a.integration_id)).rejects.toMatchObject(absent)
  await expect(deleting(b.integration_id)).rejects.toMatchObject(absent)
  // The same id in another workspace is another reply.
  await b.browser.call(saveCannedReply, {
    integration_id: b.integration_id,
    ...words('theirs'),
    canned_reply_id,
  })
  const [kept] = await a.browser.call(listCannedReplies, { integration_id: a.integration_id })
  expect(kept?.shortcut).toBe('mine')
})
