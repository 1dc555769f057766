// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { audienceGroupsMax, type Flow, type Scenario, type ScenarioWithFlow } from '@ozvi/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, refuse } from '../../../test/transport.ts'
import { newFlow, newStep } from './editor/new-step.ts'
import { fromFile, toFile } from './list/scenario-file.ts'
import ScenarioPage from './scenario-page.tsx'
import ScenariosPage from './list/scenarios-page.tsx'

const workspace = `/api/integration/${greenBean.id}`
const base = `${workspace}/scenario`
const scenarioOf = (digit: number, more: Partial<Scenario> = {}): Scenario => ({
  id: `01980000-0000-7000-8000-00000000007${digit}`,
  integration_id: greenBean.id,
  name: `Scenario ${digit}`,
  description: '',
  status: 'published',
  position: digit - 1,
  trigger_kind: 'conversation_started',
  has_unpublished_changes: false,
  published_version: 2,
  published_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
  stats: { started: 9, engaged: 7, completed: 4, goal_reached: 2, handed_over: 3 },
  draft_version: 1,
  draft_saved_by: null,
  version: 1,
  ...more,
})
const first = scenarioOf(1)
const second = scenarioOf(2, { status: 'draft', published_version: null, trigger_kind: 'manual' })
const draft: ScenarioWithFlow = { ...second, flow: newFlow(['en', 'sk']) }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
const scenariosServer = (scenarios: Scenario[] = [first, second]) =>
  createTestTransport({
    [`GET ${base}`]: () => scenarios,
    [`GET ${base}/${second.id}`]: () => draft,
    [`GET ${workspace}/tag`]: () => [],
    [`GET ${workspace}/data-source`]: () => [],
    [`GET ${workspace}/scenario-secret`]: () => [],
    [`GET ${workspace}/scenario-image`]: () => [],
    [`GET ${workspace}/team`]: () => [],
    [`GET ${workspace}/hubspot`]: () => ({ status: 'disconnected', properties: [], version: 0 }),
    [`GET ${workspace}/contact-field`]: () => [],
    [`GET ${workspace}/conversation-field`]: () => [],
    'GET /api/integration/users': () => ({ users: [], invitations: [] }),
    [`PUT ${base}/${second.id}`]: (fields) => ({ ...draft, ...(fields as object), version: 2 }),
  })
const list = (role: typeof greenBean.role = 'editor') =>
  showPage(ScenariosPage, {
    path: '/en/app/i/:integrationId/scenario',
    at: `/en/app/i/${greenBean.id}/scenario`,
    user: { ...eva, integrations: [{ ...greenBean, role }] },
  })
const editor = (id: string) =>
  showPage(ScenarioPage, {
    path: '/en/app/i/:integrationId/scenario/:scenarioId',
    at: `/en/app/i/${greenBean.id}/scenario/${id}`,
    user: { ...eva, integrations: [{ ...greenBean, role: 'editor' }] },
  })

