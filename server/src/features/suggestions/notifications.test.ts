import {
  acceptAnswer,
  applyNotificationChanged,
  applyNotificationsRead,
  changeRole,
  declineSuggestion,
  getNotificationPreferences,
  listNotifications,
  type MemberNotification,
  notificationChanged,
  notificationsRead,
  suggestAnswer,
  updateNotificationPreferences,
  withdrawSuggestion,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'
import { mailUnseen } from '#features/notifications'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const words = { question: 'Do you ship to Norway?', alternatives: [], answer: 'Yes, for 12 EUR.' }

async function workspace() {
  const { browser: owner, integration_id, user, email } = await server.seed.integration()
  const agent = await server.seed.member(integration_id, 'agent')
  const editor = await server.seed.member(integration_id, 'editor')
  const list = (who: Browser) => who.call(listNotifications, { integration_id })
  const content = async (who: Browser) =>
    (await list(who)).map(({ kind, actor_name: name, preview, is_read }) => [kind, name, preview, is_read])
  async function suggest(who = agent.browser, suggestion_id: string = crypto.randomUUID()) {
    await who.call(suggestAnswer, { integration_id, suggestion_id, ...words })
    return { integration_id, suggestion_id }
  }
  return {
    owner,
    owner_id: user.id,
    owner_email: email,
    integration_id,
    agent,
    editor,
    list,
    content,
    suggest,
  }
}
const named = (kind: string, who: string, is_read: boolean) => [kind, who, words.question, is_read]

test('S6.02 a suggestion notifies everyone who can decide on it except its author, once; the decision notifies its author', async () => {
  const { owner, agent, editor, content, suggest } = await workspace()
  const one = await suggest()
  await suggest(agent.browser, one.suggestion_id)
  const by = agent.user.name
  expect(await content(owner)).toEqual([named('suggested', by, false)])
  expect(await content(editor.browser)).toEqual([named('suggested', by, false)])
  expect(await content(agent.browser)).toEqual([])
  await editor.browser.call(acceptAnswer, { ...one, ...words })
  expect(await content(owner)).toEqual([named('suggested', by, true)])
  expect(await content(agent.browser)).toEqual([named('accepted', editor.user.name, false)])
  const other = await suggest()
  await owner.call(declineSuggestion, other)
  expect((await content(agent.browser))[0]?.slice(0, 1)).toEqual(['declined'])
  // Someone who can decide isn't notified about their own.
  const own = await suggest(editor.browser)
  await editor.browser.call(acceptAnswer, { ...own, ...words })
  expect((await content(editor.browser)).map(([kind]) => kind)).toEqual(['suggested', 'suggested'])
})
test('old state + events = new state for suggestions, also when one is withdrawn', async () => {
  const { owner, owner_id, agent, list, suggest } = await workspace()
  const events = server.watch(`private-user.${owner_id}`)
  const before = await list(owner)
  const one = await suggest()
  const two = await suggest()
  await owner.call(declineSuggestion, one)
  const after = events.reduce((rows, { event, data }) => {
    // The event has the type of the contract.
    if (event === notificationChanged.name)
      return applyNotificationChanged(rows, (data as { notification: MemberNotification }).notification)
    return event === notificationsRead.name ? applyNotificationsRead(rows, data as { ids: string[] }) : rows
  }, before)
  expect(after).toHaveLength(2)
  expect(after).toEqual(await list(owner))
  await agent.browser.call(withdrawSuggestion, two)
  expect(await list(owner)).toHaveLength(1)
  expect(events.at(-1)).toMatchObject({ event: notificationsRead.name })
})
test('emails respect each member’s preferences and link to the suggestions', async () => {
  const { owner, owner_email, agent, editor, integration_id, suggest } = await workspace()
  const { kinds } = await editor.browser.call(getNotificationPreferences, { integration_id })
  expect(kinds.suggested).toEqual({ desktop: false, sound: false, push: false, email: true })
  await editor.browser.call(updateNotificationPreferences, {
    integration_id,
    kinds: { ...kinds, suggested: { ...kinds.suggested, email: false } },
  })
  await owner.call(updateNotificationPreferences, { integration_id, include_text: true })
  const one = await suggest()
  const mailed = async (to: string) =>
    (await server.mailbox.list()).filter(
      (mail) => mail.to === to && mail.subject === 'Updates on suggested answers',
    )
  await server.later(16 * minute_ms, () => mailUnseen(server.ctx))
  const [mail] = await server.eventually(async () => {
    const matches = await mailed(owner_email)
    return matches.length > 0 ? matches : undefined
  })
  expect(mail?.text).toContain('A suggested answer is waiting for your review')
  expect(mail?.text).toContain(words.question)
  expect(mail?.text).toContain(`/app/i/${integration_id}/settings/data-sources`)
  expect(await mailed(editor.email)).toEqual([])
  await owner.call(acceptAnswer, { ...one, ...words })
  await server.later(16 * minute_ms, () => mailUnseen(server.ctx))
  const [decisionMail] = await server.eventually(async () => {
    const matches = await mailed(agent.email)
    return matches.length > 0 ? matches : undefined
  })
  expect(decisionMail?.text).toContain('Your suggestion was accepted.')
})
test('S6.02 members who can no longer decide, and other workspaces, don’t see it in their list', async () => {
  const { owner, editor, integration_id, list, suggest } = await workspace()
  const other = await workspace()
  await suggest()
  expect(await list(editor.browser)).toHaveLength(1)
  await owner.call(changeRole, { integration_id, user_id: editor.user.id, role: 'agent' })
  expect(await list(editor.browser)).toEqual([])
  expect(await other.list(other.owner)).toEqual([])
})
