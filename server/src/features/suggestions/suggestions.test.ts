import {
  acceptAnswer,
  acceptCannedReply,
  declineSuggestion,
  deleteCannedReply,
  listAuditEntries,
  listCannedReplies,
  listDataSources,
  listSuggestions,
  saveCannedReply,
  suggestAnswer,
  suggestCannedReply,
  suggestionDecided,
  suggestionsChanged,
  tryAssistant,
  uploadFile,
  withdrawSuggestion,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'
import { upload } from '../../../test/upload.ts'
import { deleteUnattached } from '#features/files'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const words = (shortcut: string) => ({
  shortcut,
  title: `About ${shortcut}`,
  body: 'Hello {{contact.name}}!',
})
async function workspace() {
  const { browser: owner, integration_id, user } = await server.seed.integration()
  const agent = await server.seed.member(integration_id, 'agent')
  const editor = await server.seed.member(integration_id, 'editor')
  const replies = async () => await agent.browser.call(listCannedReplies, { integration_id })
  const list = (who: Browser) => who.call(listSuggestions, { integration_id })
  /** By the agent. */
  const suggest = async (more: object = {}, suggestion_id: string = crypto.randomUUID()) =>
    agent.browser.call(suggestCannedReply, { integration_id, suggestion_id, ...words('returns'), ...more })
  return { owner, owner_id: user.id, integration_id, agent, editor, replies, list, suggest }
}

test('S6.02 an agent suggests a reply, which no one can use until an editor has accepted it, possibly reworded', async () => {
  const { owner, integration_id, agent, editor, replies, list, suggest } = await workspace()
  const other = await server.seed.member(integration_id, 'agent')
  const viewer = await server.seed.member(integration_id, 'viewer')
  const { id: suggestion_id } = await suggest()
  const key = { integration_id, suggestion_id }
  expect(await replies()).toEqual([])
  expect(await list(other.browser)).toEqual([])
  await expect(list(viewer.browser)).rejects.toMatchObject({ code: 'forbidden' })
  for (const who of [agent, editor])
    expect(await list(who.browser)).toMatchObject([
      { id: suggestion_id, by_name: agent.user.name, state: 'suggested', target_id: null },
    ])
  const mended = { ...words('returns'), title: 'Sending back' }
  await expect(agent.browser.call(acceptCannedReply, { ...key, ...mended })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(agent.browser.call(declineSuggestion, key)).rejects.toMatchObject({ code: 'forbidden' })

  const accepted = await editor.browser.call(acceptCannedReply, { ...key, ...mended })
  expect(accepted).toMatchObject({ state: 'accepted', decided_by_name: editor.user.name })
  // Accepting twice creates only one reply.
  expect(await owner.call(acceptCannedReply, { ...key, ...mended })).toEqual(accepted)
  expect(await replies()).toMatchObject([{ shortcut: 'returns', title: 'Sending back', owner_id: null }])
  expect(await list(editor.browser)).toEqual([])
  expect(await list(agent.browser)).toEqual([accepted])
  const { items } = await owner.call(listAuditEntries, { integration_id, area: 'knowledge' })
  expect(items).toMatchObject([
    {
      action: 'suggestion_accepted',
      actor_name: editor.user.name,
      subject: 'Sending back',
      details: { by: agent.user.name },
    },
    { action: 'canned_reply_created', actor_name: editor.user.name, subject: 'Sending back' },
  ])
  // Removing it from the list keeps the team's reply.
  await agent.browser.call(withdrawSuggestion, key)
  expect([await list(agent.browser), (await replies()).length]).toEqual([[], 1])
})

test('S6.02 a change of a team’s reply is suggested, declined with a reason, suggested again and accepted', async () => {
  const { owner, integration_id, agent, editor, replies, list, suggest } = await workspace()
  const target_id = crypto.randomUUID()
  const reply = { integration_id, canned_reply_id: target_id }
  await owner.call(saveCannedReply, { ...reply, ...words('returns'), is_shared: true })
  const { id: suggestion_id } = await suggest({ target_id, body: 'Hi!' })
  const key = { integration_id, suggestion_id }
  await editor.browser.call(declineSuggestion, { ...key, reason: 'Too short' })
  expect((await replies())[0]?.body).toBe('Hello {{contact.name}}!')
  expect(await list(agent.browser)).toMatchObject([{ state: 'declined', reason: 'Too short' }])
  const decided = {
    code: 'invalid_input',
    errors: { state: [expect.stringContaining('already been reviewed')] },
  }
  const accept = (who: Browser, more: object) =>
    who.call(acceptCannedReply, { ...key, ...words('returns'), ...more })
  await expect(accept(editor.browser, { body: 'Hi!' })).rejects.toMatchObject(decided)

  expect(await suggest({ target_id, body: 'Hi there!' }, suggestion_id)).toMatchObject({
    state: 'suggested',
    reason: '',
    decided_at: null,
  })
  // A reply deleted in the meantime is created again, so that rules that send it find it.
  await owner.call(deleteCannedReply, reply)
  await accept(editor.browser, { body: 'Hi there!' })
  expect(await replies()).toMatchObject([{ id: target_id, body: 'Hi there!' }])
  await expect(editor.browser.call(declineSuggestion, key)).rejects.toMatchObject(decided)
  await expect(suggest({}, suggestion_id)).rejects.toMatchObject(decided)
})

test('REL-04 each step is announced with the list, and the decision to its author, without other members’ texts', async () => {
  const { integration_id, agent, editor, list, suggest } = await workspace()
  const events = server.watch(suggestionsChanged.channel({ integration_id }), suggestionsChanged.name)
  const content = server.watch(suggestionDecided.channel({ user_id: agent.user.id }), suggestionDecided.name)
  const [first, second] = [await suggest(), await suggest({ shortcut: 'hours' })]
  const declined = await editor.browser.call(declineSuggestion, { integration_id, suggestion_id: first.id })
  await agent.browser.call(withdrawSuggestion, { integration_id, suggestion_id: second.id })
  expect(events.map(({ data }) => data)).toEqual(Array.from({ length: 4 }, () => ({ integration_id })))
  expect(content.map(({ data }) => data)).toEqual([declined])
  expect(await list(agent.browser)).toEqual([declined])
})

test('422 a suggestion is validated like a canned reply when it is created and accepted', async () => {
  const { owner, integration_id, suggest } = await workspace()
  const taken = { code: 'invalid_input', errors: { shortcut: ['Another reply already uses this shortcut.'] } }
  const { id: suggestion_id } = await suggest()
  const canned_reply_id = crypto.randomUUID()
  await owner.call(saveCannedReply, { integration_id, canned_reply_id, ...words('Returns'), is_shared: true })
  await expect(suggest()).rejects.toMatchObject(taken)
  const accept = (more: object) =>
    owner.call(acceptCannedReply, { integration_id, suggestion_id, ...words('returns'), ...more })
  await expect(accept({})).rejects.toMatchObject(taken)
  await expect(suggest({ shortcut: 'two words', title: 'x'.repeat(81), body: ' ' })).rejects.toMatchObject({
    errors: {
      shortcut: ['Use only letters, numbers, - and _.'],
      title: ['Use at most 80 characters.'],
    },
  })
  await expect(suggest({ shortcut: 'empty', body: ' ' })).rejects.toMatchObject({
    errors: { body: ['This field is required.'] },
  })
  expect(await accept({ shortcut: 'returns-2' })).toMatchObject({ state: 'accepted' })
})

test('404 SEC-10 suggestions of another workspace, or of another member', async () => {
  const a = await workspace()
  const b = await workspace()
  const other = await server.seed.member(a.integration_id, 'agent')
  const { id: suggestion_id } = await a.suggest()
  const absent = { code: 'not_found' }
  const key = { suggestion_id, ...words('theirs') }
  for (const integration_id of [a.integration_id, b.integration_id]) {
    await expect(b.owner.call(declineSuggestion, { integration_id, suggestion_id })).rejects.toMatchObject(
      absent,
    )
    await expect(b.owner.call(acceptCannedReply, { integration_id, ...key })).rejects.toMatchObject(absent)
  }
  const { integration_id } = a
  for (const who of [other.browser, a.owner]) {
    await expect(who.call(suggestCannedReply, { integration_id, ...key })).rejects.toMatchObject(absent)
    await expect(who.call(withdrawSuggestion, { integration_id, suggestion_id })).rejects.toMatchObject(
      absent,
    )
  }
  // Neither a reply of another workspace nor a colleague's personal one can be changed.
  const own = { integration_id, canned_reply_id: crypto.randomUUID(), ...words('own'), is_shared: false }
  await a.owner.call(saveCannedReply, own)
  const theirs = { ...own, ...words('b'), integration_id: b.integration_id, is_shared: true }
  await b.owner.call(saveCannedReply, { ...theirs, canned_reply_id: crypto.randomUUID() })
  for (const target_id of [own.canned_reply_id, crypto.randomUUID()])
    await expect(a.suggest({ target_id })).rejects.toMatchObject(absent)
})

test('S6.02 404 a suggested answer is used by the assistant with its source once an editor has accepted it', async () => {
  const { owner, integration_id, agent, editor, list } = await workspace()
  const suggestion_id = crypto.randomUUID()
  const key = { integration_id, suggestion_id }
  const question = 'Do you send coffee to Iceland?'
  const suggest = (answer: string) => agent.browser.call(suggestAnswer, { ...key, question, answer })
  await expect(suggest(' ')).rejects.toMatchObject({ errors: { answer: ['This field is required.'] } })
  await suggest('Yes, within ten days.')
  expect(await owner.call(listDataSources, { integration_id })).toEqual([])
  const accept = { ...key, question, answer: 'Yes, it takes ten days.' }
  await expect(agent.browser.call(acceptAnswer, accept)).rejects.toMatchObject({ code: 'forbidden' })
  // It isn't a canned reply.
  await expect(owner.call(acceptCannedReply, { ...key, ...words('iceland') })).rejects.toMatchObject({
    code: 'not_found',
  })
  await editor.browser.call(acceptAnswer, accept)
  await editor.browser.call(acceptAnswer, accept)
  expect(await list(agent.browser)).toMatchObject([
    { state: 'accepted', content: { kind: 'question', answer: 'Yes, it takes ten days.' } },
  ])
  expect(await owner.call(listDataSources, { integration_id })).toMatchObject([
    { kind: 'question', name: question },
  ])
  const query = { integration_id, text: 'Can you send coffee to Iceland?', locale: 'en' } as const
  const suggested = await server.eventually(async () => {
    const { citations, body } = await agent.browser.call(tryAssistant, query)
    return citations.length > 0 ? { citations, body } : undefined
  })
  expect(suggested).toMatchObject({ citations: [{ title: question }] })
  expect(suggested.body).toContain('ten days')
  const absent = { code: 'not_found' }
  const b = await server.seed.integration()
  const theirs = { ...accept, integration_id: b.integration_id }
  await expect(b.browser.call(acceptAnswer, theirs)).rejects.toMatchObject(absent)
})

test('files of a suggestion are kept while it is pending, and then with the reply; those of a withdrawn one are deleted', async () => {
  const { integration_id, agent, editor, replies, suggest } = await workspace()
  const url = uploadFile.path.replace(':integration_id', integration_id)
  const file = () => upload(agent.browser, url, 'Our prices', 'prices.txt')
  const [saved, deleted] = [await file(), await file()]
  const status = async (id: string) => (await editor.browser.request('GET', `${url}/${id}`)).statusCode
  const accepted = await suggest({ body: '', file_ids: [saved] })
  const withdrawn = await suggest({ shortcut: 'other', file_ids: [deleted] })
  await server.later(2 * day_ms, () => deleteUnattached(server.ctx))
  expect(await Promise.all([saved, deleted].map(status))).toEqual([200, 200])
  const suggestion_id = accepted.id
  const taken = { ...words('returns'), body: '', file_ids: [saved] }
  await editor.browser.call(acceptCannedReply, { integration_id, suggestion_id, ...taken })
  await agent.browser.call(withdrawSuggestion, { integration_id, suggestion_id: withdrawn.id })
  await server.later(4 * day_ms, () => deleteUnattached(server.ctx))
  expect(await Promise.all([saved, deleted].map(status))).toEqual([200, 404])
  expect((await replies())[0]?.attachments).toMatchObject([{ id: saved, name: 'prices.txt' }])
})
