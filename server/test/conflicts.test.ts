import {
  createContactNote,
  deleteConversation,
  eraseContact,
  startConversation,
  updateContact,
} from '@ozvi/contract'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { lockName } from '#platform/database/named-lock.ts'
import { repeatingConflicts } from '#platform/http/repeat-conflicts.ts'
import type { Tx } from '#platform/context/context.ts'
import { duringTransaction, hasOverlap, transactions } from './during-transaction.ts'
import { testServer } from './server.ts'

/* Simultaneous changes of the same rows, on a PostgreSQL server. */

const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
const server = await testServer({}, { isAnswering: false, log })
afterAll(() => server[Symbol.asyncDispose]())

test.skipIf(!hasOverlap)('REL-33 two requests that wait for each other both succeed', async () => {
  const ctx = repeatingConflicts(server.ctx)
  let waiting = 0
  const both = Promise.withResolvers<void>()
  const lockBoth = (first: string, second: string) =>
    ctx.transaction(async (tx) => {
      await lockName(tx, first)
      if (++waiting === 2) both.resolve()
      await both.promise
      await lockName(tx, second)
    })
  await Promise.all([lockBoth('a', 'b'), lockBoth('b', 'a')])
  // One of them ran again.
  expect(waiting).toBe(3)
})

test.skipIf(!hasOverlap)('422 REL-33 an owner who is removed in the meantime isn’t a member', async () => {
  const { browser, integration_id, visitor } = await server.seed.conversation()
  const { user } = await server.seed.member(integration_id, 'agent')
  const remove = (tx: Tx) => tx.deleteFrom('member').where('user_id', '=', user.id).execute()
  const { contact_id } = visitor
  const changing = duringTransaction(server.ctx, remove, () =>
    browser.call(updateContact, { integration_id, contact_id, owner_id: user.id }),
  )
  await expect(changing).rejects.toMatchObject({
    errors: { owner_id: ['This person isn’t a member of the workspace.'] },
  })
})

test.skipIf(!hasOverlap)(
  '404 REL-33 nothing is added to a contact that is deleted in the meantime',
  async () => {
    const contactOf = async () => {
      const { browser, integration_id, conversation_id, visitor } = await server.seed.conversation()
      await browser.call(deleteConversation, { integration_id, conversation_id })
      return { browser, key: { integration_id, contact_id: visitor.contact_id }, id: crypto.randomUUID() }
    }
    const whileDeleted = (contact_id: string, work: () => Promise<unknown>) =>
      duringTransaction(
        server.ctx,
        (tx) => tx.deleteFrom('contact').where('id', '=', contact_id).execute(),
        work,
      )
    const absent = { code: 'not_found' }
    const noted = await contactOf()
    await expect(
      whileDeleted(noted.key.contact_id, () =>
        noted.browser.call(createContactNote, { ...noted.key, id: noted.id, body: 'Called' }),
      ),
    ).rejects.toMatchObject(absent)
    const started = await contactOf()
    await expect(
      whileDeleted(started.key.contact_id, () =>
        started.browser.call(startConversation, { ...started.key, id: started.id }),
      ),
    ).rejects.toMatchObject(absent)
  },
)

test.skipIf(!hasOverlap)(
  'REL-33 an erasure and a merge lock a visitor’s token before the contact',
  async () => {
    const { browser, integration_id, visitor } = await server.seed.conversation()
    const { contact_id } = visitor
    logged.length = 0
    const waits = async () => (await transactions(server.ctx)).waiting === 1
    const hasTokens = Promise.withResolvers<void>()
    const isErasing = Promise.withResolvers<void>()
    const merging = server.ctx.transaction(async (tx) => {
      const tokens = tx.selectFrom('visitor_token').where('contact_id', '=', contact_id)
      await tokens.select('token_hash').forUpdate().execute()
      hasTokens.resolve()
      await isErasing.promise
      await tx.selectFrom('contact').where('id', '=', contact_id).select('id').forUpdate().execute()
    })
    await hasTokens.promise
    const erasing = browser.call(eraseContact, { integration_id, contact_id })
    await expect.poll(waits, { interval: 10 }).toBe(true)
    isErasing.resolve()
    await Promise.all([merging, erasing])
    expect(logged.join()).not.toContain('deadlock detected')
  },
)