test('scenarios are listed in order with their statistics; they can be moved, deleted and restored', async () => {
  const server = scenariosServer()
  server.answers[`POST ${base}-order`] = () => [second, first]
  server.answers[`DELETE ${base}/${second.id}`] = () => null
  list()
  const row = (await screen.findByRole('link', { name: 'Scenario 1' })).closest('li')
  expect(row?.textContent).toContain('30 days: 9 started, 7 replied, 4 completed, 3 handed over')
  expect(row?.textContent).toContain('Conversation started · Version 2')
  fireEvent.click(screen.getByRole('button', { name: 'Move scenario Scenario 2 up' }))
  await waitFor(() =>
    expect(server.calls(`POST ${base}-order`)[0]?.body).toEqual({ ids: [second.id, first.id] }),
  )
  const names = () => screen.getAllByRole('link', { name: /^Scenario/ }).map(({ textContent }) => textContent)
  expect(names()).toEqual(['Scenario 2', 'Scenario 1'])
  fireEvent.keyDown(screen.getByRole('button', { name: 'More actions: Scenario 2' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(names()).toEqual(['Scenario 1']))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: 'Scenario 2' })).toBeTruthy()
  expect(server.calls(`PUT ${base}/${second.id}`)[0]?.body).toEqual({
    name: draft.name,
    description: '',
    flow: draft.flow,
  })
})
test('an agent sees scenarios and can’t change them', async () => {
  scenariosServer()
  list('agent')
  expect(await screen.findByText('Scenario 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New scenario' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull()
})
test('404 an unknown scenario shows an error with a link to the list', async () => {
  scenariosServer()
  editor('01980000-0000-7000-8000-000000000777')
  expect(await screen.findByRole('heading', { name: 'Scenario not found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to scenarios' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/scenario`,
  )
})
test('a step is added, its missing texts are listed, and the draft is saved while typing', async () => {
  const server = scenariosServer()
  editor(second.id)
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Add step' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Message' }))
  fireEvent.click(await screen.findByRole('button', { name: /^1\.\s*Message/ }))
  const text = await screen.findByRole('textbox', { name: 'Text (English)' })
  fireEvent.change(text, { target: { value: 'Welcome' } })
  await waitFor(
    () =>
      expect(server.calls(`PUT ${base}/${second.id}`).at(-1)?.body).toMatchObject({
        flow: { steps: [{ kind: 'message', text: { en: 'Welcome' } }] },
      }),
    { timeout: 3000 },
  )
  expect(await screen.findByText('Saved')).toBeTruthy()
  const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  close()
  fireEvent.click(await screen.findByRole('button', { name: /problems?$/ }))
  const blocking = await screen.findByRole('list', { name: 'Fix before publishing' })
  expect(within(blocking).getByText('A text is missing. (sk)')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Recommended' })).toBeNull()
  close()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(within(screen.getByRole('list', { name: 'Steps' })).queryByText('Welcome')).toBeNull()
})
test('422 a draft that the server rejects stays in the editor and can be saved again', async () => {
  const server = scenariosServer()
  const answer = server.answers[`PUT ${base}/${second.id}`]
  server.answers[`PUT ${base}/${second.id}`] = () =>
    refuse(422, 'invalid_input', 'Check the highlighted fields.', { name: ['Enter a name.'] })
  editor(second.id)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.change(name, { target: { value: '' } })
  expect(await screen.findByText('Enter a name.', {}, { timeout: 3000 })).toBeTruthy()
  server.answers[`PUT ${base}/${second.id}`] = answer!
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByText('Saved')).toBeTruthy()
})

test('422 a draft that a teammate changed shows a conflict, and either version can be kept or restored', async () => {
  const server = scenariosServer()
  const answer = server.answers[`PUT ${base}/${second.id}`]
  server.answers[`PUT ${base}/${second.id}`] = () =>
    refuse(422, 'invalid_input', 'Check the highlighted fields.', { base_version: ['Someone changed it.'] })
  editor(second.id)
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  server.answers[`GET ${base}/${second.id}`] = () => ({ ...draft, name: 'Theirs', draft_version: 5 })
  fireEvent.change(name, { target: { value: 'Mine' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Load theirs' }, { timeout: 3000 }))
  expect(name.value).toBe('Theirs')
  expect(screen.queryByRole('button', { name: 'Load theirs' })).toBeNull()
  server.answers[`PUT ${base}/${second.id}`] = answer!
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(name.value).toBe('Mine')
  await waitFor(
    () =>
      expect(server.calls(`PUT ${base}/${second.id}`).at(-1)?.body).toMatchObject({
        name: 'Mine',
        base_version: 5,
      }),
    { timeout: 3000 },
  )
})
test('a key in a header is saved as a secret, has completion, and is left out of the export', async () => {
  const header = { name: 'X-Api-Key', value: 'sk_live_0123456789' }
  const flow: Flow = {
    ...newFlow(['en']),
    start_step_id: 'call',
    steps: [
      {
        ...newStep('http_request'),
        id: 'call',
        url: 'https://shop.example/order',
        headers: [header],
      } as Flow['steps'][number], // a request, as its kind says
    ],
  }
  expect(toFile({ name: 'A', description: '', flow })).not.toContain('sk_live')
  const server = scenariosServer()
  server.answers[`GET ${base}/${second.id}`] = () => ({ ...draft, flow })
  const secret = {
    integration_id: greenBean.id,
    name: 'x_api_key',
    origin: 'https://shop.example',
    updated_at: '2026-11-20T09:00:00.000Z',
    updated_by_name: 'Eva',
    used_in: [],
  }
  server.answers[`PUT ${workspace}/scenario-secret/x_api_key`] = () => {
    server.answers[`GET ${workspace}/scenario-secret`] = () => [secret]
    return secret
  }
  editor(second.id)
  fireEvent.click(await screen.findByRole('button', { name: /^1\.\s*HTTP request/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Save as secret' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Save secret' }))
  const value = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Header 1: value' })
  await waitFor(() => expect(value.value).toBe('{{secrets.x_api_key}}'))
  expect(server.calls(`PUT ${workspace}/scenario-secret/x_api_key`)[0]?.body).toEqual({
    origin: 'https://shop.example',
    value: 'sk_live_0123456789',
  })
  expect(screen.queryByRole('button', { name: 'Save as secret' })).toBeNull()
  fireEvent.change(value, { target: { value: 'Bearer {{api', selectionStart: 12 } })
  fireEvent.keyDown(value, { key: 'Enter' })
  expect(value.value).toBe('Bearer {{secrets.x_api_key}}')
})
test('a hostile file is rejected before it is sent, and an exported one can be imported', () => {
  const fields = { name: 'A', description: '', flow: newFlow(['en']) }
  expect(fromFile(toFile(fields))).toEqual({ fields })
  expect(fromFile('{')).toEqual({ problem: 'not_json' })
  expect(fromFile('[]')).toEqual({ problem: 'not_a_scenario' })
  expect(fromFile('{"__proto__":{"format":"ozvi-scenario","flow":{}}}')).toEqual({
    problem: 'not_a_scenario',
  })
  expect(fromFile('['.repeat(200_000))).toEqual({ problem: 'not_json' })
  expect(fromFile(' '.repeat(2 * 1024 * 1024))).toEqual({ problem: 'too_large' })
  expect(({} as { format?: string }).format).toBeUndefined()
})
test('an exported audience with groups needs an importer that knows groups, and newer files are rejected', () => {
  const fileOf = (groups?: Flow['audience']['groups']) => {
    const flow: Flow = { ...newFlow(['en']), audience: { match: 'all', conditions: [], groups } }
    return JSON.parse(toFile({ name: 'A', description: '', flow })) as { format_version: number }
  }
  const [flat, grouped] = [fileOf(), fileOf([{ id: 'a', match: 'any', conditions: [] }])]
  expect([flat.format_version, grouped.format_version]).toEqual([1, 2])
  for (const file of [flat, grouped])
    expect(fromFile(JSON.stringify(file))).toMatchObject({ fields: { name: 'A' } })
  expect(fromFile(JSON.stringify({ ...grouped, format_version: 3 }))).toEqual({ problem: 'too_new' })
})
test('a form gets a field that depends on a choice', async () => {
  const server = scenariosServer()
  const flow: Flow = { ...newFlow(['en']), start_step_id: 'form', steps: [newStep('form', 'form')] }
  server.answers[`GET ${base}/${second.id}`] = () => ({ ...draft, flow })
  editor(second.id)
  fireEvent.click(await screen.findByRole('button', { name: /^1\.\s*Form/ }))
  const field = (number: number) => within(screen.getByRole('region', { name: `Field ${number}` }))
  const fill = (number: number, label: string, value: string) =>
    fireEvent.change(field(number).getByLabelText(label), { target: { value } })
  await screen.findByRole('region', { name: 'Field 1' })
  fill(1, 'Label', 'Topic')
  fill(1, 'Type', 'choice')
  fireEvent.click(field(1).getByRole('button', { name: 'Add choice' }))
  fill(1, 'Choice 1', 'Order')
  // No field comes before it.
  expect(field(1).queryByLabelText('Shown')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add field' }))
  const option = field(2).getByRole<HTMLOptionElement>('option', { name: 'If Topic is Order' })
  fill(2, 'Shown', option.value)
  const saved = () => server.calls(`PUT ${base}/${second.id}`).at(-1)?.body
  const topic = { kind: 'choice', text: { en: 'Topic' }, choices: [{ text: { en: 'Order' } }] }
  const [field_id, value] = option.value.split(' ')
  await waitFor(
    () =>
      expect(saved()).toMatchObject({
        flow: { steps: [{ fields: [topic, { shown_if: { field_id, value } }] }] },
      }),
    { timeout: 3000 },
  )
})
test('groups are added to the audience and removed, and a problem in one names its place and leads to it', async () => {
  const server = scenariosServer()
  editor(second.id)
  const saved = () => server.calls(`PUT ${base}/${second.id}`).at(-1)?.body as { flow: Flow } | undefined
  const isSaved = (audience: object) =>
    waitFor(() => expect(saved()?.flow.audience).toEqual(audience), { timeout: 3000 })
  const openStart = async () =>
    fireEvent.click((await screen.findAllByRole('button', { name: /^Start/ }))[0] as HTMLElement)
  await openStart()
  const section = within(await screen.findByRole('region', { name: 'Audience' }))
  const group = (number: number) => within(section.getByRole('region', { name: `Group ${number}` }))
  const add = section.getByRole('button', { name: 'Add group' })
  fireEvent.click(add)
  // With one group, there is nothing to join.
  expect(section.queryByRole('option', { name: 'Any condition or group' })).toBeNull()
  fireEvent.click(add)
  fireEvent.change(section.getAllByLabelText('Match')[0] as HTMLElement, { target: { value: 'any' } })
  expect(section.getByText('or')).toBeTruthy()
  fireEvent.click(group(2).getByRole('button', { name: 'Add condition' }))
  fireEvent.change(group(2).getByLabelText('Condition 2: subject'), { target: { value: 'page' } })
  const hasEmail = { subject: 'contact', name: 'email', operator: 'is_set', value: '' }
  const onPage = { subject: 'page', name: '', operator: 'contains', value: '' }
  const id = expect.any(String) as string
  await isSaved({
    match: 'any',
    conditions: [],
    groups: [
      { id, match: 'any', conditions: [hasEmail] },
      { id, match: 'any', conditions: [hasEmail, onPage] },
    ],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: /problems?$/ }))
  const problem = await screen.findByText('Something isn’t filled in. (Audience, group 2, condition 2)')
  fireEvent.click(problem)
  const audience = within(await screen.findByRole('region', { name: 'Audience' }))
  const opened = audience.getByRole('region', { name: 'Group 2' })
  expect(document.activeElement).toBe(within(opened).getByLabelText('Condition 2: subject'))
  for (const number of [2, 1])
    fireEvent.click(within(opened).getByRole('button', { name: `Remove condition ${number}` }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: /problems?$/ }))
  fireEvent.click(await screen.findByText('Something isn’t filled in. (Audience, group 2)'))
  expect(document.activeElement).toBe(await screen.findByRole('region', { name: 'Group 2' }))
  const remove = async (number: number) =>
    fireEvent.click(await screen.findByRole('button', { name: `Remove group ${number}` }))
  await remove(2)
  expect(document.activeElement?.textContent).toBe('Add group')
  await remove(1)
  await isSaved({ match: 'any', conditions: [] })
})
test('“Add group” keeps the focus at the limit of groups and says why it does nothing', async () => {
  scenariosServer()
  editor(second.id)
  fireEvent.click((await screen.findAllByRole('button', { name: /^Start/ }))[0] as HTMLElement)
  const section = within(await screen.findByRole('region', { name: 'Audience' }))
  const add = () => section.getByRole('button', { name: 'Add group' })
  const groups = () => section.queryAllByRole('region', { name: /^Group/ })
  const limit = 'An audience can have up to 10 groups.'
  add().focus()
  for (let count = 0; count < audienceGroupsMax; count++) {
    expect(section.queryByText(limit)).toBeNull()
    fireEvent.click(add())
  }
  expect(document.activeElement).toBe(add())
  expect(add().getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(add().getAttribute('aria-describedby') ?? '')?.textContent).toBe(limit)
  fireEvent.click(add())
  expect(groups()).toHaveLength(audienceGroupsMax)
  const remove = section.getByRole('button', { name: 'Remove group 10' })
  remove.focus()
  fireEvent.click(remove)
  expect(document.activeElement).toBe(add())
  expect(add().getAttribute('aria-disabled')).toBeNull()
  expect(section.queryByText(limit)).toBeNull()
})
const isOpen = { subject: 'hours' as const, name: '', operator: 'is' as const, value: 'open' }
const audienceGroup = (id: string) => ({ id, match: 'all' as const, conditions: [isOpen] })
/** The changes of an audience that are listed before publishing. */
async function audienceChanges(before: Flow['audience'], after: Flow['audience']) {
  const server = scenariosServer()
  const published = scenarioOf(3, { has_unpublished_changes: true })
  const flowWith = (audience: Flow['audience']): Flow => ({
    ...newFlow(['en']),
    audience,
    start_step_id: 'end',
    steps: [newStep('end', 'end')],
  })
  server.answers[`GET ${base}`] = () => [published]
  server.answers[`GET ${base}/${published.id}`] = () => ({ ...published, flow: flowWith(after) })
  server.answers[`GET ${base}/${published.id}/version/2`] = () => ({
    version: 2,
    note: '',
    published_by: null,
    published_at: published.published_at,
    rolled_back_to: null,
    flow: flowWith(before),
  })
  editor(published.id)
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() =>
    expect(
      dialog.queryByRole('region', { name: 'Changes' }) ?? dialog.queryByText(/^No changes/),
    ).toBeTruthy(),
  )
  return dialog.queryAllByRole('listitem').map(({ textContent }) => textContent)
}
test('before publishing, the changes name the groups of the audience', async () => {
  const before: Flow['audience'] = {
    match: 'all',
    conditions: [],
    groups: [audienceGroup('a'), audienceGroup('b')],
  }
  const after: Flow['audience'] = {
    match: 'any',
    conditions: [isOpen],
    groups: [{ ...audienceGroup('b'), match: 'any', conditions: [isOpen, isOpen] }, audienceGroup('c')],
  }
  expect(await audienceChanges(before, after)).toEqual([
    'Changed how the conditions and groups of the audience are combinedAll conditions and groups → Any condition or group',
    'Changed the conditions of the audience',
    'Removed group 1 from the audience',
    'Changed group 1 of the audience',
    'Added group 2 to the audience',
  ])
})
test('before publishing, the changes of an audience without groups mention only conditions', async () => {
  const conditions = [isOpen, isOpen]
  expect(await audienceChanges({ match: 'all', conditions }, { match: 'any', conditions })).toEqual([
    'Changed how the conditions of the audience are combinedAll conditions → Any condition',
  ])
})
test('before publishing, a match that joins nothing is no change', async () => {
  const conditions = [isOpen]
  expect(await audienceChanges({ match: 'all', conditions }, { match: 'any', conditions })).toEqual([])
})
