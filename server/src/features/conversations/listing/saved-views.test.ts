import {
  assignTeam,
  countConversations,
  countSavedViews,
  createTeam,
  deleteSavedView,
  getConversation,
  listConversations,
  listSavedViews,
  markSeen,
  markUnread,
  reorderSavedViews,
  saveView,
  sendMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const { browser, integration_id, conversation_id } = await server.seed.conversation()
const jana = await server.seed.member(integration_id, 'agent')
const save = (who: typeof browser, name: string, more: object = {}) =>
  who.call(saveView, {
    integration_id,
    saved_view_id: crypto.randomUUID(),
    name,
    is_shared: false,
    filter: {},
    ...more,
  })
const names = async (who: typeof browser) =>
  (await who.call(listSavedViews, { integration_id })).map(({ name }) => name)

test('a view is private or shared, depending on rights, has a unique name, and changes are emitted', async () => {
  const events = server.watch(`presence-integration.${integration_id}`, 'SavedViewsChanged')
  const slovak = { view: 'automated', filter: { locale: 'en,sk', waiting_min: '10' } } as const
  const team = await save(browser, 'English', { is_shared: true, ...slovak })
  expect(team).toMatchObject({ owner_id: null, ...slovak })
  await save(browser, 'Mine')
  await save(jana.browser, 'Hers')
  expect(await names(browser)).toEqual(['English', 'Mine'])
  expect(await names(jana.browser)).toEqual(['English', 'Hers'])
  expect(events).toHaveLength(3)

  const taken = { code: 'invalid_input', errors: { name: [expect.any(String)] } }
  await expect(save(jana.browser, 'ENGLISH')).rejects.toMatchObject(taken)
  await expect(save(jana.browser, 'Ours', { is_shared: true })).rejects.toMatchObject({ code: 'forbidden' })
  const janasConversation = (await jana.browser.call(listSavedViews, { integration_id })).at(-1)?.id ?? ''
  const [key, theirs] = [janasConversation, team.id].map((saved_view_id) => ({
    integration_id,
    saved_view_id,
  }))
  if (!key || !theirs) throw new Error('two views')
  await expect(browser.call(deleteSavedView, key)).rejects.toMatchObject({ code: 'not_found' })
  await expect(jana.browser.call(deleteSavedView, theirs)).rejects.toMatchObject({ code: 'forbidden' })
  const foreign = await server.seed.integration()
  const elsewhere = { ...theirs, integration_id: foreign.integration_id }
  await expect(foreign.browser.call(deleteSavedView, elsewhere)).rejects.toMatchObject({ code: 'not_found' })

  // Deleted and created again with the same id.
  await browser.call(deleteSavedView, theirs)
  expect(await names(jana.browser)).toEqual(['Hers'])
  await save(browser, 'English', { saved_view_id: team.id, is_shared: true, ...slovak })
  const third = await save(browser, 'Third')
  const mine = (await browser.call(listSavedViews, { integration_id })).find(({ name }) => name === 'Mine')
  await browser.call(reorderSavedViews, { integration_id, ids: [third.id, mine?.id ?? ''] })
  expect(await names(browser)).toEqual(['English', 'Third', 'Mine'])
})

test('a view’s count equals its list for each member, and teams can be a filter', async () => {
  const key = { integration_id, conversation_id }
  const team = await browser.call(createTeam, { integration_id, name: 'Shipping' })
  await browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body: 'Hello' })
  await browser.call(assignTeam, { ...key, team_id: team.id })
  const shared = await save(browser, 'Of me', { is_shared: true, view: 'mine' })
  const ofTeam = await save(browser, 'Shipping', { filter: { team: `none,${team.id}` } })
  const counts = (who: typeof browser) => who.call(countSavedViews, { integration_id })
  expect(await counts(browser)).toMatchObject({ [shared.id]: 1, [ofTeam.id]: 1 })
  expect(await counts(jana.browser)).toMatchObject({ [shared.id]: 0 })
  const listed = async (filter: string) =>
    (await browser.call(listConversations, { integration_id, team: filter })).items.length
  expect([await listed(team.id), await listed('none')]).toEqual([1, 0])
  expect(await browser.call(countConversations, { integration_id, team: 'none' })).toMatchObject({ all: 0 })
})

test('a conversation is marked as unread from the customer’s newest message on, only for the member who marks it', async () => {
  const key = { integration_id, conversation_id }
  const seen = async (who: typeof browser) => (await who.call(getConversation, key)).seen_seq
  await jana.browser.call(markSeen, { ...key, seq: 99 })
  await browser.call(markSeen, { ...key, seq: 99 })
  const all = await seen(browser)
  expect(await browser.call(markUnread, key)).toEqual({ seen_seq: 0 })
  expect([await seen(browser), await seen(jana.browser)]).toEqual([0, all])
})
