import { blockContact, describeVisitor, listBlockedContacts, unblockContact, hour_ms } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

/** A workspace with three contacts, all of them blocked: one for an hour. */
async function blocked() {
  const { browser, integration_id, integration } = await server.seed.integration()
  const names = ['Žofia Malá', 'Peter', 'Jana']
  const ids: string[] = []
  for (const name of names) {
    const visitor = await server.seed.visitor(integration.public_key)
    await visitor.browser.call(describeVisitor, {
      name,
      email: `${names.indexOf(name)}-${ids.length}@x.example`,
    })
    ids.push(visitor.contact_id)
    const until = name === 'Peter' ? new Date(Date.now() + hour_ms).toISOString() : null
    await browser.call(blockContact, {
      integration_id,
      contact_id: visitor.contact_id,
      until,
      reason: `As ${name}`,
    })
  }
  const list = (search = '', from = browser) => from.call(listBlockedContacts, { integration_id, search })
  return { browser, integration_id, ids, list }
}
const namesOf = ({ items }: { items: { name: string | null }[] }) => items.map(({ name }) => name)

test('blocked contacts are listed newest first, with who blocked them and why, until the block ends or is removed', async () => {
  const { browser, integration_id, ids, list } = await blocked()
  const all = await list()
  expect(namesOf(all)).toEqual(['Jana', 'Peter', 'Žofia Malá'])
  expect(all.total).toBe(3)
  expect(all.items[0]).toMatchObject({ id: ids[2], until: null, reason: 'As Jana', by_name: 'Eva Nováková' })
  expect(namesOf(await list('zofia'))).toEqual(['Žofia Malá'])
  expect(await list('%_')).toEqual({ items: [], total: 0 })
  await browser.call(unblockContact, { integration_id, contact_id: ids[2] ?? '' })
  expect(namesOf(await list())).toEqual(['Peter', 'Žofia Malá'])
  await server.later(2 * hour_ms, async () => expect(namesOf(await list())).toEqual(['Žofia Malá']))
})

test('SEC-10 S6.02 404: another workspace’s blocked contacts; an agent with limited access sees only their own', async () => {
  const { integration_id, ids, list } = await blocked()
  const other = await server.seed.integration()
  await expect(list('', other.browser)).rejects.toMatchObject({ code: 'not_found' })
  const agent = await server.seed.member(integration_id, 'agent')
  await server.database.pool.query(
    `update member set conversation_access = 'own' where integration_id = $1 and user_id = $2`,
    [integration_id, agent.user.id],
  )
  expect(await list('', agent.browser)).toEqual({ items: [], total: 0 })
  await server.database.pool.query(`update contact set owner_id = $2 where id = $1`, [ids[1], agent.user.id])
  expect(await list('', agent.browser)).toMatchObject({ items: [{ name: 'Peter' }], total: 1 })
})
