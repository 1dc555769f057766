import { requestPerson, sendVisitorMessage, setVisitorTyping } from '@ozvi/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
const statements: { client: pg.Client; text: string }[] = []
const query = pg.Client.prototype.query
beforeAll(() => {
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text: string }]
    statements.push({ client: this, text: typeof first === 'string' ? first : first.text })
    return query.apply(this, given as never)
  } as typeof query // The method has ten overloads; arguments are passed on unchanged.
})
afterAll(async () => {
  pg.Client.prototype.query = query
  await server[Symbol.asyncDispose]()
})

/** A conversation that the team answers. */
async function waiting() {
  const { visitor, conversation_id } = await server.seed.conversation()
  await visitor.browser.call(requestPerson, { conversation_id })
  return { visitor, conversation_id }
}

test('a customer’s message takes one transaction of five statements, and one before it', async () => {
  const { visitor, conversation_id } = await waiting()
  statements.length = 0
  const message = { conversation_id, id: crypto.randomUUID(), body: 'And now?', locale: 'en' } as const
  await visitor.browser.call(sendVisitorMessage, message)
  const at = statements.findIndex(({ text }) => text.includes('insert into "message"'))
  const own = statements.filter(({ client }) => client === statements[at]?.client).map(({ text }) => text)
  const from = own.lastIndexOf(
    'begin',
    own.findIndex((text) => text.includes('insert into "message"')),
  )
  const inside = own.slice(from, own.indexOf('commit', from) + 1)
  expect(inside.map((text) => text.trim().slice(0, 22))).toEqual([
    'begin',
    'with "updated" as (upd',
    'insert into "notificat',
    'insert into outbox (ch',
    'commit',
  ])
  const query = statements.filter(({ text }) => text.includes('"visitor_token"'))
  expect(query).toHaveLength(1)
  // Settings are read only for messages with files, and for those that may start a conversation.
  expect(statements.filter(({ text }) => text.includes('client_settings'))).toEqual([])
})

test('typing is never stored', async () => {
  const { visitor, conversation_id } = await waiting()
  statements.length = 0
  await visitor.browser.call(setVisitorTyping, { conversation_id, is_typing: true })
  const stored = statements.filter(({ text }) =>
    /^(insert|update|with)\b.*"(conversation|message|contact)/.test(text),
  )
  expect(stored).toEqual([])
})
