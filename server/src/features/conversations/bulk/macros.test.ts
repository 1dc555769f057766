import {
  requestPerson,
  type BulkAction,
  cancelScheduledMessage,
  conversationChanged,
  type Conversation,
  applyConversationChanged,
  createConversationField,
  createTag,
  deleteMacro,
  getBulkAction,
  getConversation,
  type InboxRow,
  listConversations,
  listMacros,
  listMessages,
  listScheduledMessages,
  type MacroAction,
  macrosChanged,
  runMacro,
  saveMacro,
  sendScheduledMessage,
  setPriority,
  setStatus,
  startBulkAction,
  undoBulkAction,
  undoMacro,
  uploadFile,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { deleteUnattached } from '#features/files'
import { testServer } from '../../../../test/server.ts'
import { upload } from '../../../../test/upload.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function workspace() {
  const created = await server.seed.conversation()
  const { browser, integration_id, conversation_id, visitor } = created
  await visitor.browser.call(requestPerson, { conversation_id })
  const key = { integration_id, conversation_id }
  const tag = await browser.call(createTag, { integration_id, name: 'Refund' })
  return {
    ...created,
    key,
    tag,
    keep: async (
      actions: MacroAction[],
      is_shared = true,
      name: string = crypto.randomUUID(),
      file_ids: string[] = [],
    ) => {
      const macro_id = crypto.randomUUID()
      return browser.call(saveMacro, { integration_id, macro_id, name, actions, file_ids, is_shared })
    },
    read: () => browser.call(getConversation, key),
    kinds: async () => (await browser.call(listMessages, key)).map(({ kind }) => kind),
  }
}

test('S6.02 owners, admins and editors manage the team’s macros; agents manage their own and run the others', async () => {
  const { browser, integration_id, keep, key } = await workspace()
  const agent = await server.seed.member(integration_id, 'agent')
  const events = server.watch(macrosChanged.channel({ integration_id }), macrosChanged.name)
  const shared = await keep([{ kind: 'priority', priority: 'high' }], true, 'Urgent')
  const actions: MacroAction[] = [{ kind: 'assignee', assignee_id: 'me' }]
  const own = { integration_id, macro_id: crypto.randomUUID(), name: 'Mine', actions, is_shared: false }
  await agent.browser.call(saveMacro, own)
  const names = async (who: typeof browser) =>
    (await who.call(listMacros, { integration_id })).map(({ name }) => name)
  expect(await names(agent.browser)).toEqual(['Mine', 'Urgent'])
  expect(await names(browser)).toEqual(['Urgent'])
  const forbidden = { code: 'forbidden' }
  await expect(agent.browser.call(saveMacro, { ...own, is_shared: true })).rejects.toMatchObject(forbidden)
  const theirs = { integration_id, macro_id: shared.id }
  await expect(agent.browser.call(deleteMacro, theirs)).rejects.toMatchObject(forbidden)
  const ran = (macro_id: string, who: typeof browser) =>
    who.call(runMacro, { ...key, id: crypto.randomUUID(), macro_id })
  expect((await ran(shared.id, agent.browser)).conversation.priority).toBe('high')
  expect((await ran(own.macro_id, agent.browser)).conversation.assignee_id).toBe(agent.user.id)
  await expect(ran(own.macro_id, browser)).rejects.toMatchObject({ code: 'not_found' })
  await browser.call(deleteMacro, theirs)
  expect(await names(agent.browser)).toEqual(['Mine'])
  expect(events.map(({ data }) => data)).toEqual(Array(3).fill({ integration_id }))
})

