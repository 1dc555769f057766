import {
  assignTeam,
  assignConversation,
  createTeam,
  endScenarioRun,
  listDrafts,
  listMessages,
  mergeConversation,
  publishScenario,
  saveDraft,
  saveScenario,
  scheduleMessage,
  sendMessage,
  splitConversation,
  startBulkAction,
  startConversation,
  startScenarioRun,
  takeDraft,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { visibilityServer } from './test/visibility-server.ts'

const { sockets, shop } = await visibilityServer()
const workspaceChannel = (integration_id: string) => `presence-integration.${integration_id}`

test('S6.02 members get ScenarioRunChanged only for conversations they can see', async () => {
  const { browser, integration_id, agent, askQuestion, give, at } = await shop('own')
  const [assigned, hidden] = [await askQuestion(), await askQuestion()]
  await give(assigned)
  const scenario_id = crypto.randomUUID()
  const flow = {
    trigger: { kind: 'conversation_started' as const },
    locales: ['en' as const],
    start_step_id: 'ask',
    steps: [
      { id: 'ask', kind: 'question' as const, text: { en: 'Which order?' }, next: 'bye' },
      { id: 'bye', kind: 'end' as const },
    ],
  }
  await browser.call(saveScenario, { integration_id, scenario_id, name: 'Complaints', flow })
  await browser.call(publishScenario, { integration_id, scenario_id })
  const events = await sockets.listen(agent.browser, workspaceChannel(integration_id))
  for (const id of [hidden, assigned]) {
    await browser.call(startScenarioRun, { ...at(id), scenario_id })
    await browser.call(endScenarioRun, at(id))
  }
  const runs = () => events.filter(({ event }) => event === 'ScenarioRunChanged')
  await expect.poll(() => runs().length).toBeGreaterThanOrEqual(2)
  expect(new Set(runs().map(({ data }) => (data as { conversation_id: string }).conversation_id))).toEqual(
    new Set([assigned]),
  )
})

test('S6.02 BulkActionChanged is sent only to the member who started the action', async () => {
  const { browser, integration_id, agent, askQuestion } = await shop('all')
  const conversation_ids = [await askQuestion()]
  const [own, theirs] = [
    await sockets.listen(browser, workspaceChannel(integration_id)),
    await sockets.listen(agent.browser, workspaceChannel(integration_id)),
  ]
  const reason = 'Insulted a colleague'
  await browser.call(startBulkAction, {
    integration_id,
    id: crypto.randomUUID(),
    conversation_ids,
    change: { kind: 'block', until: null, reason },
  })
  const isDone = () =>
    own.some(
      ({ event, data }) => event === 'BulkActionChanged' && (data as { state: string }).state === 'done',
    )
  await expect.poll(isDone).toBe(true)
  // Events arrive in order, so any of the action would have come before this one.
  await browser.call(createTeam, { integration_id, name: 'Later', member_ids: [] })
  await expect.poll(() => theirs.map(({ event }) => event)).toContain('TeamSaved')
  expect(theirs.map(({ event }) => event)).not.toContain('BulkActionChanged')
})

test('S6.02 404: a merged conversation doesn’t give access to a target that the member can’t see', async () => {
  const { browser, integration_id, agent, colleague, askQuestion, toTeam, at } = await shop('team')
  const [source, target] = [await askQuestion(), await askQuestion()]
  await toTeam(source)
  const member_ids = [colleague.user.id]
  const { id: team_id } = await browser.call(createTeam, { integration_id, name: 'Legal', member_ids })
  await browser.call(assignTeam, { ...at(target), team_id })
  const author_id = colleague.user.id
  const changed_at = new Date().toISOString()
  await browser.call(saveDraft, { ...at(target), mode: 'text', text: 'We will pay', changed_at })
  await browser.call(mergeConversation, { ...at(source), id: crypto.randomUUID(), into_id: target })
  const before = await Promise.all([
    browser.call(listMessages, at(target)),
    browser.call(listDrafts, at(target)),
  ])

  const { browser: viewer } = agent
  const id = crypto.randomUUID()
  const attempts = {
    send: () => viewer.call(sendMessage, { ...at(source), id, body: 'Hello' }),
    note: () => viewer.call(sendMessage, { ...at(source), id, body: 'Hello', kind: 'note' }),
    schedule: () => viewer.call(scheduleMessage, { ...at(source), id, body: 'Hello', send_at: null }),
    'save a draft': () => viewer.call(saveDraft, { ...at(source), mode: 'text', text: 'Hello', changed_at }),
    'take a draft': () => viewer.call(takeDraft, { ...at(source), author_id, mode: 'text', text: '' }),
  }
  for (const [name, attempt] of Object.entries(attempts))
    await expect(attempt(), name).rejects.toMatchObject({ code: 'not_found' })
  const after = await Promise.all([
    browser.call(listMessages, at(target)),
    browser.call(listDrafts, at(target)),
  ])
  expect(after).toEqual(before)
})

test('S6.02 404: repeating a split or a start doesn’t return a conversation that is assigned to someone else by now', async () => {
  const { browser, integration_id, agent, colleague, visitor, askQuestion, give, at } = await shop('own')
  const { browser: viewer } = agent
  const original = await askQuestion()
  await give(original)
  const send = (body: string) => viewer.call(sendMessage, { ...at(original), id: crypto.randomUUID(), body })
  await send('Hello')
  const { id: message_id } = await send('About your other order')
  const [split_id, started_id] = [crypto.randomUUID(), crypto.randomUUID()]
  const calls = {
    split: () => viewer.call(splitConversation, { ...at(original), id: split_id, message_id }),
    start: () =>
      viewer.call(startConversation, { integration_id, contact_id: visitor.contact_id, id: started_id }),
  }
  for (const [name, call] of Object.entries(calls)) {
    const { id } = await call()
    expect((await call()).id, name).toBe(id)
    await browser.call(assignConversation, { ...at(id), assignee_id: colleague.user.id })
    await expect(call(), name).rejects.toMatchObject({ code: 'not_found' })
  }
})
