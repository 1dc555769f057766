import {
  cannedRepliesChanged,
  deleteCannedReply,
  deleteMessage,
  eraseContact,
  fileLimits,
  listCannedReplies,
  listMessages,
  saveCannedReply,
  sendMessage,
  uploadFile,
  uploadVisitorFile,
  visitorFilePath,
  day_ms,
  hour_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'
import { upload } from '../../../test/upload.ts'
import { deleteUnattached } from '#features/files'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const text = (shortcut: string, is_shared = true) => ({
  canned_reply_id: crypto.randomUUID(),
  shortcut,
  title: `About ${shortcut}`,
  body: 'Hello {{contact.name|there}}!',
  is_shared,
})

test('S6.02 owners, admins and editors manage the team’s replies; agents manage their own and read the others', async () => {
  const { browser: owner, integration_id } = await server.seed.integration()
  const agent = await server.seed.member(integration_id, 'agent')
  const editor = await server.seed.member(integration_id, 'editor')
  const shared = text('returns')
  await editor.browser.call(saveCannedReply, { integration_id, ...shared })
  const own = text('hours', false)
  await agent.browser.call(saveCannedReply, { integration_id, ...own })
  const shortcuts = async (who: typeof owner) =>
    (await who.call(listCannedReplies, { integration_id })).map(({ shortcut }) => shortcut)
  expect(await shortcuts(agent.browser)).toEqual(['hours', 'returns'])
  expect(await shortcuts(owner)).toEqual(['returns'])

  const forbidden = { code: 'forbidden' }
  const change = (id: string, is_shared: boolean) =>
    agent.browser.call(saveCannedReply, { integration_id, ...text('x', is_shared), canned_reply_id: id })
  await expect(change(crypto.randomUUID(), true)).rejects.toMatchObject(forbidden)
  await expect(change(shared.canned_reply_id, false)).rejects.toMatchObject(forbidden)
  const deleted = { integration_id, canned_reply_id: shared.canned_reply_id }
  await expect(agent.browser.call(deleteCannedReply, deleted)).rejects.toMatchObject(forbidden)
  // Someone else's personal reply isn't found, not even by the owner.
  const theirs = { integration_id, canned_reply_id: own.canned_reply_id }
  await expect(owner.call(deleteCannedReply, theirs)).rejects.toMatchObject({ code: 'not_found' })
  await agent.browser.call(deleteCannedReply, theirs)
  expect(await shortcuts(agent.browser)).toEqual(['returns'])
})

test('REL-02 REL-04 saving twice creates one reply, and each change is announced without its text', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const events = server.watch(cannedRepliesChanged.channel({ integration_id }), 'CannedRepliesChanged')
  const reply = text('hello', false)
  const first = await browser.call(saveCannedReply, { integration_id, ...reply, locale: 'sk' })
  await browser.call(saveCannedReply, { integration_id, ...reply, title: 'Welcome', locale: 'sk' })
  const list = await browser.call(listCannedReplies, { integration_id })
  expect(list).toMatchObject([{ id: first.id, title: 'Welcome', locale: 'sk', body: reply.body }])
  await browser.call(deleteCannedReply, { integration_id, canned_reply_id: first.id })
  expect(await browser.call(listCannedReplies, { integration_id })).toEqual([])
  expect(events.map(({ data }) => data)).toEqual([{ integration_id }, { integration_id }, { integration_id }])
})

test('422 a shortcut that is taken or contains a space is rejected at its field', async () => {
  const { browser, integration_id } = await server.seed.integration()
  await browser.call(saveCannedReply, { integration_id, ...text('Vrátenie') })
  const save = (shortcut: string) => browser.call(saveCannedReply, { integration_id, ...text(shortcut) })
  await expect(save('vratenie')).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { shortcut: ['Another reply already uses this shortcut.'] },
  })
  await expect(save('two words')).rejects.toMatchObject({
    errors: { shortcut: ['Use only letters, numbers, - and _.'] },
  })
})

