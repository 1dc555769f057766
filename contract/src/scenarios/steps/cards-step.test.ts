import { expect, test } from 'vitest'
import { findProblems } from '../checks.ts'
import { flowChanges } from '../difference.ts'
import type { RunInput } from '../engine.ts'
import { Flow } from '../flow.schema.ts'
import { isLink } from '../links.ts'
import { context, createFlow, done, ids, run, say, sentTexts, type StepDraft } from '../test/flows.ts'

const image = { id: ids.image, width: 800, height: 450, alt: { en: 'A red cup', sk: 'Červený hrnček' } }
const cup = (id: string, title: { en: string; sk: string }) => ({
  id,
  title,
  buttons: [
    { id: `${id}_choose`, text: { en: 'Choose', sk: 'Vybrať' }, next: id === 'red' ? 'm' : 'done' },
    {
      id: `${id}_look`,
      text: { en: 'Look', sk: 'Pozrieť' },
      action: 'link' as const,
      url: `https://shop.example/${id}?for={{contact.name}}`,
    },
  ],
})
const red = {
  ...cup('red', { en: 'Red cup', sk: 'Červený hrnček' }),
  image,
  text: { en: 'Big', sk: 'Veľký' },
}
const blue = cup('blue', { en: 'Blue cup', sk: 'Modrý hrnček' })
const cupsFlow = (step: Partial<Extract<StepDraft, { kind: 'cards' }>> = {}) =>
  createFlow([
    { id: 'cups', kind: 'cards', cards: [red, blue], ...step },
    { id: 'm', kind: 'message', text: { en: 'Red it is', sk: 'Červený' }, image, next: 'done' },
    done,
  ])
const press = (button_id: string): RunInput => ({ kind: 'button', step_id: 'cups', button_id })

const none = new Set<string>()
const known = {
  tag_ids: none,
  team_ids: none,
  member_ids: none,
  scenario_ids: none,
  image_ids: new Set([ids.image]),
  secrets: new Map(),
  blocked_urls: new Set<string>(),
  has_content: true,
  hubspot: { is_connected: false, has_ticket_access: false, properties: new Set<string>() },
  contact_field_ids: none,
  conversation_field_ids: none,
}
const problemsOf = (flow: Flow) =>
  findProblems(flow, known).map(({ code, step_id, path }) => [code, step_id, path].filter(Boolean).join(' '))

test('cards are sent with their images, links and buttons, and as text', () => {
  const { state, last } = run(cupsFlow(), [], { contact: { name: 'Eva & co.' } })
  const link = (id: string) => `https://shop.example/${id}?for=Eva%20%26%20co.`
  expect(last).toEqual([
    {
      kind: 'send',
      step_id: 'cups',
      text:
        `Red cup\nBig\n- Choose\n- Look: ${link('red')}\n\n` + `Blue cup\n- Choose\n- Look: ${link('blue')}`,
      buttons: [],
      cards: [
        {
          id: 'red',
          image: { id: ids.image, width: 800, height: 450, alt: 'A red cup' },
          title: 'Red cup',
          text: 'Big',
          buttons: [
            { id: 'red_choose', text: 'Choose', url: null },
            { id: 'red_look', text: 'Look', url: link('red') },
          ],
        },
        {
          id: 'blue',
          image: null,
          title: 'Blue cup',
          text: '',
          buttons: [
            { id: 'blue_choose', text: 'Choose', url: null },
            { id: 'blue_look', text: 'Look', url: link('blue') },
          ],
        },
      ],
    },
  ])
  expect(state).toMatchObject({ status: 'waiting', awaiting: 'button' })
})

test('a button of a card continues at its edge, also if the customer types it with its card', () => {
  const pressed = run(cupsFlow(), [press('red_choose')])
  expect(pressed.state.status).toBe('completed')
  expect(pressed.last).toMatchObject([{ kind: 'send', text: 'Red it is', image: { alt: 'A red cup' } }])
  for (const text of ['red cup: choose', 'Červený hrnček: vybrať', 'RED CUP'])
    expect(run(cupsFlow(), [say(text)]).state).toEqual(pressed.state)
  // A link isn't a reply.
  expect(run(cupsFlow(), [press('red_look')]).last).toEqual([])
})