test('REL-02 REL-04 a macro runs as one action, once regardless of repeated requests, and is undone as one', async () => {
  const { browser, integration_id, user, key, tag, keep, read, kinds } = await workspace()
  const events = server.watch(conversationChanged.channel({ integration_id }), conversationChanged.name)
  const rows = (await browser.call(listConversations, { integration_id })).items
  const { id: macro_id } = await keep([
    { kind: 'status', status: 'resolved' },
    { kind: 'note', body: 'Closed by {{member.name}}' },
    { kind: 'reply', body: 'Dear {{contact.name|customer}}, done.', is_sent: false },
    { kind: 'tags', add: [tag.id], remove: [] },
    { kind: 'priority', priority: 'low' },
    { kind: 'assignee', assignee_id: 'me' },
  ])
  const run = { ...key, id: crypto.randomUUID(), macro_id }
  const first = await browser.call(runMacro, run)
  expect(first).toMatchObject({
    text: 'Dear customer, done.',
    conversation: { status: 'resolved', priority: 'low', tag_ids: [tag.id], assignee_id: user.id },
  })
  const after = await kinds()
  expect(await browser.call(runMacro, run)).toEqual(first)
  expect(await kinds()).toEqual(after)
  const notes = (await browser.call(listMessages, key)).filter(({ kind }) => kind === 'note')
  expect(notes.map(({ body }) => body)).toEqual([`Closed by ${user.name}`])
  // Later changes by others stay.
  await browser.call(setPriority, { ...key, priority: 'urgent' })
  const undo = () => browser.call(undoMacro, { ...key, run_id: run.id })
  const back = await undo()
  expect(back).toMatchObject({ status: 'open', priority: 'urgent', tag_ids: [], assignee_id: null })
  expect(await undo()).toEqual(back)
  expect(back).toMatchObject({ version: (await read()).version })
  // `seen_seq` is per member, so it's ignored here.
  const unread = (list: readonly InboxRow[]) => list.map((row) => ({ ...row, seen_seq: 0 }))
  const notified = events.map(({ data }) => data as Conversation).reduce(applyConversationChanged, rows)
  expect(unread(notified)).toEqual(unread((await browser.call(listConversations, { integration_id })).items))
})

test('a macro’s reply to an offline customer is delayed, and the status set with it stays', async () => {
  const { browser, key, keep, read } = await workspace()
  const { id: macro_id } = await keep([
    { kind: 'reply', body: 'All done.', is_sent: true },
    { kind: 'status', status: 'resolved' },
  ])
  const run = async () => {
    const id = crypto.randomUUID()
    await browser.call(runMacro, { ...key, id, macro_id })
    return id
  }
  const values = () => browser.call(listScheduledMessages, key)
  const first = await run()
  expect(await values()).toMatchObject([{ id: first, body: 'All done.', state: 'held' }])
  expect((await read()).status).toBe('resolved')
  // Undone before the scheduled message was sent, so it isn't sent.
  await browser.call(undoMacro, { ...key, run_id: first })
  expect(await values()).toEqual([])
  expect((await read()).status).toBe('open')
  await expect(browser.call(cancelScheduledMessage, { ...key, message_id: first })).rejects.toMatchObject({
    code: 'not_found',
  })
  const second = await run()
  await browser.call(sendScheduledMessage, { ...key, message_id: second })
  expect(await read()).toMatchObject({ status: 'resolved', handler: 'team' })
})

test('422 a macro that can’t be applied completely does nothing, and required fields can be sent with it', async () => {
  const { browser, integration_id, key, tag, keep, kinds } = await workspace()
  const field = await browser.call(createConversationField, {
    integration_id,
    name: 'Topic',
    type: 'text',
    is_required: true,
  })
  const { id: macro_id } = await keep([
    { kind: 'tags', add: [tag.id], remove: [] },
    { kind: 'status', status: 'resolved' },
  ])
  const run = { ...key, id: crypto.randomUUID(), macro_id }
  const previous = await kinds()
  await expect(browser.call(runMacro, run)).rejects.toMatchObject({
    errors: { [`fields.${field.id}`]: [expect.any(String)] },
  })
  expect(await kinds()).toEqual(previous)
  const { conversation } = await browser.call(runMacro, { ...run, fields: { [field.id]: 'Refund' } })
  expect(conversation).toMatchObject({ status: 'resolved', tag_ids: [tag.id] })
})

test('undo resolves a conversation again even if a field has become required', async () => {
  const { browser, integration_id, key, keep } = await workspace()
  await browser.call(setStatus, { ...key, status: 'resolved' })
  await browser.call(createConversationField, {
    integration_id,
    name: 'Topic',
    type: 'text',
    is_required: true,
  })
  const { id: macro_id } = await keep([{ kind: 'status', status: 'open' }])
  const run = { ...key, id: crypto.randomUUID(), macro_id }
  expect((await browser.call(runMacro, run)).conversation.status).toBe('open')
  expect(await browser.call(undoMacro, { ...key, run_id: run.id })).toMatchObject({ status: 'resolved' })
})

