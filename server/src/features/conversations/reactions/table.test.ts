import {
  requestPerson,
  conversationChanged,
  messageSent,
  notificationChanged,
  saveRule,
  updateTargets,
  visitorConversationChanged,
  visitorMessageSent,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import type { Entry, Stored } from '../messages/entry.ts'
import { listMessages } from '../messages/message-store.ts'
import { updateConversation } from '../record/store.ts'
import type { Reaction, Settling } from './reaction.ts'
import { reactions, settlings } from './table.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const table = [...settlings, ...reactions]

/** A conversation that waits for the team, with an SLA target and a rule. */
async function waiting() {
  const { browser, visitor, integration_id, conversation_id } = await server.seed.conversation()
  await visitor.browser.call(requestPerson, { conversation_id })
  await browser.call(updateTargets, { integration_id, first_reply_min: { none: 60 } })
  await browser.call(saveRule, {
    integration_id,
    rule_id: crypto.randomUUID(),
    name: 'High',
    event: 'customer_message',
    actions: [{ kind: 'set_priority', priority: 'high' }],
  })
  return { integration_id, conversation_id }
}

/** Runs one row of the table alone and rolls it back. Returns what it emitted, enqueued and changed. */
function alone(
  step: Reaction | Settling,
  key: Stored['key'],
  entry: Partial<Pick<Entry, 'kind' | 'author' | 'is_visible' | 'details'>>,
) {
  return server.ctx.transaction(async (tx) => {
    tx.rollBack()
    const conversation = await updateConversation(tx, key, {})
    const [message] = await listMessages(tx, key, { limit: 1, after_seq: 0 })
    if (!conversation || !message) throw new Error('The conversation is gone.')
    const stored: Stored = {
      key,
      entry: { ...message, ...entry },
      changes: {},
      at: message.sent_at,
      conversation,
      message: { ...message, ...entry },
    }
    const expected = step.read?.(stored)
    const read = expected
      ? await tx
          .selectFrom('conversation')
          .where('id', '=', key.conversation_id)
          .select(expected.as('read'))
          .executeTakeFirst()
      : undefined
    const did: string[] = []
    Object.assign(tx, {
      emit: ({ name }: { name: string }) => did.push(name),
      enqueue: async ({ name }: { name: string }) => void did.push(name),
    })
    if (!(step.when?.(stored) ?? true)) return 'does not apply'
    const changes = await step.run(server.ctx, tx, stored, read?.read)
    return [...did, ...Object.entries(changes ?? {}).flatMap(([name, value]) => (value ? [name] : []))]
  })
}

test('an entry of a conversation has these reactions, in this order', () => {
  expect(table.map(({ name }) => name)).toEqual([
    'SLA deadline',
    'read state',
    'files',
    'emit the message to the team',
    'emit the message to the visitor',
    'emit the conversation',
    'auto-assignment',
    'notify members',
    'automation rules',
    'automatic reply',
    'scenario interruption',
    'scenario start',
    'webhooks',
    'HubSpot',
  ])
})

test('each reaction to a customer’s message works alone', async () => {
  const key = await waiting()
  const did = new Map<string, unknown>()
  for (const step of table) did.set(step.name, await alone(step, key, {}))
  expect(Object.fromEntries(did)).toEqual({
    'SLA deadline': ['waiting_since', 'due_at'],
    'read state': 'does not apply',
    files: 'does not apply',
    'emit the message to the team': [messageSent.name],
    'emit the message to the visitor': [visitorMessageSent.name],
    'emit the conversation': [conversationChanged.name, visitorConversationChanged.name],
    'auto-assignment': 'does not apply',
    'notify members': [notificationChanged.name],
    'automation rules': ['rules.run'],
    'automatic reply': 'does not apply',
    'scenario interruption': 'does not apply',
    'scenario start': [],
    webhooks: [],
    HubSpot: 'does not apply',
  })
})

test('each reaction to an event for the team works alone', async () => {
  const key = await waiting()
  const event = {
    kind: 'event',
    author: 'system',
    is_visible: false,
    details: { event: 'priority_changed' },
  } as const
  const did = new Map<string, unknown>()
  for (const step of table) did.set(step.name, await alone(step, key, event))
  expect(Object.fromEntries(did)).toMatchObject({
    'read state': [],
    'emit the message to the team': [messageSent.name],
    'emit the message to the visitor': 'does not apply',
    'notify members': [],
    'automation rules': [],
  })
})
