import {
  type Attachment,
  deleteMessage,
  listAuditEntries,
  listVisitorMessages,
  restoreMessage,
  sendMessage,
  sendVisitorMessage,
  signOut,
  visitorFilePath,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'
import { memberUrl, photo, newMessage, upload, visitorUrl } from './test/uploads.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

test('SEC-04 SEC-33 only the team and the visitor it was sent to can read a file, and never one of a note', async () => {
  const a = await server.seed.conversation()
  const b = await server.seed.conversation()
  const other = await server.seed.visitor(a.integration.public_key)
  const reply = await upload(a.browser, memberUrl(a.integration_id), '%PDF-1.7\nanything', 'Offer.pdf')
  const noted = await upload(a.browser, memberUrl(a.integration_id), 'Only for us', 'margin.txt')
  const key = { integration_id: a.integration_id, conversation_id: a.conversation_id }
  const status = async (who: Browser, url: string) => (await who.request('GET', url)).statusCode
  const team = (id: string, integration_id = a.integration_id) => `${memberUrl(integration_id)}/${id}`
  // Not sent yet: the visitor can't see it.
  expect(await status(a.visitor.browser, visitorFilePath(reply.data.id))).toBe(404)
  const sent = await a.browser.call(sendMessage, { ...key, ...newMessage(), file_ids: [reply.data.id] })
  await a.browser.call(sendMessage, { ...key, ...newMessage(), kind: 'note', file_ids: [noted.data.id] })

  const agent = await server.seed.member(a.integration_id, 'viewer')
  expect(await status(agent.browser, team(reply.data.id))).toBe(200)
  expect(await status(a.visitor.browser, visitorFilePath(reply.data.id))).toBe(200)
  expect(await status(a.visitor.browser, visitorFilePath(noted.data.id))).toBe(404)
  for (const who of [other, b.visitor])
    expect(await status(who.browser, visitorFilePath(reply.data.id))).toBe(404)
  expect(await status(b.browser, team(reply.data.id))).toBe(404)
  expect(await status(b.browser, team(reply.data.id, b.integration_id))).toBe(404)
  for (const url of [team(reply.data.id), visitorFilePath(reply.data.id)])
    expect(await status(server.browser(), url)).toBe(401)
  const unverified = await server.seed.user({ is_verified: false })
  expect(await status(unverified.browser, team(reply.data.id))).toBe(409)
  expect(JSON.stringify(await a.visitor.browser.call(listVisitorMessages, key))).not.toContain('margin.txt')
  // Deleting the message makes the file unavailable to everyone; undo restores it.
  const place = { ...key, message_id: sent.id }
  await a.browser.call(deleteMessage, place)
  for (const who of [a.browser, agent.browser]) expect(await status(who, team(reply.data.id))).toBe(404)
  await a.browser.call(restoreMessage, place)
  expect(await status(agent.browser, team(reply.data.id))).toBe(200)
})

test('SEC-33 SEC-52 a download from a conversation is in the audit log once an hour, an image in a thread isn’t', async () => {
  const { browser, integration_id, user, visitor, conversation_id } = await server.seed.conversation()
  const agent = await server.seed.member(integration_id, 'agent')
  const send = async (content: Uint8Array | string, name: string) => {
    const { data } = await upload(visitor.browser, visitorUrl, content, name)
    const message = { conversation_id, locale: 'en' as const, ...newMessage(), file_ids: [data.id] }
    await visitor.browser.call(sendVisitorMessage, message)
    return data.id
  }
  const picture = await send(await photo(8, 8).png().toBuffer(), 'face.png')
  const pdf_id = await send('%PDF-1.7\nanything', 'Jana Nováková.pdf')
  const own = (await upload(browser, memberUrl(integration_id), 'Draft', 'draft.txt')).data.id
  const notified = server.watch(`presence-integration.${integration_id}`, 'AuditRecorded')
  const get = async (who: Browser, id: string, headers: Record<string, string> = {}) =>
    (await who.request('GET', `${memberUrl(integration_id)}/${id}`, undefined, headers)).statusCode
  const entries = async () =>
    (await browser.call(listAuditEntries, { integration_id })).items
      .filter(({ action }) => action === 'file_downloaded')
      .map(({ actor_id, subject, details }) => [actor_id, subject, details['file_id']])
      .toReversed()

  expect(await get(browser, picture, { 'sec-fetch-dest': 'image' })).toBe(200)
  expect(await get(browser, own)).toBe(200)
  expect((await visitor.browser.request('GET', visitorFilePath(pdf_id))).statusCode).toBe(200)
  expect(await get((await server.seed.integration()).browser, pdf_id)).toBe(404)
  expect(await entries()).toEqual([])

  const both = await Promise.all([get(browser, pdf_id), get(browser, pdf_id)])
  expect(both).toEqual([200, 200])
  // A revalidated cached copy counts as a download too.
  expect(await get(agent.browser, pdf_id, { 'if-none-match': `W/"${pdf_id}"` })).toBe(304)
  expect(await get(browser, pdf_id, { 'sec-fetch-dest': 'image' })).toBe(200)
  expect(await get(browser, picture, { 'sec-fetch-dest': 'document' })).toBe(200)
  const first = [
    [user.id, '#1', pdf_id],
    [agent.user.id, '#1', pdf_id],
    [user.id, '#1', picture],
  ]
  expect(await entries()).toEqual(first)
  expect(notified).toHaveLength(3)
  await server.later(61 * minute_ms, () => get(browser, pdf_id))
  expect(await entries()).toEqual([...first, [user.id, '#1', pdf_id]])
  expect(JSON.stringify(await browser.call(listAuditEntries, { integration_id }))).not.toContain('Jana')
})

test('SEC-33 a download that can’t be recorded isn’t sent', async () => {
  const { browser, integration_id, visitor, conversation_id } = await server.seed.conversation()
  const { data } = await upload(visitor.browser, visitorUrl, 'Private', 'list.txt')
  const message = { conversation_id, locale: 'en' as const, ...newMessage(), file_ids: [data.id] }
  await visitor.browser.call(sendVisitorMessage, message)
  const query = (text: string) => server.database.pool.query(text)
  await query(`alter table audit_entry add constraint broken check (action <> 'file_downloaded') not valid`)
  try {
    const reply = await browser.request('GET', `${memberUrl(integration_id)}/${data.id}`)
    expect([reply.statusCode, reply.body.includes('Private')]).toEqual([500, false])
  } finally {
    await query('alter table audit_entry drop constraint broken')
  }
})

test('SEC-30 SEC-33 an image is displayed and anything else is downloaded; nothing in it runs on our origin', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const url = memberUrl(integration_id)
  const picture = await upload(browser, url, await photo(8, 8).jpeg().toBuffer(), 'a.jpg')
  const text = await upload(browser, url, 'a;b\n1;2', 'Čísla "2026".csv')
  const read = async ({ data }: { data: Attachment }) => {
    const { headers } = await browser.request('GET', `${url}/${data.id}`)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    return [headers['content-type'], headers['content-disposition']]
  }
  expect(await read(picture)).toEqual(['image/jpeg', "inline; filename*=UTF-8''a.jpg"])
  expect(await read(text)).toEqual([
    'text/csv',
    "attachment; filename*=UTF-8''%C4%8C%C3%ADsla%20%222026%22.csv",
  ])
})

test('SEC-33 a file isn’t shown from the browser’s cache after signing out', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const { data } = await upload(browser, memberUrl(integration_id), 'private', 'private.txt')
  const url = `${memberUrl(integration_id)}/${data.id}`
  const { headers } = await browser.request('GET', url)
  expect(headers['cache-control']).toBe('private, no-cache')
  const again = () => browser.request('GET', url, undefined, { 'if-none-match': String(headers['etag']) })
  const saved = await again()
  expect([saved.statusCode, saved.body]).toEqual([304, ''])
  await browser.call(signOut, {})
  expect((await again()).statusCode).toBe(401)
})