test('404 SEC-10 another workspace’s reply can neither be changed nor deleted', async () => {
  const a = await server.seed.integration()
  const b = await server.seed.integration()
  const reply = text('mine')
  await a.browser.call(saveCannedReply, { integration_id: a.integration_id, ...reply })
  const { canned_reply_id } = reply
  const absent = { code: 'not_found' }
  const deleting = (integration_id: string) =>
    b.browser.call(deleteCannedReply, { integration_id, canned_reply_id })
  await expect(deleting(a.integration_id)).rejects.toMatchObject(absent)
  await expect(deleting(b.integration_id)).rejects.toMatchObject(absent)
  // The same id in another workspace is a different reply.
  await b.browser.call(saveCannedReply, {
    integration_id: b.integration_id,
    ...text('theirs'),
    canned_reply_id,
  })
  const [saved] = await a.browser.call(listCannedReplies, { integration_id: a.integration_id })
  expect(saved?.shortcut).toBe('mine')
})

const fileUrl = (integration_id: string) => uploadFile.path.replace(':integration_id', integration_id)
const status = async (who: Browser, url: string) => (await who.request('GET', url)).statusCode
/** A shared reply with a file. */
async function offer(who: Browser, integration_id: string, is_shared = true) {
  const file_id = await upload(who, fileUrl(integration_id), 'Our prices', 'prices.txt')
  const reply = { integration_id, ...text(`a${file_id.slice(0, 8)}`, is_shared), file_ids: [file_id] }
  return {
    file_id,
    url: `${fileUrl(integration_id)}/${file_id}`,
    reply,
    saved: await who.call(saveCannedReply, reply),
  }
}

test('a file of a canned reply is sent in several messages; it survives their deletion, and they survive its removal', async () => {
  const {
    browser: owner,
    integration_id,
    integration,
    conversation_id,
    visitor,
  } = await server.seed.conversation()
  const agent = await server.seed.member(integration_id, 'agent')
  const { file_id, url, reply, saved } = await offer(owner, integration_id)
  expect(saved.attachments).toMatchObject([
    { id: file_id, name: 'prices.txt', content_type: 'text/plain', size: 10 },
  ])
  const second = await server.seed.visitor(integration.public_key)
  const key = { integration_id, conversation_id }
  const send = (who: Browser) =>
    who.call(sendMessage, { ...key, id: crypto.randomUUID(), body: '', file_ids: [file_id] })
  const first = await send(agent.browser)
  expect(first.attachments).toEqual(saved.attachments)
  expect(await status(visitor.browser, visitorFilePath(file_id))).toBe(200)
  expect(await status(second.browser, visitorFilePath(file_id))).toBe(404)
  // Deleting the message keeps the reply's file.
  await agent.browser.call(deleteMessage, { ...key, message_id: first.id })
  expect(await status(visitor.browser, visitorFilePath(file_id))).toBe(404)
  expect(await status(agent.browser, url)).toBe(200)
  await send(owner)
  // And the customer keeps what they received.
  await owner.call(deleteCannedReply, { integration_id, canned_reply_id: reply.canned_reply_id })
  await server.later(25 * hour_ms, () => deleteUnattached(server.ctx))
  expect(await status(visitor.browser, visitorFilePath(file_id))).toBe(200)
  expect((await owner.call(listMessages, key)).at(-1)?.attachments).toEqual(saved.attachments)
})

test('SEC-50 erasing a contact keeps the files of the team’s replies, and deletes those of deleted replies', async () => {
  const { browser, integration_id, conversation_id, visitor } = await server.seed.conversation()
  const [stays, goes] = [await offer(browser, integration_id), await offer(browser, integration_id)]
  const file_ids = [stays.file_id, goes.file_id]
  await browser.call(sendMessage, {
    integration_id,
    conversation_id,
    id: crypto.randomUUID(),
    body: '',
    file_ids,
  })
  await browser.call(deleteCannedReply, { integration_id, canned_reply_id: goes.reply.canned_reply_id })
  await browser.call(eraseContact, { integration_id, contact_id: visitor.contact_id })
  await server.eventually(async () => ((await status(browser, goes.url)) === 404 ? true : undefined))
  expect(await status(browser, stays.url)).toBe(200)
})

