import { expect, test } from 'vitest'
import { findProblems } from './checks.ts'
import { advance, isLiveRun, type RunInput } from './engine.ts'
import { Flow } from './flow.schema.ts'
import type { Step } from './flow.ts'
import { scenarioDescriptionCharsMax, scenarioNameCharsMax } from './scenarios.ts'
import { scenarioTemplates } from './templates.ts'
import { context } from './test/flows.ts'

const none = new Set<string>()
const nothing = {
  tag_ids: none,
  team_ids: none,
  member_ids: none,
  scenario_ids: none,
  image_ids: none,
  secrets: new Map(),
  blocked_urls: new Set<string>(),
  has_content: true,
  hubspot: { is_connected: false, has_ticket_access: false, properties: new Set<string>() },
  contact_field_ids: none,
  conversation_field_ids: none,
}
const inputFor = (step: Step | undefined, at: number): RunInput => {
  if (step?.kind === 'buttons')
    return { kind: 'button', step_id: step.id, button_id: step.buttons[at % step.buttons.length]?.id ?? '' }
  if (step?.kind === 'cards') {
    const ids = step.cards.flatMap(({ buttons }) => buttons.map(({ id }) => id))
    return { kind: 'button', step_id: step.id, button_id: ids[at % ids.length] ?? '' }
  }
  if (step?.kind === 'assistant')
    return { kind: 'assistant_result', outcome: at % 2 ? 'answered' : 'not_found' }
  if (step?.kind === 'form')
    return {
      kind: 'form',
      step_id: step.id,
      values: { name: 'Eva', email: 'eva@example.com', topic: 'order', order: '42', consent: true },
    }
  return { kind: 'message', text: 'eva@example.com' }
}

test.each(scenarioTemplates.map((template) => [template.key, template] as const))(
  'the template %s can be published in both languages of the chat',
  (_, { name, description, flow }) => {
    for (const locale of ['en', 'sk'] as const) {
      expect(Flow.parse(flow[locale])).toEqual(flow[locale])
      expect(findProblems(flow[locale], nothing)).toEqual([])
      expect(name[locale]?.length).toBeLessThanOrEqual(scenarioNameCharsMax)
      expect(description[locale]?.length).toBeLessThanOrEqual(scenarioDescriptionCharsMax)
    }
  },
)
test.each(scenarioTemplates.map(({ key, flow }) => [key, flow] as const))(
  'the template %s ends regardless of what the customer chooses, and gives the team complete texts',
  (_, flows) => {
    for (const flow of [flows.en, flows.sk])
      for (let choice = 0; choice < 24; choice++) {
        let { state, effects } = advance(flow, null, { kind: 'started' }, context)
        const all = [...effects]
        for (let turn = 0; turn < 30 && isLiveRun(state); turn++) {
          const step = flow.steps.find(({ id }) => id === state.step_id)
          ;({ state, effects } = advance(flow, state, inputFor(step, choice + turn), context))
          all.push(...effects)
        }
        const texts = all.flatMap((effect) =>
          effect.kind === 'hand_over' ? [effect.text] : effect.kind === 'note' ? [effect.body] : [],
        )
        // They have no gaps of variables that the customer wasn’t asked for.
        expect(texts.filter((text) => !/^\p{L}.*[^\s:]$/u.test(text) || /[(\s][,)]/.test(text))).toEqual([])
        expect(['completed', 'handed_over']).toContain(state.status)
      }
  },
)

test('the team reads notes and reasons of a template in the language it was created in', () => {
  const teamTexts = (locale: 'en' | 'sk') =>
    scenarioTemplates.flatMap(({ flow }) =>
      flow[locale].steps.flatMap((step) =>
        step.kind === 'note' ? [step.body] : step.kind === 'hand_over' ? [step.reason] : [],
      ),
    )
  const [en, sk] = [teamTexts('en'), teamTexts('sk')]
  expect(sk).toHaveLength(en.length)
  // Texts that are variables only are the same.
  expect(new Set(sk.filter((text) => en.includes(text)))).toEqual(
    new Set(['{{topic}} ({{order}})', '{{topic}} {{order}}']),
  )
  expect(sk).toContain('Chce, aby sme zavolali')
})