test('the assistant answers any other text and a button that several cards have, then the cards are shown again', () => {
  for (const text of ['Choose', 'Do you have a green one?']) {
    const asked = run(cupsFlow(), [say(text)])
    expect(asked.last).toEqual([
      { kind: 'ask_assistant', step_id: 'cups', text, key: `${context.run_id}:cups:1` },
    ])
  }
  const answered = run(cupsFlow(), [say('Hm?'), { kind: 'assistant_result', outcome: 'answered' }])
  expect(answered.last).toMatchObject([{ kind: 'send', cards: [{ id: 'red' }, { id: 'blue' }] }])
  expect(run(cupsFlow(), [say('A person', { wants_person: true })]).state.status).toBe('handed_over')
})

test('cards with links only continue without waiting', () => {
  const cards = [red, blue].map((card) => ({ ...card, buttons: card.buttons.slice(1) }))
  const { state, effects } = run(cupsFlow({ cards, next: 'm' }), [])
  expect(state.status).toBe('completed')
  expect(sentTexts(effects).at(-1)).toBe('Red it is')
  expect(problemsOf(cupsFlow({ cards }))).toContain('edge_open cups next')
  expect(problemsOf(cupsFlow({ cards, next: 'cups' }))).toContain('loop_endless cups')
})

test('the checks find a missing text, an open edge, a broken link and a missing image', () => {
  expect(problemsOf(cupsFlow())).toEqual([])
  expect(problemsOf(cupsFlow({ cards: [] }))).toContain('step_empty cups cards')
  const broken = {
    id: 'broken',
    title: { en: 'Cup' },
    text: { en: 'Only here' },
    image: { ...image, id: ids.tag, alt: { en: 'A cup' } },
    buttons: [
      { id: 'a', text: { en: 'A', sk: 'A' } },
      { id: 'b', text: { en: 'B', sk: 'B' }, action: 'link' as const },
      { id: 'c', text: { en: 'C', sk: 'C' }, action: 'link' as const, url: 'http://shop.example/' },
    ],
  }
  const found = problemsOf(cupsFlow({ cards: [red, broken] }))
  for (const problem of [
    'text_missing cups cards.1.title.sk',
    'text_missing cups cards.1.text.sk',
    'text_missing cups cards.1.image.alt.sk',
    'edge_open cups cards.1.buttons.0.next',
    'step_empty cups cards.1.buttons.1.url',
    'link_invalid cups cards.1.buttons.2.url',
    'image_unknown cups cards.1.image',
  ])
    expect(found).toContain(problem)
})

test('only https links whose host no customer chooses are sent', () => {
  for (const url of ['https://shop.example', 'https://škola.example:8443/a?b={{name}}#c'])
    expect(isLink(url)).toBe(true)
  for (const url of [
    'http://shop.example/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//shop.example',
    'https://{{name}}/',
    'https://eva:secret@shop.example/',
    'https://shop.example\\@evil.example/',
    'https://shop.example/ x',
    'https://shop.example/"onclick="x',
    'https://',
    '',
    'https://'.repeat(60),
  ])
    expect(isLink(url), url).toBe(false)
})

test('ids of buttons are unique in all cards of a step', () => {
  const draft = { trigger: { kind: 'manual' }, locales: ['en'] }
  const steps = [{ id: 's', kind: 'cards', cards: [red, { ...red, id: 'other' }] }]
  expect(Flow.safeParse({ ...draft, steps }).success).toBe(false)
  const eleven = Array.from({ length: 11 }, (_, index) => ({ id: `c${index}`, title: {}, text: {} }))
  expect(Flow.safeParse({ ...draft, steps: [{ id: 's', kind: 'cards', cards: eleven }] }).success).toBe(false)
})

test('a changed card is named by its id', () => {
  const after = cupsFlow({ cards: [{ ...red, title: { ...red.title, en: 'Crimson cup' } }, blue] })
  expect(flowChanges(cupsFlow(), after)).toMatchObject([
    {
      kind: 'step_changed',
      fields: [{ path: 'cards.red.title.en', before: 'Red cup', after: 'Crimson cup' }],
    },
  ])
})