test('a file removed from a reply is deleted after a day; until then members with the right can add it again', async () => {
  const { browser: owner, integration_id } = await server.seed.integration()
  const { browser: editor } = await server.seed.member(integration_id, 'editor')
  const { url, reply } = await offer(owner, integration_id)
  const { canned_reply_id } = reply
  const { file_key } = await server.ctx.db
    .selectFrom('file')
    .where('id', '=', reply.file_ids[0] ?? '')
    .select('file_key')
    .executeTakeFirstOrThrow()
  await server.later(2 * day_ms, async () => {
    await deleteUnattached(server.ctx)
    await editor.request('GET', '/api/csrf-token')
    await editor.call(deleteCannedReply, { integration_id, canned_reply_id })
    await deleteUnattached(server.ctx)
    expect((await editor.call(saveCannedReply, reply)).attachments).toHaveLength(1)
    await editor.call(saveCannedReply, { ...reply, file_ids: [] })
  })
  await server.later(2.5 * day_ms, () => deleteUnattached(server.ctx))
  expect(await status(owner, url)).toBe(200)
  await server.later(4 * day_ms, () => deleteUnattached(server.ctx))
  expect(await status(owner, url)).toBe(404)
  expect(await server.ctx.files.get(file_key)).toBeUndefined()
})

test('404 422 SEC-10 SEC-33 files of private replies can’t be read or sent by others, and neither can those of another workspace', async () => {
  const { browser: owner, integration_id, conversation_id, visitor } = await server.seed.conversation()
  const agent = await server.seed.member(integration_id, 'agent')
  const own = await offer(agent.browser, integration_id, false)
  const shared = await offer(owner, integration_id)
  const otherUser = await server.seed.integration()
  expect(await status(agent.browser, own.url)).toBe(200)
  expect(await status(owner, own.url)).toBe(404)
  for (const url of [own.url, shared.url]) expect(await status(otherUser.browser, url)).toBe(404)
  expect(await status(visitor.browser, visitorFilePath(shared.file_id))).toBe(404)
  const deleted = {
    code: 'invalid_input',
    errors: { file_ids: [expect.stringContaining('no longer available')] },
  }
  const message = {
    integration_id,
    conversation_id,
    id: crypto.randomUUID(),
    body: '',
    file_ids: [own.file_id],
  }
  await expect(owner.call(sendMessage, message)).rejects.toMatchObject(deleted)
  const keep = (who: Browser, workspace: string, file_ids: string[]) =>
    who.call(saveCannedReply, { integration_id: workspace, ...text('taken', false), file_ids })
  await expect(keep(owner, integration_id, [own.file_id])).rejects.toMatchObject(deleted)
  await expect(keep(otherUser.browser, otherUser.integration_id, [shared.file_id])).rejects.toMatchObject(
    deleted,
  )
  const theirs = await upload(visitor.browser, uploadVisitorFile.path, 'mine', 'mine.txt')
  await expect(keep(owner, integration_id, [theirs])).rejects.toMatchObject(deleted)
})

test('422 a reply needs text or a file, and has at most as many files as a message', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const keep = (body: string, file_ids: string[]) =>
    browser.call(saveCannedReply, { integration_id, ...text('price'), body, file_ids })
  await expect(keep(' ', [])).rejects.toMatchObject({ errors: { body: ['This field is required.'] } })
  const many = Array.from({ length: fileLimits.files_max + 1 }, () => crypto.randomUUID())
  await expect(keep('Here', many)).rejects.toMatchObject({ errors: { file_ids: [expect.any(String)] } })
  const file_id = await upload(browser, fileUrl(integration_id), 'Our prices', 'prices.txt')
  expect(await keep('', [file_id])).toMatchObject({ body: '', attachments: [{ id: file_id }] })
})
