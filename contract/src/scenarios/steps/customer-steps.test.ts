import { expect, test } from 'vitest'
import type { RunInput } from '../engine.ts'
import { buttonsFlow, context, createFlow, done, emailFlow, run, say, sentTexts } from '../test/flows.ts'

test('a button continues at its edge, even if the customer types its text', () => {
  const press = run(buttonsFlow, [{ kind: 'button', step_id: 'menu', button_id: 'a' }])
  const write = run(buttonsFlow, [say(' dorucenie ')])
  expect(sentTexts(press.effects)).toEqual(['What about?', 'Two days'])
  expect(write.state).toEqual(press.state)
  // A button of an earlier step.
  expect(run(buttonsFlow, [{ kind: 'button', step_id: 'old', button_id: 'a' }]).last).toEqual([])
})

test('the assistant answers any other text, and then the buttons are shown again', () => {
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

test('an invalid answer is requested again; after the last retry the fallback or the team continues', () => {
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
] as const)('an answer of type %s: %s', (answer, text, expected) => {
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

test('a rating is a button or a number; any other message skips it, so no one gets stuck', () => {
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

test.each([
  ['text', { min: '3', max: '5' }, 'ab', 'Write 3 to 5 characters.', 'Napíšte 3 až 5 znakov.', 'abc'],
  ['text', { min: '', max: '4' }, 'abcde', 'Write at most 4 characters.', 'Napíšte najviac 4 znaky.', 'abcd'],
  [
    'number',
    { min: '1', max: '2.5' },
    '3',
    'Enter a number from 1 to 2.5.',
    'Zadajte číslo od 1 do 2,5.',
    '2,5',
  ],
  [
    'number',
    { min: '18', max: '' },
    '17',
    'Enter a number of 18 or more.',
    'Zadajte číslo 18 alebo väčšie.',
    '18',
  ],
  [
    'date',
    { min: '2026-11-22', max: '2026-12-24' },
    '25. 12. 2026',
    'Enter a date from 2026-11-22 to 2026-12-24.',
    'Zadajte dátum od 22. 11. 2026 do 24. 12. 2026.',
    '24. 12. 2026',
  ],
  [
    'date',
    { min: '', max: '2026-12-24' },
    '2027-01-01',
    'Enter a date on or before 2026-12-24.',
    'Zadajte dátum do 24. 12. 2026.',
    '2026-12-24',
  ],
] as const)(
  'an answer of type %s outside its limits %o is asked for again',
  (answer, limits, out, en, sk, inside) => {
    const flow = createFlow([
      { id: 'q', kind: 'question', text: { en: '?', sk: '?' }, answer, limits, next: 'done' },
      done,
    ])
    expect(sentTexts(run(flow, [say(out)]).last)).toEqual([`${en}\n\n?`])
    expect(sentTexts(run(flow, [say(out)], { locale: 'sk' }).last)).toEqual([`${sk}\n\n?`])
    expect(run(flow, [say(inside)]).state.status).toBe('completed')
  },
)
