import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createTag,
  type InputOf,
  listMessages,
  listVisitorMessages,
  listScenarioRuns,
  publishScenario,
  saveScenario,
  sendVisitorMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../tools/free-port.ts'
import { testDatabase } from '../database.ts'
import { unpackTemplate } from '../template.ts'
import { newOwner, newVisitor, retryUntilOk, type Visitor } from './caller.ts'
import { type ServerPlace, startServer } from './server-process.ts'

const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-runs-'))
const database = await testDatabase()
if (!database.url) await unpackTemplate(data_dir)
const rounds = Number(process.env['KILL_ROUNDS'] ?? 3)
const visitorsPerRound = 3
/** About the duration of a run. */
const runMax_ms = 400

const placeOf = async (): Promise<ServerPlace> => ({
  data_dir,
  database_url: database.url,
  port: await freePort(),
  realtime_port: await freePort(),
})
const place = await placeOf()
const environment = { SITE_WIDGET_KEY: 'off' }
let server = startServer(place, { environment })
const others: (typeof server)[] = []
afterAll(async () => {
  for (const each of [server, ...others]) await each.kill()
  await database.close()
  rmSync(data_dir, { recursive: true, force: true })
})

type Draft = InputOf<typeof saveScenario>['flow']
const message = (id: string, en: string, next: string) =>
  ({ id, kind: 'message', text: { en }, next }) as const
const flowWith = (tag_id: string): Draft => ({
  trigger: { kind: 'conversation_started' },
  locales: ['en'],
  start_step_id: 'hello',
  steps: [
    message('hello', 'Welcome', 'tag'),
    { id: 'tag', kind: 'add_tags', tag_ids: [tag_id], next: 'ask' },
    { id: 'ask', kind: 'question', text: { en: 'Which order?' }, next: 'urgent' },
    { id: 'urgent', kind: 'set_priority', priority: 'high', next: 'again' },
    { id: 'again', kind: 'question', text: { en: 'When was it?' }, next: 'form' },
    {
      id: 'form',
      kind: 'form',
      text: { en: 'Who are you?' },
      fields: [
        { id: 'name', text: { en: 'Name' }, save_as: { contact_field: 'name' } },
        { id: 'consent', kind: 'consent', text: { en: 'You may call me' } },
      ],
      next: 'note',
    },
    { id: 'note', kind: 'note', body: 'Two answers', next: 'team' },
    { id: 'team', kind: 'hand_over' },
  ],
})
const texts = ['Good morning', 'Number one', 'Last week']

const say = ({ caller, conversation_id }: Visitor, body: string) => {
  const sent = { conversation_id, id: crypto.randomUUID(), body, locale: 'en' } as const
  return retryUntilOk(() => caller.call(sendVisitorMessage, sent))
}

/** Fills in the form as soon as it is shown. */
async function fillIn({ caller, conversation_id }: Visitor) {
  let reply_to: string | undefined
  await expect
    .poll(
      async () => {
        const messages = await retryUntilOk(() => caller.call(listVisitorMessages, { conversation_id }))
        reply_to = messages.find(({ details }) => details.form)?.id
        return reply_to
      },
      { timeout: 60_000 },
    )
    .toBeDefined()
  const form_values = { name: 'Eva', consent: true }
  const id = crypto.randomUUID()
  const filled = { conversation_id, id, reply_to, form_values, body: '', locale: 'en' } as const
  await retryUntilOk(() => caller.call(sendVisitorMessage, filled))
}

test('REL-01 kill -9 during runs of a scenario: nothing is done twice and nothing is forgotten', async () => {
  await server.ready()
  const { caller, ...owner } = await newOwner(place, 'owner')
  const of = { integration_id: owner.integration.id, scenario_id: crypto.randomUUID() }
  const tag = await caller.call(createTag, { integration_id: of.integration_id, name: 'Seen' })
  await caller.call(saveScenario, { ...of, name: 'Orders', flow: flowWith(tag.id) })
  await caller.call(publishScenario, of)
  // A database server is used by two processes, which run the same jobs.
  if (database.url) {
    const second = startServer(await placeOf(), { environment })
    others.push(second)
    await second.ready()
  }
  const threadOf = ({ conversation_id }: Visitor) =>
    retryUntilOk(() =>
      caller.call(listMessages, { integration_id: of.integration_id, conversation_id, limit: 100 }),
    )
  const visitors: Visitor[] = []
  for (let round = 0; round < rounds; round++) {
    const met = await Promise.all(Array.from({ length: visitorsPerRound }, () => newVisitor(place, owner)))
    visitors.push(...met)
    const talking = Promise.all(
      met.map(async (visitor) => {
        for (const text of texts) await say(visitor, text)
        await fillIn(visitor)
      }),
    )
    // Any moment of a run, from start to end: each message takes a few milliseconds.
    await sleep(((round + Math.random()) / rounds) * runMax_ms)
    await server.kill()
    server = startServer(place, { environment })
    await server.ready()
    await talking
  }
  for (const visitor of visitors) {
    await expect
      .poll(async () => (await threadOf(visitor)).some(({ kind }) => kind === 'hand_over'), {
        timeout: 60_000,
      })
      .toBe(true)
    const entries = await threadOf(visitor)
    const bodies = (author: string, kind: string) =>
      entries.filter((entry) => entry.author === author && entry.kind === kind).map(({ body }) => body)
    expect(bodies('contact', 'text')).toEqual([...texts, 'Name: Eva\nYou may call me: Yes'])
    expect(bodies('scenario', 'text')).toEqual(['Welcome', 'Which order?', 'When was it?', 'Who are you?'])
    expect(bodies('scenario', 'note')).toEqual(['Two answers'])
    expect(entries.filter(({ kind }) => kind === 'hand_over')).toHaveLength(1)
    expect(entries.flatMap(({ details }) => details.event ?? [])).toEqual([
      'scenario_started',
      'tags_changed',
      'priority_changed',
      'scenario_ended',
    ])
  }
  const { items } = await caller.call(listScenarioRuns, { ...of, limit: '100' })
  expect(items.map(({ status }) => status)).toEqual(visitors.map(() => 'handed_over'))
}, 240_000)
