import { expect, test } from 'vitest'
import { advance, stepVisitsMax, turnStepsMax, type RunInput } from './engine.ts'
import {
  buttonsFlow,
  context,
  createFlow,
  done,
  emailFlow,
  httpFlow,
  run,
  say,
  sentTexts,
  waitEndsAt,
  waitFlow,
  type StepDraft,
} from './test/flows.ts'

test('messages are sent in the language of the customer, or the first language of the flow', () => {
  const flow = createFlow(
    [
      { id: 'hi', kind: 'message', text: { en: 'Hello', sk: 'Dobrý deň' }, next: 'en_only' },
      { id: 'en_only', kind: 'message', text: { en: 'English' }, next: 'done' },
      done,
    ],
    { locales: ['en', 'sk'] },
  )
  expect(sentTexts(run(flow, [], { locale: 'sk' }).effects)).toEqual(['Dobrý deň', 'English'])
  expect(sentTexts(run({ ...flow, locales: ['en'] }, [], { locale: 'sk' }).effects)).toEqual([
    'Hello',
    'English',
  ])
  expect(run(flow, []).state).toMatchObject({ status: 'completed', path: ['hi', 'en_only', 'done'] })
})

test('texts insert variables and contact fields, and customer input is never a placeholder', () => {
  const flow = createFlow(
    [
      {
        id: 'q',
        kind: 'question',
        text: { en: 'Hi {{contact.name|there}} {{contact.email|?}}' },
        save_as: { variable: 'city' },
        next: 'm',
      },
      { id: 'm', kind: 'message', text: { en: '{{ city }} {{unknown}} {{city' }, next: 'done' },
      done,
    ],
    { variables: [{ name: 'city', type: 'text' }] },
  )
  const { effects } = run(flow, [say('{{contact.name}}')])
  expect(sentTexts(effects)).toEqual(['Hi Eva ?', '{{contact.name}} {{unknown}} {{city'])
})

test('a customer who asks for a person is handed over at any step, even while the run is paused', () => {
  for (const flow of [buttonsFlow, emailFlow(), waitFlow, httpFlow])
    for (const before of [[], [{ kind: 'member_replied' as const }]])
      expect(run(flow, [...before, say('A human please', { wants_person: true })]).last.at(-1)).toEqual({
        kind: 'hand_over',
        reason: 'asked_for_human',
        text: '',
      })
  expect(
    advance(buttonsFlow, null, { kind: 'started', text: 'Human!', wants_person: true }, context).state.status,
  ).toBe('handed_over')
})

test('a teammate’s reply pauses the run until it is resumed', () => {
  const paused = run(emailFlow(), [{ kind: 'member_replied' }, say('eva@example.com')])
  expect(paused).toMatchObject({ state: { status: 'paused', variables: {} }, last: [] })
  const resumed = run(emailFlow(), [{ kind: 'member_replied' }, { kind: 'resumed' }])
  expect(sentTexts(resumed.last)).toEqual(['Your email?'])
  expect(resumed.state).toMatchObject({ status: 'waiting', visits: { q: 1 } })
})

test('a paused wait sets its timer again when it is resumed, or continues if its time has passed', () => {
  const { state, last } = run(waitFlow, [{ kind: 'member_replied' }])
  expect(last).toEqual([{ kind: 'cancel_timer' }])
  expect(advance(waitFlow, state, { kind: 'timer' }, { ...context, now: waitEndsAt }).effects).toEqual([])
  expect(advance(waitFlow, state, { kind: 'resumed' }, context).effects).toEqual([
    { kind: 'set_timer', at: waitEndsAt },
  ])
  const late = advance(waitFlow, state, { kind: 'resumed' }, { ...context, now: waitEndsAt })
  expect(sentTexts(late.effects)).toEqual(['Still there?'])
})

test('a response that arrives while the run is paused is kept for when it is resumed', () => {
  const inputs: RunInput[] = [
    say('7'),
    { kind: 'member_replied' },
    { kind: 'http_result', ok: true, status: 200, body: { items: [{ state: 'sent' }] } },
  ]
  expect(run(httpFlow, inputs)).toMatchObject({ last: [], state: { status: 'paused', step_id: 'm' } })
  expect(sentTexts(run(httpFlow, [...inputs, { kind: 'resumed' }]).last)).toEqual(['It is sent'])
})

test('an ended run stays ended', () => {
  const ended = run(waitFlow, [{ kind: 'ended' }])
  expect(ended).toMatchObject({ state: { status: 'ended' }, last: [{ kind: 'cancel_timer' }] })
  for (const input of [say('Hi'), { kind: 'resumed' }, { kind: 'timer' }, { kind: 'started' }] as const)
    expect(advance(waitFlow, ended.state, input, context)).toEqual({
      state: ended.state,
      effects: [],
      step_ids: [],
    })
})

test('a turn of too many steps fails and is handed over', () => {
  const steps = Array.from({ length: 60 }, (_, index): StepDraft => ({
    id: `s${index}`,
    kind: 'go_to',
    to: `s${index + 1}`,
  }))
  const { state, last } = run(createFlow(steps), [])
  expect(state).toMatchObject({ status: 'failed' })
  expect(state.path).toHaveLength(turnStepsMax)
  expect(last).toEqual([{ kind: 'hand_over', reason: 'error', text: '' }])
})

test('a step that is entered too often hands over', () => {
  const flow = createFlow([{ id: 'q', kind: 'question', text: { en: 'Again?' }, next: 'q' }])
  const { state, last } = run(
    flow,
    Array.from({ length: stepVisitsMax }, () => say('yes')),
  )
  expect(state).toMatchObject({ status: 'handed_over', visits: { q: stepVisitsMax } })
  expect(last).toEqual([{ kind: 'hand_over', reason: 'loop', text: '' }])
})
