// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { audienceGroupsMax, type CustomField, type Flow } from '@ozvi/contract'
import { expect, test } from 'vitest'
import {
  base,
  scenarioOf,
  scenariosServer,
  second,
  showScenario,
  stubBrowser,
  workspace,
} from '../../../test/show-scenarios.tsx'
import { greenBean } from '../../../test/fixtures.ts'
import { newFlow, newStep } from './editor/new-step.ts'

stubBrowser()

test('groups are added to the audience and removed, and a problem in one names its place and leads to it', async () => {
  const server = scenariosServer()
  showScenario(second.id)
  const saved = () => server.calls(`PUT ${base}/${second.id}`).at(-1)?.body as { flow: Flow } | undefined
  const isSaved = (audience: object) => waitFor(() => expect(saved()?.flow.audience).toEqual(audience))
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
  fireEvent.change(group(2).getByLabelText('Condition 2: field'), { target: { value: 'page' } })
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
  expect(document.activeElement).toBe(within(opened).getByLabelText('Condition 2: field'))
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
test('a condition on a custom field offers the values of its type', async () => {
  const server = scenariosServer()
  const fieldOf = (id: string, type: CustomField['type'], options: string[] = []): CustomField => {
    const name = `My ${type}`
    return { id, integration_id: greenBean.id, name, type, options, position: 0, version: 1 }
  }
  const fields = [
    fieldOf('plan', 'list', ['Basic', 'Premium']),
    fieldOf('vip', 'boolean'),
    fieldOf('since', 'date'),
  ]
  server.answers[`GET ${workspace}/contact-field`] = () => fields
  showScenario(second.id)
  fireEvent.click((await screen.findAllByRole('button', { name: /^Start/ }))[0] as HTMLElement)
  const section = within(await screen.findByRole('region', { name: 'Audience' }))
  fireEvent.click(section.getByRole('button', { name: 'Add condition' }))
  const set = (what: string, value: string) =>
    fireEvent.change(section.getByLabelText(`Condition 1: ${what}`), { target: { value } })
  const optionsOf = (what: string) =>
    within(section.getByLabelText(`Condition 1: ${what}`))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  await section.findByRole('option', { name: 'My list' })
  set('field', 'contact:plan')
  expect(optionsOf('value')).toEqual(['Select…', 'Basic', 'Premium'])
  expect(optionsOf('operator')).toEqual(['is', 'is not', 'is set', 'is not set'])
  set('field', 'contact:vip')
  expect(optionsOf('value')).toEqual(['Select…', 'Yes', 'No'])
  set('field', 'contact:since')
  expect(section.getByRole('option', { name: 'is before' })).toBeTruthy()
  await section.findByLabelText('Condition 1: value')
  set('value', '12/24/2026')
  const since = { subject: 'contact', name: 'since', operator: 'is', value: '2026-12-24' }
  await waitFor(() =>
    expect(server.calls(`PUT ${base}/${second.id}`).at(-1)?.body).toMatchObject({
      flow: { audience: { conditions: [since] } },
    }),
  )
})
test('a condition shows an operator, a field and a date that it wouldn’t offer', async () => {
  const server = scenariosServer()
  const flow = newFlow(['en'])
  const conditions = [
    { subject: 'contact' as const, name: 'email', operator: 'greater' as const, value: 'm' },
    { subject: 'contact' as const, name: 'gone', operator: 'is' as const, value: 'x' },
    { subject: 'date' as const, name: '', operator: 'is' as const, value: 'at Christmas' },
  ]
  server.answers[`GET ${base}/${second.id}`] = () => ({
    ...second,
    flow: { ...flow, audience: { match: 'all', conditions } },
  })
  showScenario(second.id)
  fireEvent.click((await screen.findAllByRole('button', { name: /^Start/ }))[0] as HTMLElement)
  const section = within(await screen.findByRole('region', { name: 'Audience' }))
  const shown = (what: string, number: number) => {
    const { selectedOptions } = section.getByLabelText<HTMLSelectElement>(`Condition ${number}: ${what}`)
    return selectedOptions[0]?.textContent
  }
  expect([shown('field', 1), shown('operator', 1)]).toEqual(['Email', 'is greater than'])
  expect([shown('field', 2), shown('operator', 2)]).toEqual(['Deleted', 'is'])
  expect(section.getByLabelText<HTMLInputElement>('Condition 3: value').value).toBe('at Christmas')
})
test('“Add group” keeps the focus at the limit of groups and says why it does nothing', async () => {
  scenariosServer()
  showScenario(second.id)
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
  showScenario(published.id)
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
