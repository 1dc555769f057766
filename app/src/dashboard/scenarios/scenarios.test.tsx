// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Flow } from '@ozvi/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import {
  base,
  draft,
  first,
  scenariosServer,
  second,
  showScenario,
  showScenarios,
  stubBrowser,
  workspace,
} from '../../../test/show-scenarios.tsx'
import { errorReply } from '../../../test/transport.ts'
import { newFlow, newStep } from './editor/new-step.ts'
import { fromFile, toFile } from './list/scenario-file.ts'

stubBrowser()

test('scenarios are listed in order with their statistics; they can be moved, deleted and restored', async () => {
  const server = scenariosServer()
  server.answers[`POST ${base}-order`] = () => [second, first]
  server.answers[`DELETE ${base}/${second.id}`] = () => null
  showScenarios()
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
test('an empty list offers what starts a scenario, and secrets stay at the top', async () => {
  scenariosServer([])
  showScenarios()
  const list = within((await screen.findByText('No scenarios yet')).parentElement!)
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Import',
    'New scenario',
  ])
  expect(screen.getByRole('button', { name: 'Secrets' })).toBeTruthy()
})
test('an agent sees scenarios and can’t change them', async () => {
  scenariosServer()
  showScenarios('agent')
  expect(await screen.findByText('Scenario 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New scenario' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull()
})
test('404 an unknown scenario shows an error with a link to the list', async () => {
  scenariosServer()
  showScenario('01980000-0000-7000-8000-000000000777')
  expect(await screen.findByRole('heading', { name: 'Scenario not found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to scenarios' }).getAttribute('href')).toBe(
    `/en/app/i/${greenBean.id}/scenario`,
  )
})
test('a step is added, its missing texts are listed, and the draft is saved while typing', async () => {
  const server = scenariosServer()
  showScenario(second.id)
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Add step' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Message' }))
  fireEvent.click(await screen.findByRole('button', { name: /^1\.\s*Message/ }))
  const text = await screen.findByRole('textbox', { name: 'Text (English)' })
  fireEvent.change(text, { target: { value: 'Welcome' } })
  await waitFor(() =>
    expect(server.calls(`PUT ${base}/${second.id}`).at(-1)?.body).toMatchObject({
      flow: { steps: [{ kind: 'message', text: { en: 'Welcome' } }] },
    }),
  )
  expect(await screen.findByText('Saved')).toBeTruthy()
  const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  close()
  fireEvent.click(await screen.findByRole('button', { name: /problems?$/ }))
  const blocking = await screen.findByRole('list', { name: 'Fix before publishing' })
  expect(within(blocking).getByText('A text is missing. (sk)')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Recommended' })).toBeNull()
  close()
  // The dialog that can’t publish yet leads there too.
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true)
  fireEvent.click(dialog.getByRole('button', { name: 'View problems' }))
  expect(await screen.findByRole('list', { name: 'Fix before publishing' })).toBeTruthy()
  close()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(within(screen.getByRole('list', { name: 'Steps' })).queryByText('Welcome')).toBeNull()
})
test('steps are copied and pasted by key, and the pasted one is scrolled into view', async () => {
  scenariosServer()
  showScenario(second.id)
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Add step' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Message' }))
  fireEvent.click(await screen.findByRole('button', { name: /^1\.\s*Message/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  const scrolled: (string | undefined)[] = []
  Element.prototype.scrollIntoView = function (this: HTMLElement) {
    scrolled.push(this.dataset['step'])
  }
  fireEvent.keyDown(document.body, { key: 'c', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'v', ctrlKey: true })
  const pasted = await screen.findByRole('button', { name: /^2\.\s*Message/ })
  await waitFor(() => expect(scrolled.at(-1)).toBe(pasted.dataset['step']))
})
test('422 a draft that the server rejects stays in the editor and can be saved again', async () => {
  const server = scenariosServer()
  const answer = server.answers[`PUT ${base}/${second.id}`]
  server.answers[`PUT ${base}/${second.id}`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { name: ['Enter a name.'] })
  showScenario(second.id)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.change(name, { target: { value: '' } })
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  server.answers[`PUT ${base}/${second.id}`] = answer!
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByText('Saved')).toBeTruthy()
})

