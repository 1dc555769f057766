import { expect, test } from 'vitest'
import { findProblems } from '../checks.ts'
import type { RunInput } from '../engine.ts'
import { formText, readForm } from '../forms.ts'
import { replayConversation } from '../replay.ts'
import { context, createFlow, done, ids, run, say, type StepDraft } from '../test/flows.ts'

const choices = [
  { id: 'order', text: { en: 'My order', sk: 'Objednávka' } },
  { id: 'other', text: { en: 'Something else', sk: 'Iné' } },
]
const formStep: StepDraft = {
  id: 'form',
  kind: 'form',
  text: { en: 'About you', sk: 'O vás' },
  fields: [
    { id: 'email', kind: 'email', text: { en: 'Email', sk: 'E-mail' }, save_as: { contact_field: 'email' } },
    {
      id: 'topic',
      kind: 'choice',
      text: { en: 'Topic', sk: 'Téma' },
      choices,
      save_as: { variable: 'topic' },
    },
    {
      id: 'number',
      kind: 'number',
      text: { en: 'Order number', sk: 'Číslo objednávky' },
      shown_if: { field_id: 'topic', value: 'order' },
      save_as: { variable: 'number' },
    },
    { id: 'phone', kind: 'phone', text: { en: 'Phone', sk: 'Telefón' }, is_required: false },
    {
      id: 'news',
      kind: 'consent',
      text: { en: 'Send me news', sk: 'Posielajte mi novinky' },
      is_required: false,
      save_as: { variable: 'news' },
    },
  ],
  next: 'done',
}
const more = {
  variables: [
    { name: 'topic', type: 'text' as const },
    { name: 'number', type: 'number' as const },
    { name: 'news', type: 'text' as const },
  ],
}
const flow = createFlow([formStep, done], more)
const fill = (values: Record<string, string | boolean>): RunInput => ({
  kind: 'form',
  step_id: 'form',
  values,
})
const valid = { email: 'eva@example.com', topic: 'order', number: '42', news: true }

test('a form asks for several fields at once, and its answers are saved', () => {
  const asked = run(flow, [], { locale: 'sk' })
  expect(asked.last).toMatchObject([
    {
      kind: 'send',
      text: 'O vás',
      form: [
        { id: 'email', kind: 'email', text: 'E-mail', is_required: true },
        { choices: [{ id: 'order', text: 'Objednávka' }, {}] },
        { shown_if: { field_id: 'topic', value: 'order' } },
        { is_required: false },
        { kind: 'consent' },
      ],
    },
  ])
  expect(asked.state).toMatchObject({ status: 'waiting', awaiting: 'form' })
  const { state, last } = run(flow, [fill(valid)])
  expect(state).toMatchObject({
    status: 'completed',
    variables: { topic: 'My order', number: 42, news: 'yes' },
  })
  expect(last).toEqual([{ kind: 'set_contact_field', name: 'email', value: 'eva@example.com' }])
})

test('a field whose condition doesn’t hold is neither required nor saved', () => {
  const { state } = run(flow, [fill({ ...valid, topic: 'other', number: '42', news: false })])
  expect(state).toMatchObject({ status: 'completed', variables: { topic: 'Something else', news: 'no' } })
  expect(state.variables).not.toHaveProperty('number')
})

test.each([
  { ...valid, email: 'eva' },
  { ...valid, number: 'many' },
  { ...valid, topic: 'gone' },
  { ...valid, topic: 'constructor' },
  { ...valid, phone: '12' },
  { ...valid, email: true },
  JSON.parse('{"__proto__":{"email":"a@b.cz"}}') as Record<string, string>,
  {},
])('values that aren’t valid show the form again: %j', (values) => {
  const { state, last } = run(flow, [fill(values)])
  expect(state).toMatchObject({ status: 'waiting', awaiting: 'form', variables: {} })
  expect(last).toMatchObject([{ kind: 'send', form: expect.any(Array) as unknown }])
})

test('the assistant answers any other text, and then the form is shown again', () => {
  expect(run(flow, [say('Why do you ask?')]).last).toMatchObject([{ kind: 'ask_assistant', step_id: 'form' }])
  const answered = run(flow, [say('Why?'), { kind: 'assistant_result', outcome: 'answered' }])
  expect(answered.last).toMatchObject([{ kind: 'send', step_id: 'form' }])
  expect(answered.state.awaiting).toBe('form')
  expect(run(flow, [say('A person', { wants_person: true })]).state.status).toBe('handed_over')
  // The values of another form.
  expect(run(flow, [{ kind: 'form', step_id: 'old', values: valid }]).last).toEqual([])
})

test('a form without fields, options or a condition that can hold can’t be published', () => {
  const none = new Set<string>()
  const known = {
    tag_ids: none,
    team_ids: none,
    member_ids: none,
    scenario_ids: none,
    image_ids: none,
    contact_field_ids: none,
    conversation_field_ids: none,
    secrets: new Map<string, string>(),
    blocked_urls: new Set<string>(),
    has_content: true,
    hubspot: { is_connected: false, has_ticket_access: false, properties: new Set<string>() },
  }
  const problems = (fields: object[]) =>
    findProblems(createFlow([{ ...formStep, fields } as StepDraft, done]), known).map(
      ({ code, path }) => `${code} ${path}`,
    )
  expect(problems([])).toEqual(['step_empty fields'])
  const text = { en: 'A', sk: 'A' }
  expect(
    problems([
      { id: 'a', kind: 'choice', text },
      { id: 'b', text, shown_if: { field_id: 'c', value: 'yes' } },
      { id: 'c', kind: 'consent', text: { en: 'C' }, save_as: { variable: 'gone', contact_field: 'gone' } },
    ]),
  ).toEqual([
    'step_empty fields.0.choices',
    'step_empty fields.1.shown_if',
    'text_missing fields.2.text.sk',
    'variable_unknown fields.2.save_as.variable',
    'field_unknown fields.2.save_as.contact_field',
  ])
})

test('a replay fills in the form with the customer’s past answers', () => {
  const at = context.now
  const entry = { author: 'contact' as const, kind: 'text', at, reason: null }
  const past = {
    ...context,
    id: ids.tag,
    number: 1,
    run: null,
    entries: [
      { ...entry, seq: 1, text: 'Hello' },
      { ...entry, seq: 2, text: 'Email: eva@example.com', form_values: valid },
    ],
  }
  const rules = {
    scenario_id: ids.scenario,
    now: at,
    isOpen: () => true,
    dayOf: (time: string) => time.slice(0, 10),
    wantsPerson: () => false,
  }
  const started = { ...flow, trigger: { kind: 'conversation_started' as const, page: '' } }
  expect(replayConversation(started, past, rules)).toMatchObject({
    status: 'completed',
    path: ['form', 'done'],
  })
  const [first, second] = past.entries
  const other = {
    ...past,
    entries: [first, { ...second, form_values: { name: 'Eva' } }] as typeof past.entries,
  }
  expect(replayConversation(started, other, rules)).toMatchObject({ status: 'waiting' })
})

test('the answers are one per line, and read well after a question or a sentence', () => {
  const field = { kind: 'text' as const, is_required: true, choices: [], shown_if: null }
  const fields = [
    { ...field, id: 'name', text: ' Your\nname ' },
    { ...field, id: 'topic', text: 'What is it about?' },
    { ...field, id: 'consent', kind: 'consent' as const, text: 'I agree.' },
  ]
  const { answers } = readForm(fields, { name: 'Eva', topic: 'Delivery', consent: true }, 'sk')
  expect(formText(answers)).toBe('Your name: Eva\nWhat is it about? Delivery\nI agree. Áno')
})
