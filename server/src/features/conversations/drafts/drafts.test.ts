import {
  applyDraftChanged,
  deleteConversation,
  type Draft,
  draftChanged,
  getConversation,
  listConversations,
  listDrafts,
  listMessages,
  listOwnDrafts,
  listVisitorMessages,
  mergeConversation,
  messageCharsMax,
  ownDraftChanged,
  removeMember,
  returnDraft,
  saveDraft,
  scheduleMessage,
  sendMessage,
  sendVisitorMessage,
  takeDraft,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const ago = (minutes: number) => new Date(Date.now() - minutes * minute_ms).toISOString()
const message = (body: string) => ({ id: crypto.randomUUID(), body })
async function conversation() {
  const created = await server.seed.conversation()
  return {
    ...created,
    key: { integration_id: created.integration_id, conversation_id: created.conversation_id },
  }
}
const explained = (events: readonly { event: string; data: unknown }[], previous: readonly Draft[] = []) =>
  events
    .filter(({ event }) => event === 'DraftChanged')
    // Applies the draft events.
    .reduce<readonly Draft[]>((list, { data }) => applyDraftChanged(list, data as Draft), previous)

test('REL-04 old state + events = new state for drafts, for teammates and the author’s devices', async () => {
  const { browser, key, user, integration_id, visitor } = await conversation()
  const jana = await server.seed.member(integration_id, 'agent')
  await browser.call(saveDraft, { ...key, mode: 'note', text: 'He called', changed_at: ago(9) })
  const seen = server.watch(draftChanged.channel(key))
  const ownDraft = server.watch(ownDraftChanged.channel({ author_id: user.id }))
  const previous = await jana.browser.call(listDrafts, key)
  const beforeOwn = await browser.call(listOwnDrafts, { integration_id })
  expect(previous).toMatchObject([
    { text: 'He called', mode: 'note', author_id: user.id, taken_over_by: null },
  ])

  await browser.call(saveDraft, { ...key, mode: 'text', text: 'Half a', changed_at: ago(8) })
  await browser.call(saveDraft, { ...key, mode: 'text', text: 'Half a reply', changed_at: ago(7) })
  await jana.browser.call(saveDraft, { ...key, mode: 'text', text: 'Mine', changed_at: ago(6) })
  await browser.call(saveDraft, { ...key, mode: 'note', text: ' \n', changed_at: ago(5) })
  await jana.browser.call(takeDraft, { ...key, author_id: user.id, mode: 'text', text: 'Mine' })
  await browser.call(saveDraft, { ...key, mode: 'note', text: 'Again', changed_at: ago(1) })

  const after = await jana.browser.call(listDrafts, key)
  expect(after.map(({ text }) => text).sort()).toEqual(['', 'Again', 'Mine\n\nHalf a reply'])
  expect(explained(seen, previous)).toEqual(after)
  const afterOwn = await browser.call(listOwnDrafts, { integration_id })
  expect(explained(ownDraft, beforeOwn)).toEqual(afterOwn)
  expect(afterOwn.map(({ text }) => text)).toEqual(['', 'Again'])
  // Drafts don't appear in the thread.
  expect(await browser.call(listMessages, key)).toHaveLength(1)
  expect((await browser.call(getConversation, key)).last_seq).toBe(1)
  expect(JSON.stringify(await visitor.browser.call(listVisitorMessages, key))).not.toContain('Half')
})

test('the later text of two devices wins, even if the earlier one arrives last', async () => {
  const { browser, key, integration_id } = await conversation()
  const save = (text: string, minutes: number) =>
    browser.call(saveDraft, { ...key, mode: 'text', text, changed_at: ago(minutes) })
  await save('On the phone', 30)
  expect((await save('At the desk, an hour ago', 60)).text).toBe('On the phone')
  await save('', 20)
  expect((await save('Late', 25)).text).toBe('')
  expect(await browser.call(listDrafts, key)).toEqual([])
  expect((await save('New', 10)).text).toBe('New')
  // A client whose clock is ahead doesn't block others.
  expect(Date.parse((await save('From tomorrow', -1_440)).changed_at)).toBeLessThanOrEqual(Date.now())
  expect((await save('Now', 0)).text).toBe('Now')
  expect(await browser.call(listOwnDrafts, { integration_id })).toHaveLength(1)
})

test('sending deletes the draft, and keeps text written since', async () => {
  const { browser, key } = await conversation()
  const save = (mode: 'text' | 'note', text: string, minutes: number) =>
    browser.call(saveDraft, { ...key, mode, text, changed_at: ago(minutes) })
  const texts = async () => (await browser.call(listDrafts, key)).map(({ text }) => text)
  await save('text', 'Hello', 9)
  await save('note', 'For us', 8)
  await browser.call(sendMessage, { ...key, ...message('Hello'), composed_at: ago(7) })
  expect(await texts()).toEqual(['For us'])
  await browser.call(sendMessage, { ...key, ...message('For us'), kind: 'note' })
  expect(await texts()).toEqual([])
  // Sent when the connection was back, long after it was written.
  const saved = { ...key, ...message('Later'), send_at: new Date(Date.now() + 60 * minute_ms).toISOString() }
  await save('text', 'And another', 2)
  await browser.call(scheduleMessage, { ...saved, composed_at: ago(4) })
  expect(await texts()).toEqual(['And another'])
  await browser.call(scheduleMessage, { ...saved, ...message('Later still') })
  expect(await texts()).toEqual([])
})

test('a teammate’s draft is taken over and returned, unless they have written since', async () => {
  const { browser, key, user, integration_id } = await conversation()
  const jana = await server.seed.member(integration_id, 'agent')
  const otherDraft = { ...key, author_id: jana.user.id, mode: 'text' } as const
  await jana.browser.call(saveDraft, { ...otherDraft, text: 'Dear Sir', changed_at: ago(9) })
  const draft = await browser.call(takeDraft, { ...otherDraft, text: '' })
  expect(draft).toMatchObject({
    teammate_draft: { text: 'Dear Sir' },
    own_draft: { text: 'Dear Sir', author_id: user.id },
  })
  await expect(browser.call(takeDraft, { ...otherDraft, text: '' })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await jana.browser.call(listOwnDrafts, { integration_id })).toMatchObject([
    { text: '', taken_over_by: { id: user.id, name: user.name } },
  ])
  const back = await browser.call(returnDraft, { ...otherDraft, text: '' })
  expect(back).toMatchObject({
    teammate_draft: { text: 'Dear Sir', taken_over_by: null },
    own_draft: { text: '' },
  })

  await browser.call(takeDraft, { ...otherDraft, text: '' })
  const now = new Date().toISOString()
  await jana.browser.call(saveDraft, { ...otherDraft, text: 'Other words', changed_at: now })
  await expect(browser.call(returnDraft, { ...otherDraft, text: '' })).rejects.toMatchObject({
    code: 'not_found',
  })
  const mine = { ...otherDraft, author_id: user.id, text: '' }
  await expect(browser.call(takeDraft, mine)).rejects.toMatchObject({ code: 'not_found' })
  // These may fall in the same millisecond, so their order isn't asserted.
  const texts = (await browser.call(listDrafts, key)).map(({ text }) => text)
  expect(texts.sort()).toEqual(['Dear Sir', 'Other words'])
})

test('drafts move with their conversation, and are deleted with it or with their author', async () => {
  const { browser, key, visitor, integration_id } = await conversation()
  const jana = await server.seed.member(integration_id, 'agent')
  const other = { integration_id, conversation_id: crypto.randomUUID() }
  await visitor.browser.call(sendVisitorMessage, { ...other, locale: 'en', ...message('A second matter') })
  const save = (who: typeof browser, at: typeof key, text: string) =>
    who.call(saveDraft, { ...at, mode: 'text', text, changed_at: ago(9) })
  await save(browser, key, 'Here')
  await save(browser, other, 'There')
  await save(jana.browser, other, 'Alone')
  const [left, came] = [draftChanged.channel(other), draftChanged.channel(key)].map((channel) =>
    server.watch(channel),
  )
  const previous = { left: await browser.call(listDrafts, other), came: await browser.call(listDrafts, key) }
  await browser.call(mergeConversation, { ...other, id: crypto.randomUUID(), into_id: key.conversation_id })
  const whole = await browser.call(listDrafts, key)
  expect(whole.map(({ text }) => text).sort()).toEqual(['Alone', 'Here\n\nThere'])
  expect(explained(came ?? [], previous.came)).toEqual(whole)
  expect(explained(left ?? [], previous.left)).toEqual(await browser.call(listDrafts, other))
  // An offline device saves an old version.
  const late = { ...other, mode: 'note', text: 'Late', changed_at: ago(1) } as const
  expect(await jana.browser.call(saveDraft, late)).toMatchObject({ conversation_id: key.conversation_id })

  const events = server.watch(draftChanged.channel(key))
  const withJana = await browser.call(listDrafts, key)
  await browser.call(removeMember, { integration_id, user_id: jana.user.id, reassign_to: null })
  const without = await browser.call(listDrafts, key)
  expect(without.map(({ text }) => text)).toEqual(['Here\n\nThere'])
  expect(explained(events, withJana)).toEqual(without)
  await browser.call(deleteConversation, key)
  expect(await browser.call(listOwnDrafts, { integration_id })).toEqual([])
  expect((await browser.call(listConversations, { integration_id })).items).toEqual([])
})

test('422 names the error of a draft, and 403: viewers have none', async () => {
  const { browser, key, integration_id } = await conversation()
  const draft = { ...key, mode: 'text', text: 'x', changed_at: ago(0) } as const
  for (const [field, value] of [
    ['text', 'x'.repeat(messageCharsMax + 1)],
    ['mode', 'event'],
    ['changed_at', 'yesterday'],
  ] as const)
    // A value no client of ours sends.
    await expect(browser.call(saveDraft, { ...draft, [field]: value } as typeof draft)).rejects.toMatchObject(
      {
        code: 'invalid_input',
        errors: { [field]: [expect.any(String)] },
      },
    )
  await expect(browser.call(saveDraft, { ...draft, text: 'a\0b' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  const viewer = await server.seed.member(integration_id, 'viewer')
  await expect(viewer.browser.call(saveDraft, draft)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(viewer.browser.call(listDrafts, key)).rejects.toMatchObject({ code: 'forbidden' })
})

test('404: another workspace’s drafts aren’t found', async () => {
  const { browser, key, user } = await conversation()
  const otherUser = await conversation()
  await browser.call(saveDraft, { ...key, mode: 'text', text: 'Ours', changed_at: ago(0) })
  const at = { ...otherUser.key, conversation_id: key.conversation_id, mode: 'text', text: '' } as const
  for (const attempt of [
    () => otherUser.browser.call(listDrafts, key),
    () => otherUser.browser.call(listDrafts, at),
    () => otherUser.browser.call(saveDraft, { ...at, changed_at: ago(0) }),
    () => otherUser.browser.call(takeDraft, { ...at, author_id: user.id }),
    () => otherUser.browser.call(takeDraft, { ...at, ...otherUser.key, author_id: user.id }),
    () => otherUser.browser.call(returnDraft, { ...at, author_id: user.id }),
    () => otherUser.browser.call(listOwnDrafts, { integration_id: key.integration_id }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
  expect(await otherUser.browser.call(listOwnDrafts, otherUser.key)).toEqual([])
})