test('422 a draft that a teammate changed shows a conflict, and either version can be kept or restored', async () => {
  const server = scenariosServer()
  const answer = server.answers[`PUT ${base}/${second.id}`]
  server.answers[`PUT ${base}/${second.id}`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
      base_version: ['Someone changed it.'],
    })
  showScenario(second.id)
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  server.answers[`GET ${base}/${second.id}`] = () => ({ ...draft, name: 'Theirs', draft_version: 5 })
  fireEvent.change(name, { target: { value: 'Mine' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Load theirs' }))
  expect(name.value).toBe('Theirs')
  expect(screen.queryByRole('button', { name: 'Load theirs' })).toBeNull()
  server.answers[`PUT ${base}/${second.id}`] = answer!
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(name.value).toBe('Mine')
  await waitFor(() =>
    expect(server.calls(`PUT ${base}/${second.id}`).at(-1)?.body).toMatchObject({
      name: 'Mine',
      base_version: 5,
    }),
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
  showScenario(second.id)
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
test('a request to an address inside the network is a problem of its step until the address is changed', async () => {
  const inner = 'http://169.254.169.254'
  const call = {
    ...newStep('http_request'),
    id: 'call',
    url: 'https://shop.example',
  } as Flow['steps'][number]
  const flow: Flow = { ...newFlow(['en']), start_step_id: 'call', steps: [call] }
  const server = scenariosServer()
  server.answers[`GET ${base}/${second.id}`] = () => ({ ...draft, flow })
  server.answers[`PUT ${base}/${second.id}`] = (fields) => ({
    ...draft,
    ...(fields as object),
    blocked_urls: JSON.stringify(fields).includes(inner) ? [inner] : [],
  })
  showScenario(second.id)
  fireEvent.click(await screen.findByRole('button', { name: /^1\.\s*HTTP request/ }))
  const url = await screen.findByRole('textbox', { name: 'URL' })
  const blocked = 'Requests can’t be sent to addresses inside the network or to unusual ports.'
  fireEvent.change(url, { target: { value: inner } })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: /problems?$/ }))
  const problem = await screen.findByText(blocked)
  fireEvent.click(problem.closest('button')!)
  fireEvent.change(await screen.findByRole('textbox', { name: 'URL' }), {
    target: { value: 'https://shop.example' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: /problems?$/ }))
  expect(await screen.findByRole('list', { name: 'Fix before publishing' })).toBeTruthy()
  expect(screen.queryByText(blocked)).toBeNull()
})
test('422 a file with many errors lists the first ones by their place in the file', async () => {
  const server = scenariosServer([])
  const places = Array.from({ length: 12 }, (_, index) => `flow.steps.${index}.text`)
  const errors = Object.fromEntries(places.map((place) => [place, ['This field is required.']]))
  const id = '01980000-0000-7000-8000-000000000073'
  server.answers[`PUT ${base}/${id}`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', errors)
  showScenarios()
  fireEvent.click((await screen.findAllByRole('button', { name: 'Import' }))[0]!)
  const input = (await screen.findByRole('dialog')).querySelector('input[type=file]')!
  const file = new File([toFile({ name: 'Import', description: '', flow: newFlow(['en']) })], 'scenario.json')
  const randomId = vi.spyOn(crypto, 'randomUUID').mockReturnValue(id)
  onTestFinished(() => randomId.mockRestore())
  fireEvent.change(input, { target: { files: [file] } })
  const problem = within((await screen.findByText('The scenario in the file isn’t valid.')).parentElement!)
  expect(problem.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...places.slice(0, 10).map((place) => `${place}: This field is required.`),
    '2 more problems',
  ])
})
test('a hostile file is rejected before it is sent, and an exported one can be imported', () => {
  const fields = { name: 'A', description: '', flow: newFlow(['en']) }
  expect(fromFile(toFile(fields))).toEqual({ fields })
  expect(fromFile('{')).toEqual({ problem: 'not_json' })
  expect(fromFile('[]')).toEqual({ problem: 'not_a_scenario' })
  expect(fromFile('{"__proto__":{"format":"ozvi-scenario","flow":{}}}')).toEqual({
    problem: 'not_a_scenario',
  })
  const withPrototype = toFile(fields).replace('"trigger"', '"__proto__": { "locales": [] }, "trigger"')
  expect(fromFile(withPrototype)).toEqual({ fields })
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
  for (const format_version of [undefined, '3', null])
    expect(fromFile(JSON.stringify({ ...grouped, format_version }))).toEqual({ problem: 'not_a_scenario' })
})
test('a form gets a field that depends on a choice', async () => {
  const server = scenariosServer()
  const flow: Flow = { ...newFlow(['en']), start_step_id: 'form', steps: [newStep('form', 'form')] }
  server.answers[`GET ${base}/${second.id}`] = () => ({ ...draft, flow })
  showScenario(second.id)
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
  await waitFor(() =>
    expect(saved()).toMatchObject({
      flow: { steps: [{ fields: [topic, { shown_if: { field_id, value } }] }] },
    }),
  )
})
