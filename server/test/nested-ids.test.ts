import {
  createTag,
  createTeam,
  publishScenario,
  saveCannedReply,
  saveMacro,
  saveScenario,
  updateContact,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from './server.ts'
import { upload } from './upload.ts'

/*
 * Ids of another workspace inside lists, changes, steps and filters of a body, and in query strings. Ids that are fields
 * of a body or parts of a path are tried by `foreign-ids.test.ts`.
 */

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const canary = 'CANARY'
const a = await server.seed.conversation()
const b = await server.seed.conversation()
const id = () => crypto.randomUUID()

const inA = { integration_id: a.integration_id }
const contact = { ...inA, contact_id: a.visitor.contact_id }
await a.browser.call(updateContact, { ...contact, name: canary, email: 'canary@shop.example' })
const tag = await a.browser.call(createTag, { ...inA, name: `${canary} tag` })
const team = await a.browser.call(createTeam, { ...inA, name: `${canary} team`, member_ids: [a.user.id] })
const canned_reply_id = id()
const reply = { shortcut: 'canary', title: canary, body: canary, is_shared: true }
await a.browser.call(saveCannedReply, { ...inA, canned_reply_id, ...reply })
const macro_id = id()
await a.browser.call(saveMacro, {
  ...inA,
  macro_id,
  name: canary,
  actions: [{ kind: 'note', body: canary }],
  is_shared: true,
  file_ids: [],
})
const scenario_id = id()
const flow = {
  trigger: { kind: 'manual' as const },
  locales: ['en' as const],
  start_step_id: 'hello',
  steps: [
    { id: 'hello', kind: 'message' as const, text: { en: canary }, next: 'end' },
    { id: 'end', kind: 'end' as const, resolve: false },
  ],
}
await a.browser.call(saveScenario, { ...inA, scenario_id, name: canary, flow })
await a.browser.call(publishScenario, { ...inA, scenario_id })
const file_id = await upload(a.browser, `/api/integration/${a.integration_id}/file`, canary, `${canary}.txt`)
const user_id = a.user.id

const rule = (more: object) => ({
  name: 'Rule',
  event: 'conversation_created',
  actions: [{ kind: 'set_priority', priority: 'high' }],
  ...more,
})
const act = (action: object) => rule({ actions: [action] })
const macro = (action: object) => ({ name: id(), is_shared: false, file_ids: [], actions: [action] })
const bulk = (change: object, more: object = { conversation_ids: [b.conversation_id] }) => ({
  id: id(),
  change,
  ...more,
})
const contacts = (change: object, contact_ids = [b.visitor.contact_id]) => ({ id: id(), change, contact_ids })
const high = { kind: 'priority', priority: 'high' }
const steps = (step: object) => ({
  name: 'Flow',
  flow: {
    ...flow,
    steps: [
      { id: 'hello', ...step },
      { id: 'end', kind: 'end', resolve: false },
    ],
  },
})
const filters = [
  { tag: tag.id },
  { team: team.id },
  { assignee: user_id },
  { contact_id: a.visitor.contact_id },
]
const base = `/api/integration/${b.integration_id}`
const writes: [what: string, method: 'PUT' | 'POST', path: string, body: object][] = [
  ['rule assign', 'PUT', `rule/${id()}`, act({ kind: 'assign', assignee_id: user_id })],
  ['rule assign_team', 'PUT', `rule/${id()}`, act({ kind: 'assign_team', team_id: team.id })],
  ['rule add_tags', 'PUT', `rule/${id()}`, act({ kind: 'add_tags', tag_ids: [tag.id] })],
  ['rule send_reply', 'PUT', `rule/${id()}`, act({ kind: 'send_reply', canned_reply_id })],
  ['rule start_scenario', 'PUT', `rule/${id()}`, act({ kind: 'start_scenario', scenario_id })],
  ...filters.slice(0, 3).flatMap((filter): typeof writes => [
    [`rule filter ${Object.keys(filter).join()}`, 'PUT', `rule/${id()}`, rule({ filter })],
    [`dry run filter ${Object.keys(filter).join()}`, 'POST', 'rule-dry-run', rule({ filter })],
  ]),
  ['macro assignee', 'PUT', `macro/${id()}`, macro({ kind: 'assignee', assignee_id: user_id })],
  ['macro team', 'PUT', `macro/${id()}`, macro({ kind: 'team', team_id: team.id })],
  ['macro tags', 'PUT', `macro/${id()}`, macro({ kind: 'tags', add: [tag.id], remove: [] })],
  [
    'macro files',
    'PUT',
    `macro/${id()}`,
    { ...macro({ kind: 'reply', body: 'x', is_sent: true }), file_ids: [file_id] },
  ],
  ['bulk assignee', 'POST', 'bulk-action', bulk({ kind: 'assignee', assignee_id: user_id })],
  ['bulk team', 'POST', 'bulk-action', bulk({ kind: 'team', team_id: team.id })],
  ['bulk tags', 'POST', 'bulk-action', bulk({ kind: 'tags', add: [tag.id], remove: [] })],
  ['bulk macro', 'POST', 'bulk-action', bulk({ kind: 'macro', macro_id })],
  ['bulk conversations', 'POST', 'bulk-action', bulk(high, { conversation_ids: [a.conversation_id] })],
  [
    'bulk list',
    'POST',
    'bulk-action',
    bulk(high, { list: { contact_id: a.visitor.contact_id, time_zone: 'UTC' } }),
  ],
  ['contacts owner', 'POST', 'contact-bulk-action', contacts({ kind: 'owner', owner_id: user_id })],
  [
    'contacts tags',
    'POST',
    'contact-bulk-action',
    contacts({ kind: 'contact_tags', add: [tag.id], remove: [] }),
  ],
  [
    'contacts named',
    'POST',
    'contact-bulk-action',
    contacts({ kind: 'owner', owner_id: null }, [a.visitor.contact_id]),
  ],
  ['step tags', 'PUT', `scenario/${id()}`, steps({ kind: 'add_tags', tag_ids: [tag.id], next: 'end' })],
  ['step assign', 'PUT', `scenario/${id()}`, steps({ kind: 'assign', member_id: user_id, next: 'end' })],
  ['step team', 'PUT', `scenario/${id()}`, steps({ kind: 'assign', team_id: team.id, next: 'end' })],
  [
    'step email',
    'PUT',
    `scenario/${id()}`,
    steps({ kind: 'email_team', member_ids: [user_id], subject: 'x', body: 'x', next: 'end' }),
  ],
  ['step scenario', 'PUT', `scenario/${id()}`, steps({ kind: 'run_scenario', scenario_id })],
]
const reads = filters.flatMap((filter) => {
  const query = new URLSearchParams(filter)
  return [
    `conversation?time_zone=UTC&${query}`,
    `conversation-counts?time_zone=UTC&${query}`,
    `contact?${query}`,
    `report?from=2026-01-01&to=2026-12-31&time_zone=UTC&${query}`,
  ]
})
const send = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
  b.browser.request(method, `${base}/${path}`, body)
/** Everything of A that such a body could change. */
const rowsOfA = async () => {
  const rows: unknown[] = []
  for (const table of [
    'conversation',
    'contact',
    'message',
    'tag',
    'team',
    'macro',
    'scenario',
    'file',
  ] as const)
    rows.push(
      await server.ctx.db
        .selectFrom(table)
        .where('integration_id', '=', a.integration_id)
        .selectAll()
        .orderBy('id')
        .execute(),
    )
  return rows
}

test('SEC-10 404 422: no id of another workspace is accepted in lists, changes or steps of a body', async () => {
  const before = await rowsOfA()
  const taken: string[] = []
  for (const [what, method, path, body] of writes) {
    const answer = await send(method, path, body)
    expect([what, answer.body]).toEqual([what, expect.not.stringContaining(canary)])
    // A draft of a scenario may be incomplete, but it can't be published.
    const isDraft = what.startsWith('step ') && answer.statusCode === 200
    const { statusCode } = isDraft ? await send('POST', `${path}/publish`, {}) : answer
    if (![404, 422].includes(statusCode)) taken.push(`${what}: ${statusCode}`)
  }
  // A filter may name what was deleted: it matches nothing then, and nothing of another workspace.
  expect(taken.filter((each) => !each.includes('filter'))).toEqual([])
  expect(await rowsOfA()).toEqual(before)
})

test('SEC-10 no id of another workspace in a query reveals anything', async () => {
  for (const path of reads) {
    const answer = await send('GET', path)
    expect([path, answer.statusCode]).toEqual([path, expect.toBeOneOf([200, 404, 422])])
    expect([path, answer.body]).toEqual([path, expect.not.stringContaining(canary)])
  }
  for (const path of ['macro', 'rule', 'scenario', 'saved-view', 'contact', `conversation?time_zone=UTC`]) {
    const { body } = await send('GET', path)
    expect([path, body]).toEqual([path, expect.not.stringContaining(canary)])
  }
})
