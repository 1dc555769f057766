import {
  applyContactChanged,
  contactChanged,
  type ContactRecord,
  endVisitorSession,
  type FieldCondition,
  matchesContactFilter,
  listContacts,
  mergeContact,
  openVisitorSession,
  undoContactMerge,
  serializeConditions,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../../test/server.ts'

/* Consents in lists; `acquisition.test.ts` covers the log. */

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function workspace() {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  async function visit(notified: { consent?: string; is_opened?: boolean }, visitor = server.browser()) {
    const session = await visitor.call(openVisitorSession, {
      public_key: integration.public_key,
      host_origin: 'https://shop.example',
      locale: 'en',
      ...notified,
    })
    if (session.token) visitor.headers.authorization = `Bearer ${session.token}`
    return { visitor, contact_id: session.contact.id }
  }
  const list = async (rules: readonly FieldCondition[] = []) =>
    (
      await browser.call(listContacts, {
        integration_id,
        rules: serializeConditions(rules),
        sort: 'first_seen',
      })
    ).items
  const given = async (contact_id: string) => {
    const row = (await list()).find(({ id }) => id === contact_id)
    return {
      opened: row?.consent_opened_at ?? null,
      page: row?.consent_page_at ?? null,
      words: row?.consent_summary ?? null,
      ended: row?.consent_ended_at ?? null,
    }
  }
  const file = async (query = '') =>
    (await browser.request('GET', `/api/integration/${integration_id}/contact-export${query}`)).body
      .replace('\uFEFF', '')
      .split('\r\n')
  return { ...created, visit, list, given, file }
}
const end = (visitor: Browser) => visitor.call(endVisitorSession, {})
const time = expect.stringMatching(/^\d{4}-.*Z$/)

test('S2.04 the list is filtered by consent, as in the app', async () => {
  const { user, visit, list, given } = await workspace()
  const silent = await visit({})
  const opened = await visit({ is_opened: true })
  const agreed = await visit({ consent: 'Súhlasím s newslettrom' })
  await visit({ consent: 'Návštevy sa merajú' }, agreed.visitor)
  const deleted = await visit({ is_opened: true, consent: 'Návštevy sa merajú' })
  await end(deleted.visitor)
  expect(await given(silent.contact_id)).toEqual({ opened: null, page: null, words: null, ended: null })
  expect(await given(deleted.contact_id)).toMatchObject({ opened: time, page: time, ended: time })
  expect((await given(agreed.contact_id)).words).toBe('Návštevy sa merajú\nSúhlasím s newslettrom')

  const all = await list()
  const rule = (field: string, is: FieldCondition['is'], ...values: string[]) => ({ field, is, values })
  const context = { user_id: user.id, now: Date.now(), time_zone: 'UTC' }
  const today = new Date().toISOString().slice(0, 10)
  for (const [query, expected] of [
    [rule('consent_opened', 'filled'), [opened, deleted]],
    [rule('consent_opened', 'empty'), [silent, agreed]],
    [rule('consent_page', 'within', '7'), [agreed, deleted]],
    [rule('consent_page', 'not_within', '7'), []],
    [rule('consent_page', 'on', today), [agreed, deleted]],
    [rule('consent_page', 'before', today), []],
    [rule('consent_page', 'after', '2020-01-01'), [agreed, deleted]],
    [rule('consent_ended', 'filled'), [deleted]],
    [rule('consent_ended', 'empty'), [silent, opened, agreed]],
    [rule('consent_summary', 'contains', 'NEWSLETTROM'), [agreed]],
    [rule('consent_summary', 'contains', 'navstevy'), [agreed, deleted]],
    [rule('consent_summary', 'not_contains', 'newslett'), [silent, opened, deleted]],
    [rule('consent_summary', 'filled'), [agreed, deleted]],
    [rule('consent_summary', 'empty'), [silent, opened]],
  ] as const) {
    const rules = [{ ...query, values: [...query.values] }]
    const found = (await list(rules)).map(({ id }) => id)
    const here = all.filter((row) => matchesContactFilter({ search: '', rules, match: 'all' }, row, context))
    expect(found, JSON.stringify(query)).toEqual(here.map(({ id }) => id))
    expect(found.toSorted(), JSON.stringify(query)).toEqual(
      expected.map(({ contact_id }) => contact_id).toSorted(),
    )
  }
})

test('S2.04 422: consent has no other filter operators', async () => {
  const { list } = await workspace()
  for (const [field, is, ...values] of [
    ['consent_page', 'contains', 'x'],
    ['consent_summary', 'is', 'x'],
    ['consent', 'filled'],
  ] as const)
    await expect(list([{ field, is, values }])).rejects.toMatchObject({ code: 'invalid_input' })
})

test('REL-04 old state + events = new state for consents', async () => {
  const { integration_id, visit, list } = await workspace()
  const { visitor } = await visit({})
  const before: ContactRecord[] = await list()
  const events = server.watch(`presence-integration.${integration_id}`, contactChanged.name)
  await visit({ is_opened: true }, visitor)
  await visit({ consent: 'We may write to you' }, visitor)
  await end(visitor)
  const rows = () =>
    events.reduce<ContactRecord[]>(
      // The event has the type of the contract.
      (current, { data }) => applyContactChanged(current, data as ContactRecord) ?? current,
      before,
    )
  await expect.poll(() => rows()[0]?.consent_ended_at ?? null).not.toBeNull()
  expect(rows()).toMatchObject((await list()).map(({ is_online: _, ...row }) => row))
})

test('S2.04 SEC-45 consents are in the CSV by purpose, without formulas', async () => {
  const { visit, file } = await workspace()
  await visit({ is_opened: true, consent: '=SUM(A1)' })
  const [head = '', line = ''] = await file()
  expect(head).toMatch(/,"consent_opened_at","consent_page_at","consent_summary","consent_ended_at"$/)
  expect(line).toMatch(/,"\d{4}-[^,]+Z","\d{4}-[^,]+Z","'=SUM\(A1\)",""$/)
  const [selected = '', only = ''] = await file('?columns=consent_summary')
  expect([selected, only]).toEqual([
    '"id","name","email","display_name","consent_summary"',
    expect.stringMatching(/,"'=SUM\(A1\)"$/),
  ])
})

test('consents move with a merge, and back when it is undone', async () => {
  const { browser, integration_id, visit, given } = await workspace()
  const one = await visit({ consent: 'We may see your visits' })
  const other = await visit({ is_opened: true, consent: 'We may write to you' })
  const [was, theirs] = [await given(one.contact_id), await given(other.contact_id)]
  const { id: merge_id } = await browser.call(mergeContact, {
    integration_id,
    contact_id: other.contact_id,
    id: crypto.randomUUID(),
    into_id: one.contact_id,
  })
  expect(await given(one.contact_id)).toEqual({
    ...theirs,
    words: 'We may write to you\nWe may see your visits',
  })
  await browser.call(undoContactMerge, { integration_id, merge_id })
  expect(await given(one.contact_id)).toEqual(was)
  expect(await given(other.contact_id)).toEqual(theirs)
})
