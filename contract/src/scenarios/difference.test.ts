import { expect, test } from 'vitest'
import { flowChanges } from './difference.ts'
import { createFlow, type StepDraft } from './test/flows.ts'

const menu = (more: object = {}, buttons: object[] = []): StepDraft => ({
  id: 'menu',
  kind: 'buttons',
  text: { en: 'What about?' },
  buttons: [
    { id: 'a', text: { en: 'Delivery' }, next: 'done' },
    { id: 'b', text: { en: 'Returns' }, next: 'done' },
    ...(buttons as []),
  ],
  ...more,
})
const done: StepDraft = { id: 'done', kind: 'end' }

test('the same flow has no changes, also when its steps were moved on the canvas', () => {
  expect(
    flowChanges(createFlow([menu(), done]), createFlow([menu({ position: { x: 9, y: 9 } }), done])),
  ).toEqual([])
})
test('added, removed and changed steps are listed with the fields that changed', () => {
  const before = createFlow([menu(), done, { id: 'old', title: 'Old', kind: 'end' }])
  const after = createFlow([
    menu({ text: { en: 'How can we help?', sk: 'S čím pomôžeme?' } }, [{ id: 'c', text: {}, next: null }]),
    { id: 'done', kind: 'end', resolve: true },
    { id: 'new', kind: 'hand_over' },
  ])
  expect(flowChanges(before, after)).toEqual([
    { kind: 'step_removed', step_id: 'old', step_kind: 'end', title: 'Old' },
    {
      kind: 'step_changed',
      step_id: 'menu',
      step_kind: 'buttons',
      title: '',
      fields: [
        { path: 'text.en', before: 'What about?', after: 'How can we help?' },
        { path: 'text.sk', before: undefined, after: 'S čím pomôžeme?' },
        { path: 'buttons.c', before: undefined, after: { id: 'c', text: {}, next: null } },
      ],
    },
    {
      kind: 'step_changed',
      step_id: 'done',
      step_kind: 'end',
      title: '',
      fields: [{ path: 'resolve', before: false, after: true }],
    },
    { kind: 'step_added', step_id: 'new', step_kind: 'hand_over', title: '' },
  ])
})
test('a button that moved is a change of order alone', () => {
  const before = createFlow([menu(), done])
  const [step] = before.steps
  if (step?.kind !== 'buttons') throw new Error('The first step has buttons')
  const after = {
    ...before,
    steps: [{ ...step, buttons: step.buttons.toReversed() }, ...before.steps.slice(1)],
  }
  expect(flowChanges(before, after)).toMatchObject([
    { kind: 'step_changed', fields: [{ path: 'buttons', before: ['a', 'b'], after: ['b', 'a'] }] },
  ])
})
test('changes of the trigger, audience, languages, variables and start are listed', () => {
  const before = createFlow([menu(), done], { variables: [{ name: 'a', type: 'text' }] })
  const after = createFlow([menu(), done], {
    trigger: { kind: 'conversation_started', page: '/shop' },
    audience: { match: 'any', conditions: [{ subject: 'hours', operator: 'is', value: 'open' }] },
    locales: ['sk'],
    variables: [
      { name: 'a', type: 'number' },
      { name: 'b', type: 'text' },
    ],
    start_step_id: 'done',
  })
  expect(flowChanges(before, after).map(({ kind }) => kind)).toEqual([
    'trigger',
    'audience',
    'locales',
    'variable_changed',
    'variable_added',
    'start_step',
  ])
  expect(flowChanges(after, before)).toContainEqual({
    kind: 'variable_removed',
    variable: { name: 'b', type: 'text' },
  })
})

test('added, changed and removed groups of the audience are listed by their ids', () => {
  const isOpen = { subject: 'hours', name: '', operator: 'is', value: 'open' } as const
  const group = (id: string, more: object = {}) => ({ id, conditions: [isOpen], ...more })
  const fieldsOf = (before: object, after: object) =>
    flowChanges(createFlow([done], { audience: before }), createFlow([done], { audience: after })).flatMap(
      (change) => (change.kind === 'audience' ? change.fields : []),
    )
  expect(fieldsOf({}, { groups: [group('a')] })).toEqual([
    { path: 'groups.a', before: undefined, after: { id: 'a', match: 'all', conditions: [isOpen] } },
  ])
  expect(
    fieldsOf({ groups: [group('a'), group('b')] }, { groups: [group('b', { match: 'any' })] }),
  ).toMatchObject([
    { path: 'groups.a', after: undefined },
    { path: 'groups.b.match', before: 'all', after: 'any' },
  ])
  expect(fieldsOf({ groups: [group('a'), group('b')] }, { groups: [group('b'), group('a')] })).toEqual([])
  expect(fieldsOf({}, { groups: [] })).toEqual([])
})