test('a macro runs on many conversations, and one undo reverts it', async () => {
  const { browser, integration_id, conversation_id, tag, keep, read, kinds } = await workspace()
  const { id: macro_id } = await keep([
    { kind: 'tags', add: [tag.id], remove: [] },
    { kind: 'snooze', hours: 24 },
    { kind: 'note', body: 'Later' },
  ])
  const id = crypto.randomUUID()
  const over = (state: BulkAction['state']) =>
    server.eventually(async () => {
      const now = await browser.call(getBulkAction, { integration_id, bulk_action_id: id })
      return now.state === state ? now : undefined
    })
  const change = { kind: 'macro', macro_id } as const
  await browser.call(startBulkAction, { integration_id, id, change, conversation_ids: [conversation_id] })
  expect(await over('done')).toMatchObject({ total: 1, changed: 1 })
  expect(await read()).toMatchObject({ status: 'snoozed', tag_ids: [tag.id] })
  expect((await kinds()).filter((kind) => kind === 'note')).toHaveLength(1)
  await browser.call(undoBulkAction, { integration_id, bulk_action_id: id })
  await over('undone')
  expect(await read()).toMatchObject({ status: 'open', tag_ids: [] })
})

test('404 SEC-10 another workspace’s macro can neither be run, changed nor deleted', async () => {
  const a = await workspace()
  const b = await workspace()
  const macro = await a.keep([{ kind: 'priority', priority: 'high' }], true, 'Theirs')
  const absent = { code: 'not_found' }
  const id = crypto.randomUUID()
  const deleted = { integration_id: b.integration_id, macro_id: macro.id }
  await expect(b.browser.call(runMacro, { ...b.key, id, macro_id: macro.id })).rejects.toMatchObject(absent)
  await expect(b.browser.call(deleteMacro, deleted)).rejects.toMatchObject(absent)
  const mine = await b.keep([{ kind: 'priority', priority: 'low' }], true, 'Mine')
  await expect(
    b.browser.call(runMacro, { ...a.key, integration_id: b.integration_id, id, macro_id: mine.id }),
  ).rejects.toMatchObject(absent)
  // The same id in another workspace is a different macro.
  const actions: MacroAction[] = [{ kind: 'tags', add: [a.tag.id], remove: [] }]
  const save = () => b.browser.call(saveMacro, { ...deleted, name: 'Other', actions, is_shared: true })
  await expect(save()).rejects.toMatchObject({ errors: { actions: ['This tag no longer exists.'] } })
})

test('any member sends a macro’s files with its reply, and they are kept while the macro or a message uses them', async () => {
  const { browser, integration_id, key, keep } = await workspace()
  const agent = await server.seed.member(integration_id, 'agent')
  const url = uploadFile.path.replace(':integration_id', integration_id)
  const file_id = await upload(browser, url, 'Our terms', 'terms.txt')
  const reply = (is_sent: boolean): MacroAction => ({ kind: 'reply', body: 'See the terms.', is_sent })
  const put = await keep([reply(false)], true, 'Put', [file_id])
  const sent = await keep([reply(true)], true, 'Sent', [file_id])
  const silent = await keep([{ kind: 'priority', priority: 'low' }], true, 'Silent', [file_id])
  expect(silent.attachments).toEqual([])
  const run = { ...key, id: crypto.randomUUID(), macro_id: put.id }
  const first = await agent.browser.call(runMacro, run)
  expect(first.attachments).toMatchObject([{ id: file_id, name: 'terms.txt' }])
  expect(await agent.browser.call(runMacro, run)).toMatchObject({ attachments: first.attachments })
  const id = crypto.randomUUID()
  const ran = await agent.browser.call(runMacro, { ...key, id, macro_id: sent.id })
  expect(ran).toMatchObject({ text: null, attachments: [] })
  const message = await agent.browser.call(sendScheduledMessage, { ...key, message_id: id })
  expect(message.attachments).toEqual(first.attachments)
  // A macro can't use another member's files.
  const theirs = await upload(agent.browser, url, 'Mine', 'mine.txt')
  await expect(keep([reply(true)], true, 'Taken', [theirs])).rejects.toMatchObject({
    errors: { file_ids: [expect.stringContaining('no longer available')] },
  })
  const spare = await upload(browser, url, 'Spare', 'spare.txt')
  const spared = await keep([reply(true)], true, 'Spare', [spare])
  const status = async (file: string) => (await browser.request('GET', `${url}/${file}`)).statusCode
  const later = () => server.later(2 * day_ms, () => deleteUnattached(server.ctx))
  await later()
  expect(await status(spare)).toBe(200)
  for (const { id: macro_id } of [spared, put, sent])
    await browser.call(deleteMacro, { integration_id, macro_id })
  await later()
  expect([await status(spare), await status(file_id)]).toEqual([404, 200])
})
