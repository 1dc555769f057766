import {
  createTeam,
  listRuleRuns,
  listVisitorMessages,
  removeMember,
  saveCannedReply,
  sendVisitorMessage,
  updateContact,
  uploadFile,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { upload } from '../../../test/upload.ts'
import { high, ruleScene } from './test/rule-scene.ts'

const { server, shop } = await ruleScene()

test('a message with a keyword is tagged, noted, assigned and answered immediately; the customer never sees the rule’s name', async () => {
  const { browser, user, key, tag, rule, visitor, begin, row, thread, runs, settled } = await shop()
  const refund = await tag('Refund')
  const team = await browser.call(createTeam, { ...key, name: 'Money' })
  const canned_reply_id = crypto.randomUUID()
  await browser.call(saveCannedReply, {
    ...key,
    canned_reply_id,
    shortcut: 'got',
    title: 'Got it',
    body: 'Hello {{contact.name|there}}, {{workspace.name}} has it.',
    file_ids: [
      await upload(browser, uploadFile.path.replace(':integration_id', key.integration_id), '1', 'terms.txt'),
    ],
    is_shared: true,
  })
  await browser.call(updateContact, { ...key, contact_id: visitor.contact_id, name: 'Jana' })
  const created = await rule({
    name: 'SECRET-NAME',
    words: ['refund', 'vrátiť peniaze'],
    actions: [
      { kind: 'add_tags', tag_ids: [refund] },
      high,
      { kind: 'assign_team', team_id: team.id },
      { kind: 'assign', assignee_id: user.id },
      { kind: 'add_note', body: 'Look at the order first.' },
      { kind: 'send_reply', canned_reply_id },
    ],
  })
  const none = await begin('My prefund is none of yours.')
  const conversation_id = await begin('Chcem VRATIT PENIAZE')
  await settled()
  expect(await row(conversation_id)).toMatchObject({
    tag_ids: [refund],
    priority: 'high',
    team_id: team.id,
    assignee_id: user.id,
    status: 'open',
  })
  const messages = await thread(conversation_id)
  expect(messages.at(-2)).toMatchObject({
    kind: 'note',
    author: 'system',
    details: { rule_name: 'SECRET-NAME' },
  })
  expect(messages.at(-1)).toMatchObject({
    kind: 'text',
    author: 'system',
    author_name: 'Automatic reply',
    body: 'Hello Jana, Shop has it.',
    attachments: [{ name: 'terms.txt' }],
    details: { rule_name: 'SECRET-NAME' },
  })
  const seen = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(seen.map(({ body }) => body)).toEqual(['Chcem VRATIT PENIAZE', 'Hello Jana, Shop has it.'])
  expect(seen[1]?.attachments).toMatchObject([{ name: 'terms.txt' }])
  expect(JSON.stringify(seen)).not.toContain('SECRET-NAME')
  expect((await row(none)).priority).toBe('none')
  expect(await runs(created.id)).toMatchObject([
    {
      conversation_id,
      contact: { name: 'Jana' },
      outcome: 'acted',
      actions: created.actions.map(({ kind }) => ({ kind, outcome: 'done' })),
    },
  ])
  // A repeated call changes nothing that is already so, and says so.
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Refunds?',
    locale: 'en',
  })
  await settled()
  expect((await runs(created.id))[0]?.actions.map(({ outcome }) => outcome)).toEqual([
    ...Array<string>(4).fill('unchanged'),
    'done',
    'done',
  ])
})

test('a failed action is reported with its reason, and doesn’t stop the others', async () => {
  const { browser, integration_id, key, rule, begin, row, runs, settled } = await shop()
  const deleted = await server.seed.member(integration_id, 'agent')
  const created = await rule({ actions: [{ kind: 'assign', assignee_id: deleted.user.id }, high] })
  await browser.call(removeMember, { integration_id, user_id: deleted.user.id })
  const conversation_id = await begin()
  await settled()
  expect((await row(conversation_id)).priority).toBe('high')
  expect((await runs(created.id))[0]?.actions).toEqual([
    { kind: 'assign', outcome: 'failed', problem: 'not_a_member' },
    { kind: 'set_priority', outcome: 'done' },
  ])
  // The log is read in pages.
  for (let number = 0; number < 3; number++) await begin()
  await settled()
  const first = await browser.call(listRuleRuns, { ...key, rule_id: created.id, limit: '3' })
  const next = await browser.call(listRuleRuns, { ...key, rule_id: created.id, cursor: first.next ?? '' })
  expect([first.items.length, next.items.length, next.next]).toEqual([3, 1, null])
  expect(next.items[0]?.conversation_id).toBe(conversation_id)
})
