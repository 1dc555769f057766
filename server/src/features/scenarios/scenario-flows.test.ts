import {
  audienceGroupsMax,
  flowConditionsMax,
  flowStepsMax,
  getScenarioVersion,
  listScenarios,
  saveScenario,
} from '@ozvi/contract'
import { scenarioTemplates } from '@ozvi/contract/scenario-templates'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { type Draft, greeting, hasTag, newGroup, scenarioServer } from './test/scenario-server.ts'

const { server, shop } = await scenarioServer()
const some = [expect.any(String)]

test('the schema of exports is published and accepts every template, and hostile files are rejected with their field', async () => {
  const { browser, key } = await shop()
  const reply = await server.browser().request('GET', '/api/scenario-file.schema.json')
  expect(reply.statusCode).toBe(200)
  // Compiled as any program that reads the file would.
  const isFile = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(reply.body) as object,
  )
  for (const { name, description, flow } of scenarioTemplates) {
    const file = {
      format: 'ozvi-scenario',
      format_version: 1,
      name: name.en,
      description: description.en,
      flow: flow.en,
    }
    expect([isFile(file), isFile.errors]).toEqual([true, null])
  }
  const flow = greeting('Hello')
  const [hello] = flow.steps ?? []
  const withGroup = { ...flow, audience: { groups: [newGroup('a', [])] } }
  const accepts = (format_version: number) =>
    isFile({ format: 'ozvi-scenario', format_version, name: 'x', flow: withGroup })
  expect([1, 2, 3].map(accepts)).toEqual([true, true, false])
  const isOpen = { subject: 'hours', operator: 'is', value: 'open' }
  const groups = (count: number, conditions = 1) =>
    Array.from({ length: count }, (_, index) => ({
      id: `g${index}`,
      conditions: Array.from({ length: conditions }, () => isOpen),
    }))
  const hostile: [object, string][] = [
    [{ ...flow, steps: [hello, hello] }, 'flow.steps'],
    [{ ...flow, steps: [{ ...hello, id: '__proto__' }] }, 'flow.steps.0.id'],
    [{ ...flow, steps: [{ ...hello, text: { en: 'x'.repeat(2_001) } }] }, 'flow.steps.0.text.en'],
    [{ ...flow, steps: [{ ...hello, position: { x: 1e300, y: 0 } }] }, 'flow.steps.0.position.x'],
    [
      {
        ...flow,
        steps: Array.from({ length: flowStepsMax + 1 }, (_, index) => ({ ...hello, id: `s${index}` })),
      },
      'flow.steps',
    ],
    [{ ...flow, trigger: { kind: 'constructor' } }, 'flow.trigger.kind'],
    [{ ...flow, variables: [{ name: '__proto__', type: 'text' }] }, 'flow.variables.0.name'],
    [{ ...flow, locales: [] }, 'flow.locales'],
    [{ ...flow, audience: { groups: groups(audienceGroupsMax + 1) } }, 'flow.audience.groups'],
    [
      { ...flow, audience: { groups: groups(1, flowConditionsMax + 1) } },
      'flow.audience.groups.0.conditions',
    ],
  ]
  for (const [wrong, path] of hostile) {
    const input = { ...key, scenario_id: crypto.randomUUID(), name: 'Hostile', flow: wrong as Draft }
    await expect(browser.call(saveScenario, input)).rejects.toMatchObject({ errors: { [path]: some } })
    expect(isFile({ format: 'ozvi-scenario', format_version: 1, name: 'x', flow: wrong })).toBe(
      // JSON Schema can't ask for unique ids.
      wrong === hostile[0]?.[0],
    )
  }
  expect(await browser.call(listScenarios, key)).toEqual([])
})

test('a draft with the most steps and long texts is saved, and 413 above 1 MB', async () => {
  const { browser, key } = await shop()
  const flow = greeting('Hello')
  const [hello] = flow.steps ?? []
  const withTexts = (text: string) => ({
    ...flow,
    steps: Array.from({ length: flowStepsMax }, (_, index) => ({
      ...hello,
      id: `s${index}`,
      text: { en: text },
    })),
  })
  const input = { ...key, scenario_id: crypto.randomUUID(), name: 'Long' }
  const long = withTexts('x'.repeat(2_000)) as Draft
  expect((await browser.call(saveScenario, { ...input, flow: long })).flow.steps).toHaveLength(flowStepsMax)
  const tooLong = withTexts('č'.repeat(2_000)) as Draft
  await expect(browser.call(saveScenario, { ...input, flow: tooLong })).rejects.toMatchObject({
    code: 'too_large',
  })
})

test('an audience without groups is stored and returned as it was saved, and groups can be added to it', async () => {
  const { browser, key, save, publish, get } = await shop()
  const flat = { match: 'any', conditions: [{ ...hasTag(''), name: 'priority', value: 'high' }] } as const
  const of = (audience: object): Draft => ({ ...greeting('Hello'), audience })
  const draft = await save('Shop', of(flat))
  expect(draft.flow.audience).toEqual(flat)
  await publish(draft)
  const group = newGroup('page', [{ subject: 'page', operator: 'contains', value: '/cart' }])
  await save('Shop', of({ ...flat, groups: [group] }), draft.id)
  expect((await get(draft)).flow.audience).toMatchObject({ ...flat, groups: [group] })
  await publish(draft)
  const version = (number: number) =>
    browser.call(getScenarioVersion, { ...key, scenario_id: draft.id, version: String(number) })
  expect((await version(1)).flow.audience).toEqual(flat)
  expect((await version(2)).flow.audience.groups).toHaveLength(1)
})
