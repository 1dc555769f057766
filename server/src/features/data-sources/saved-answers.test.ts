import {
  applyDataSourceChanged,
  type DataSource,
  dataSourceChanged,
  listAuditEntries,
  listDataSources,
  listUnansweredQuestions,
  sendVisitorMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { library } from './test/library.ts'

const shelf = await library()
afterAll(() => shelf[Symbol.asyncDispose]())
const { server, workspace, settled, findable } = shelf
type Workspace = Awaited<ReturnType<typeof workspace>>

async function send({ browser, integration_id }: Workspace, content: string | Buffer, is_trial = false) {
  const form = new FormData()
  form.set('is_trial', String(is_trial))
  form.set('file', new File([content], 'answers.csv'))
  const body = new Response(form)
  const url = `/api/integration/${integration_id}/data-source/question/import`
  const headers = { 'content-type': body.headers.get('content-type') ?? '' }
  const reply = await browser.request('POST', url, Buffer.from(await body.arrayBuffer()), headers)
  return { status: reply.statusCode, body: reply.json() }
}
const list = ({ browser, integration_id }: Workspace) => browser.call(listDataSources, { integration_id })

test('saved answers are imported in file order: checked first, added, updated if the question exists, rejected with a reason', async () => {
  const created = await workspace()
  const file = [
    'Otázka;Odpoveď;Alternatívy',
    'Koľko stojí doprava?;3,90 €;"Cena dopravy|Poštovné"',
    'Kde ste?;V Žiline.;',
    ';Bez otázky;',
    'Kde  STE?;Znova;',
    `Dlhá?;${'a'.repeat(8_001)};`,
  ].join('\n')
  const outcome = {
    added: 2,
    updated: 0,
    unchanged: 0,
    rejected: [
      { row: 4, reason: 'no_question' },
      { row: 5, reason: 'repeated' },
      { row: 6, reason: 'answer_too_long' },
    ],
  }
  expect(await send(created, file, true)).toEqual({ status: 200, body: { data: outcome } })
  expect(await list(created)).toEqual([])
  expect((await send(created, file)).body.data).toEqual(outcome)
  const sources = await list(created)
  expect(sources.map(({ config }) => config)).toEqual([
    { question: 'Koľko stojí doprava?', answer: '3,90 €', alternatives: ['Cena dopravy', 'Poštovné'] },
    { question: 'Kde ste?', answer: 'V Žiline.', alternatives: [] },
  ])
  expect((await send(created, file)).body.data).toMatchObject({ added: 0, updated: 0, unchanged: 2 })

  for (const { id } of sources) await settled(created, id)
  const { integration_id } = created
  const events = server.watch(dataSourceChanged.channel({ integration_id }), dataSourceChanged.name)
  const before = await list(created)
  expect((await send(created, 'Kde ste?\tV Martine.\n')).body.data).toMatchObject({ added: 0, updated: 1 })
  const [, place] = sources
  await settled(created, place?.id ?? '')
  expect(await findable(created, place?.id ?? '')).toEqual(['V Martine.'])
  const after = await list(created)
  await expect
    .poll(() => events.map((event) => event.data as DataSource).reduce(applyDataSourceChanged, before))
    .toEqual(after)
})

test.each([
  ['is empty', ''],
  ['is a page', '<!doctype html><p>x'],
  ['is binary', Buffer.from([1, 0, 2, 0, 0, 3])],
  ['has too many rows', 'a,b\n'.repeat(2_002)],
])('422 for a file that %s', async (_what, content) => {
  const created = await workspace()
  const { status, body } = await send(created, content)
  expect(status === 422 ? Object.keys(body.errors) : body.data.rejected.length > 0).toBeTruthy()
  expect(await list(created)).toEqual([])
})

test('404 for another workspace, 403 for an agent', async () => {
  const created = await workspace()
  const other = await workspace()
  expect((await send({ ...created, integration_id: other.integration_id }, 'a?,b')).status).toBe(404)
  const agent = await server.seed.member(created.integration_id, 'agent')
  expect((await send({ ...created, browser: agent.browser }, 'a?,b')).status).toBe(403)
})

test('an imported update is in the audit log, and open questions with its new wordings are answered', async () => {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  await send(created, 'Do you ship abroad?,"Yes, to Austria."')
  const visitor = (await server.seed.visitor(integration.public_key)).browser
  await visitor.call(sendVisitorMessage, {
    conversation_id: crypto.randomUUID(),
    id: crypto.randomUUID(),
    body: 'Is there a student discount?',
    locale: 'en',
  })
  const unanswered = async () => (await browser.call(listUnansweredQuestions, { integration_id })).total
  await server.eventually(async () => (await unanswered()) === 1 || undefined)

  const file = 'question,answer,alternatives\nDo you ship abroad?,To Norway.,Is there a student discount?'
  expect((await send(created, file)).body.data).toMatchObject({ added: 0, updated: 1 })
  expect(await unanswered()).toBe(0)
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items[0]).toMatchObject({ action: 'source_changed', subject: 'Do you ship abroad?' })
})

test('SEC-18 concurrent duplicate imports save each answer once', async () => {
  const created = await workspace()
  const rows = Array.from({ length: 30 }, (_, n) => `Number ${n}?,It costs ${n} euros.`)
  const file = ['Question,Answer', ...rows].join('\n')
  const outcomes = await Promise.all([send(created, file), send(created, file)])
  const counted = outcomes.map(({ body }) => body.data.added + body.data.unchanged)
  expect(counted).toEqual([30, 30])
  const questions = (await list(created)).map(({ config }) => config.question)
  expect(questions).toHaveLength(30)
  expect(new Set(questions).size).toBe(30)
  expect((await send(created, file)).body.data).toMatchObject({ added: 0, updated: 0, unchanged: 30 })
})
