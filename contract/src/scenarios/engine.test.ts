import { expect, test } from 'vitest'
import { advance, type RunInput, stepVisitsMax, turnStepsMax } from './engine.ts'
import { context, createFlow, ids, run, sentTexts, type StepDraft } from './test/flows.ts'

const say = (text: string, more: { wants_person?: boolean } = {}): RunInput => ({
  kind: 'message',
  text,
  ...more,
})
const done: StepDraft = { id: 'done', kind: 'end' }

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

test('texts insert variables and the contact, and what a customer wrote is never a placeholder', () => {
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

const buttonsFlow = createFlow([
  {
    id: 'menu',
    kind: 'buttons',
    text: { en: 'What about?' },
    buttons: [
      { id: 'a', text: { en: 'Delivery', sk: 'Doručenie' }, next: 'm' },
      { id: 'b', text: { en: 'Something else' }, next: 'done' },
    ],
  },
  { id: 'm', kind: 'message', text: { en: 'Two days' }, next: 'done' },
  done,
])
test('a button continues at its edge, also when the customer writes its text', () => {
  const press = run(buttonsFlow, [{ kind: 'button', step_id: 'menu', button_id: 'a' }])
  const write = run(buttonsFlow, [say(' dorucenie ')])
  expect(sentTexts(press.effects)).toEqual(['What about?', 'Two days'])
  expect(write.state).toEqual(press.state)
  // A button of an earlier step.
  expect(run(buttonsFlow, [{ kind: 'button', step_id: 'old', button_id: 'a' }]).last).toEqual([])
})
test('other text at buttons goes to the assistant, and then the buttons are shown again', () => {
  const asked = run(buttonsFlow, [say('Do you ship to Poland?')])
  expect(asked.last).toEqual([
    {
      kind: 'ask_assistant',
      step_id: 'menu',
      text: 'Do you ship to Poland?',
      key: `${context.run_id}:menu:1`,
    },
  ])
  const answered = run(buttonsFlow, [say('Hm?'), { kind: 'assistant_result', outcome: 'answered' }])
  expect(answered.last).toMatchObject([
    { kind: 'send', step_id: 'menu', buttons: [{ id: 'a' }, { id: 'b' }] },
  ])
  expect(answered.state).toMatchObject({ status: 'waiting', awaiting: 'button' })
  const result = { kind: 'assistant_result', outcome: 'wants_person' } as const
  expect(run(buttonsFlow, [say('Hm?'), result]).state.status).toBe('handed_over')
  // The result of an earlier question.
  expect(run(buttonsFlow, [say('Hm?'), { ...result, key: 'other' }]).state.awaiting).toBe('assistant')
})

const emailFlow = (more: object = {}) =>
  createFlow(
    [
      {
        id: 'q',
        kind: 'question',
        text: { en: 'Your email?' },
        answer: 'email',
        max_retries: 2,
        save_as: { variable: 'email', contact_field: 'email' },
        next: 'done',
        ...more,
      },
      done,
      { id: 'plan_b', kind: 'message', text: { en: 'Never mind' }, next: 'done' },
    ],
    { variables: [{ name: 'email', type: 'text' }] },
  )
test('a valid answer is saved as a variable and on the contact', () => {
  const { state, last } = run(emailFlow(), [say('It is eva@example.com.')])
  expect(state).toMatchObject({ status: 'completed', variables: { email: 'eva@example.com' } })
  expect(last).toEqual([{ kind: 'set_contact_field', name: 'email', value: 'eva@example.com' }])
})
test('a rating is a button or a number from 1 to 5, and only an attachment answers a question for a file', () => {
  const flow = createFlow(
    [
      {
        id: 'rate',
        kind: 'question',
        text: { en: 'How was it?' },
        answer: 'rating',
        save_as: { variable: 'score' },
        next: 'proof',
      },
      {
        id: 'proof',
        kind: 'question',
        text: { en: 'A photo?' },
        answer: 'file',
        save_as: { variable: 'photo' },
        next: 'done',
      },
      done,
    ],
    {
      variables: [
        { name: 'score', type: 'number' },
        { name: 'photo', type: 'text' },
      ],
    },
  )
  const { effects } = run(flow, [])
  expect(effects).toMatchObject([
    { kind: 'send', buttons: [{ id: '1' }, {}, {}, {}, { text: '5 – Very good' }] },
  ])
  const files: RunInput = { kind: 'message', text: '', files: ['a.png', 'b.png'] }
  const pressed = run(flow, [{ kind: 'button', step_id: 'rate', button_id: '4' }, say('Here'), files])
  expect(pressed.state).toMatchObject({
    status: 'completed',
    variables: { score: 4, photo: 'a.png, b.png' },
  })
  expect(sentTexts(pressed.effects).at(-1)).toContain('Attach a file')
  const written = ['9', '10', 'five', '5 – Very good'].map((text) => run(flow, [say(text)]).state.step_id)
  expect(written).toEqual(['rate', 'rate', 'rate', 'proof'])
})
test('an invalid answer is asked for again; after the last retry the fallback or the team continues', () => {
  const once = run(emailFlow(), [say('no')])
  expect(sentTexts(once.last)[0]).toContain('name@example.com')
  expect(once.state).toMatchObject({ awaiting: 'message', invalid_answers: 1 })
  expect(run(emailFlow(), [say('no'), say('no')]).last).toEqual([
    { kind: 'hand_over', reason: 'loop', text: '' },
  ])
  expect(sentTexts(run(emailFlow({ fallback: 'plan_b' }), [say('no'), say('no')]).last)).toEqual([
    'Never mind',
  ])
})
test.each([
  ['phone', '+421 (900) 123-456', '+421900123456'],
  ['phone', 'call me', null],
  ['number', '1 234,5', 1234.5],
  ['number', 'many', null],
  ['date', '22. 11. 2026', '2026-11-22'],
  ['date', '2026-11-22', '2026-11-22'],
  ['date', '31.2.2026', null],
  ['choice', 'VEĽKÝ', 'Large'],
  ['choice', 'tiny', null],
  ['text', '   ', null],
] as const)('an answer of the kind %s: %s', (answer, text, expected) => {
  const flow = createFlow(
    [
      {
        id: 'q',
        kind: 'question',
        text: { en: '?' },
        answer,
        choices: [{ id: 'l', text: { en: 'Large', sk: 'Veľký' } }],
        save_as: { variable: 'v' },
        next: 'done',
      },
      done,
    ],
    { variables: [{ name: 'v', type: answer === 'number' ? 'number' : 'text' }] },
  )
  expect(run(flow, [say(text)]).state.variables['v'] ?? null).toBe(expected)
})

test('a branch takes the first case whose conditions hold', () => {
  const flow = (condition: object, match: 'all' | 'any' = 'all') =>
    createFlow([
      {
        id: 'b',
        kind: 'branch',
        cases: [{ id: 'c', match, conditions: [condition as never], next: 'yes' }],
        otherwise: 'done',
      },
      { id: 'yes', kind: 'end', resolve: true },
      done,
    ])
  const holds = (condition: object, changes: object = {}) =>
    run(flow(condition), [], changes).state.step_id === 'yes'
  const page = { subject: 'page', operator: 'contains' }
  expect(holds({ ...page, value: 'CART' })).toBe(true)
  expect(holds({ ...page, value: 'blog' })).toBe(false)
  expect(holds({ subject: 'hours', operator: 'is', value: 'closed' }, { is_open: false })).toBe(true)
  expect(holds({ subject: 'locale', operator: 'is_not', value: 'sk' })).toBe(true)
  expect(holds({ subject: 'contact', name: 'email', operator: 'is_not_set' })).toBe(true)
  expect(holds({ subject: 'contact', name: 'constructor', operator: 'is_set' })).toBe(false)
  const conversation = { conversation: { priority: 'high', tag: [ids.tag], [ids.field]: 7 } }
  const about = { subject: 'conversation' }
  expect(holds({ ...about, name: 'tag', operator: 'is', value: ids.tag }, conversation)).toBe(true)
  expect(holds({ ...about, name: 'tag', operator: 'is_not', value: ids.tag }, conversation)).toBe(false)
  expect(holds({ ...about, name: 'priority', operator: 'greater', value: 'medium' }, conversation)).toBe(true)
  expect(holds({ ...about, name: ids.field, operator: 'less', value: '10' }, conversation)).toBe(true)
  expect(holds({ ...about, name: ids.field, operator: 'starts_with', value: '8' }, conversation)).toBe(false)
})

test('a split gives each run the same arm every time, and its arms their shares', () => {
  const flow = createFlow([
    {
      id: 's',
      kind: 'split',
      arms: [
        { id: 'a', weight: 75, next: 'left' },
        { id: 'b', weight: 25, next: 'right' },
      ],
    },
    { id: 'left', kind: 'end' },
    { id: 'right', kind: 'end' },
  ])
  const armOf = (number: number) =>
    run(flow, [], { run_id: `01980000-0000-7000-8000-${String(number).padStart(12, '0')}` }).state.step_id
  const arms = Array.from({ length: 2_000 }, (_, number) => armOf(number))
  expect(armOf(7)).toBe(arms[7])
  const share = arms.filter((arm) => arm === 'left').length / arms.length
  expect(share).toBeGreaterThan(0.71)
  expect(share).toBeLessThan(0.79)
})

const waitFlow = createFlow([
  { id: 'w', kind: 'wait', minutes: 10, next: 'late', on_message: 'early' },
  { id: 'late', kind: 'message', text: { en: 'Still there?' }, next: 'done' },
  { id: 'early', kind: 'message', text: { en: 'Hello again' }, next: 'done' },
  done,
])
const at = '2026-11-24T09:10:00.000Z'
test('a wait ends at its time, or when the customer writes', () => {
  const waiting = run(waitFlow, [])
  expect(waiting.last).toEqual([{ kind: 'set_timer', at }])
  expect(waiting.state).toMatchObject({ status: 'waiting', awaiting: 'timer', waiting_until: at })
  // Too early, because the clocks of two machines differ.
  expect(advance(waitFlow, waiting.state, { kind: 'timer' }, context).effects).toEqual([
    { kind: 'set_timer', at },
  ])
  const late = advance(waitFlow, waiting.state, { kind: 'timer' }, { ...context, now: at })
  expect(sentTexts(late.effects)).toEqual(['Still there?'])
  const early = advance(waitFlow, waiting.state, say('Hi'), context)
  expect(early.effects).toMatchObject([{ kind: 'cancel_timer' }, { kind: 'send', text: 'Hello again' }])
})

test('the assistant’s result decides where the run continues', () => {
  const flow = (more: object) =>
    createFlow([
      { id: 'a', kind: 'assistant', answered: 'done', ...more },
      done,
      { id: 'other', kind: 'end' },
    ])
  const result = (outcome: 'answered' | 'not_found' | 'wants_person', more = {}) =>
    run(flow(more), [{ kind: 'assistant_result', outcome }])
  expect(run(flow({}), []).state).toMatchObject({ status: 'active', awaiting: 'assistant' })
  expect(result('answered').state).toMatchObject({ status: 'completed', step_id: 'done' })
  expect(result('not_found').last).toEqual([{ kind: 'hand_over', reason: 'nothing_found', text: '' }])
  expect(result('not_found', { not_found: 'other' }).state.step_id).toBe('other')
  expect(result('wants_person').last).toMatchObject([{ reason: 'asked_for_human' }])
})

test('the assistant answers the text of the button that led to it', () => {
  const flow = createFlow([
    { id: 'b', kind: 'buttons', buttons: [{ id: 'x', text: { en: 'How can I pay?' }, next: 'a' }] },
    { id: 'a', kind: 'assistant' },
  ])
  expect(run(flow, [{ kind: 'button', step_id: 'b', button_id: 'x' }]).last).toMatchObject([
    { kind: 'ask_assistant', text: 'How can I pay?' },
  ])
  expect(run(createFlow([{ id: 'a', kind: 'assistant' }]), []).last).toMatchObject([{ text: null }])
})
test('actions become effects, and later steps know what they set', () => {
  const flow = createFlow(
    [
      { id: 'v', kind: 'set_field', name: 'n', value: '12', next: 'c' },
      { id: 'c', kind: 'set_field', target: 'contact', name: 'company', value: 'No. {{n}}', next: 'f' },
      { id: 'f', kind: 'set_field', target: 'conversation', name: ids.field, value: 'x', next: 'bad' },
      { id: 'bad', kind: 'set_field', target: 'contact', name: '__proto__', value: 'x', next: 't' },
      { id: 't', kind: 'add_tags', tag_ids: [ids.tag], next: 'p' },
      { id: 'p', kind: 'set_priority', priority: 'high', next: 'a' },
      { id: 'a', kind: 'assign', team_id: ids.team, next: 'note' },
      { id: 'note', kind: 'note', body: 'Number {{n}}', next: 'b' },
      {
        id: 'b',
        kind: 'branch',
        cases: [
          {
            id: 'all',
            conditions: [
              { subject: 'variable', name: 'n', operator: 'greater', value: '11' },
              { subject: 'contact', name: 'company', operator: 'is', value: 'no. 12' },
              { subject: 'conversation', name: 'tag', operator: 'is', value: ids.tag },
              { subject: 'conversation', name: 'team', operator: 'is', value: ids.team },
              { subject: 'conversation', name: 'priority', operator: 'is', value: 'high' },
            ],
            next: 'h',
          },
        ],
      },
      { id: 'h', kind: 'hand_over', reason: 'Wants {{n}}' },
    ],
    { variables: [{ name: 'n', type: 'number' }] },
  )
  expect(run(flow, []).effects).toEqual([
    { kind: 'set_contact_field', name: 'company', value: 'No. 12' },
    { kind: 'set_conversation_field', name: ids.field, value: 'x' },
    { kind: 'add_tags', tag_ids: [ids.tag] },
    { kind: 'set_priority', priority: 'high' },
    { kind: 'assign', member_id: null, team_id: ids.team },
    { kind: 'note', body: 'Number 12' },
    { kind: 'hand_over', reason: 'rule', text: 'Wants 12' },
  ])
})

const httpFlow = createFlow(
  [
    {
      id: 'q',
      kind: 'question',
      text: { en: 'Order?' },
      save_as: { variable: 'order' },
      next: 'r',
    },
    {
      id: 'r',
      kind: 'http_request',
      method: 'POST',
      url: 'https://api.example/order/{{order}}',
      headers: [{ name: 'X-Order', value: '{{order}}' }],
      body: '{"order":"{{order}}"}',
      map: [{ path: 'items.0.state', variable: 'order' }],
      ok: 'm',
      failed: 'done',
    },
    { id: 'm', kind: 'message', text: { en: 'It is {{order}}' }, next: 'done' },
    done,
  ],
  { variables: [{ name: 'order', type: 'text' }] },
)
test('an HTTP request escapes what customers wrote and saves values of the response', () => {
  const hostile = 'a/../b?"}\r\nX: y'
  const { last, state } = run(httpFlow, [say(hostile)])
  expect(last).toEqual([
    {
      kind: 'http_request',
      step_id: 'r',
      key: `${context.run_id}:r:1`,
      method: 'POST',
      url: `https://api.example/order/${encodeURIComponent(hostile)}`,
      headers: [{ name: 'X-Order', value: ['a/../b?"}  X: y'] }],
      body: JSON.stringify({ order: hostile }),
      timeout_s: 10,
    },
  ])
  expect(state.awaiting).toBe('http')
  const body = { items: [{ state: 'sent' }] }
  expect(
    sentTexts(run(httpFlow, [say('7'), { kind: 'http_result', ok: true, status: 200, body }]).last),
  ).toEqual(['It is sent'])
  const failed = run(httpFlow, [say('7'), { kind: 'http_result', ok: false, status: 500, body: null }])
  expect(failed.state).toMatchObject({ step_id: 'done', variables: { order: '7' } })
})

test('another scenario starts when this run is completed, and an end can resolve the conversation', () => {
  const other = createFlow([{ id: 'r', kind: 'run_scenario', scenario_id: ids.scenario }])
  expect(run(other, [])).toMatchObject({
    state: { status: 'completed' },
    last: [{ kind: 'run_scenario', scenario_id: ids.scenario }],
  })
  expect(run(createFlow([{ id: 'e', kind: 'end', resolve: true }]), []).last).toEqual([{ kind: 'resolve' }])
})

test('a customer who asks for a person is handed over at any step, also while the run is paused', () => {
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
  expect(advance(waitFlow, state, { kind: 'timer' }, { ...context, now: at }).effects).toEqual([])
  expect(advance(waitFlow, state, { kind: 'resumed' }, context).effects).toEqual([{ kind: 'set_timer', at }])
  const late = advance(waitFlow, state, { kind: 'resumed' }, { ...context, now: at })
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
    expect(advance(waitFlow, ended.state, input, context)).toEqual({ state: ended.state, effects: [] })
})

test('a turn of too many steps fails and is handed over', () => {
  const steps = Array.from({ length: 60 }, (_, at): StepDraft => ({
    id: `s${at}`,
    kind: 'go_to',
    to: `s${at + 1}`,
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

test('a rating is a button or a number; any other message leaves it out and nobody is trapped', () => {
  const flow = createFlow([
    { id: 'rate', kind: 'rate', text: { en: 'How was it?' }, next: 'thanks', skipped: 'bye' },
    { id: 'thanks', kind: 'message', text: { en: 'Thank you' }, next: 'done' },
    { id: 'bye', kind: 'message', text: { en: 'Fine' }, next: 'done' },
    done,
  ])
  const asked = run(flow, [])
  expect(asked.state.status).toBe('waiting')
  expect(asked.last).toMatchObject([{ kind: 'send', buttons: [{ id: '1' }, {}, {}, {}, { id: '5' }] }])
  const press = (button_id: string): RunInput => ({ kind: 'button', step_id: 'rate', button_id })
  for (const input of [press('4'), say('4'), say(' 4! ')])
    expect(run(flow, [input]).last).toMatchObject([{ kind: 'rate', score: 4 }, { text: 'Thank you' }])
  for (const input of [press('6'), say('42'), say('Later'), say('')])
    expect(run(flow, [input]).last).toMatchObject([{ text: 'Fine' }])
  expect(run(flow, [say('A person', { wants_person: true })]).state.status).toBe('handed_over')
  const plain = createFlow([{ id: 'rate', kind: 'rate', text: { en: 'How was it?' }, next: 'done' }, done])
  expect(run(plain, [say('Later')]).state.status).toBe('completed')
})

test('an email to the team has one line as its subject, whatever a customer wrote', () => {
  const flow = createFlow(
    [
      { id: 'q', kind: 'question', text: { en: 'Order?' }, save_as: { variable: 'order' }, next: 'mail' },
      {
        id: 'mail',
        kind: 'email_team',
        member_ids: [ids.member],
        team_id: ids.team,
        subject: 'Order {{order}}',
        body: 'It is {{order}}',
        next: 'done',
      },
      done,
    ],
    { variables: [{ name: 'order', type: 'text' }] },
  )
  expect(run(flow, [say('1\r\nBcc: x@example.com')]).last).toEqual([
    {
      kind: 'email_team',
      member_ids: [ids.member],
      team_id: ids.team,
      subject: 'Order 1 Bcc: x@example.com',
      body: 'It is 1\r\nBcc: x@example.com',
    },
  ])
})
