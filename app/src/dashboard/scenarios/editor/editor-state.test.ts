import type { Step, StepOf } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { edit, type EditorAction, initialState } from './editor-state.ts'
import { edgesOf } from './edges.ts'
import { newFlow, newStep, paletteGroupsOf } from './new-step.ts'
import { stepSummary } from './step-text.ts'

const start = () => initialState({ name: 'Welcome', description: '', flow: newFlow(['en']) })
const run = (actions: readonly EditorAction[], state = start()) => actions.reduce(edit, state)
test('HubSpot steps are offered only while it is connected', () => {
  const offered = (isConnected: boolean) =>
    paletteGroupsOf({ isConnected }).flatMap(({ kinds }) => [...kinds])
  expect(offered(true)).toEqual([...offered(false), 'hubspot_contact', 'hubspot_ticket'])
})

test('a step that sets a custom field is summarized by its value, not by the id of the field', () => {
  const step = newStep('set_field') as StepOf<'set_field'> // a step of this kind
  const summaryOf = (changes: Partial<typeof step>) => stepSummary({ ...step, ...changes }, ['en'])
  expect(summaryOf({ name: 'size', value: 'L' })).toBe('size = L')
  expect(summaryOf({ target: 'contact', name: crypto.randomUUID(), value: 'L' })).toBe('L')
})

const add = (kind: Step['kind'], id: string): EditorAction => ({ type: 'add_step', step: newStep(kind, id) })
const shape = ({ present: { flow } }: ReturnType<typeof start>) =>
  [
    flow.start_step_id,
    ...flow.steps.map(
      (step) =>
        `${step.id}>${edgesOf(step)
          .map(({ to }) => to ?? '-')
          .join()}`,
    ),
  ].join(' ')

test('steps added in sequence are connected in order, and a step inserted between two is connected to both', () => {
  const state = run([
    add('message', 'a'),
    add('message', 'b'),
    { type: 'select', ids: ['a'] },
    add('note', 'c'),
  ])
  expect(shape(state)).toBe('a a>c c>b b>-')
  expect(state.selected).toEqual(['c'])
})
test('a step moved in the list is also moved in the flow', () => {
  const line = run([add('message', 'a'), add('message', 'b'), add('message', 'c')])
  expect(shape(run([{ type: 'move_step', id: 'c', by: -1 }], line))).toBe('a a>c c>b b>-')
  expect(shape(run([{ type: 'move_step', id: 'a', by: 1 }], line))).toBe('b b>a a>c c>-')
  expect(run([{ type: 'move_step', id: 'a', by: -1 }], line)).toBe(line)
})
test('deleting a step connects its predecessors with its successors', () => {
  const line = run([add('message', 'a'), add('message', 'b'), add('message', 'c')])
  expect(shape(run([{ type: 'delete_steps', ids: ['b'] }], line))).toBe('a a>c c>-')
  const circle = run([{ type: 'connect', from: { step_id: 'b', key: 'next' }, to: 'a' }], line)
  expect(shape(run([{ type: 'delete_steps', ids: ['a', 'b'] }], circle))).toBe(' c>-')
})
test('old state + action = new state, undo returns to the old one and redo to the new one', () => {
  const before = run([add('message', 'a')])
  const [step] = before.present.flow.steps
  const typed = run(
    ['H', 'He', 'Hello'].map((en) => ({ type: 'change_step', step: { ...step, text: { en } } as Step })),
    before,
  )
  expect(typed.past).toHaveLength(before.past.length + 1)
  const undone = edit(typed, { type: 'undo' })
  expect(undone.present).toEqual(before.present)
  expect(edit(undone, { type: 'redo' }).present).toEqual(typed.present)
  expect(edit(start(), { type: 'undo' })).toEqual(start())
})
test('pasted steps get new ids, keep the connections among them and drop the others', () => {
  const line = run([add('message', 'a'), add('message', 'b'), add('message', 'c')])
  const pasted = run([{ type: 'paste_steps', steps: line.present.flow.steps.slice(0, 2) }], line)
  const [first, second] = pasted.present.flow.steps.slice(3)
  expect(pasted.selected).toEqual([first?.id, second?.id])
  expect(new Set(pasted.present.flow.steps.map(({ id }) => id)).size).toBe(5)
  expect(first && edgesOf(first)[0]?.to).toBe(second?.id)
  expect(second && edgesOf(second)[0]?.to).toBeNull()
})
test('pasted steps neither hide others nor stack those that were never placed', () => {
  const line = run([add('message', 'a'), add('message', 'b')])
  const paste: EditorAction = { type: 'paste_steps', steps: line.present.flow.steps }
  const placesIn = ({ present: { flow } }: ReturnType<typeof start>) =>
    flow.steps.map(({ position: { x, y } }) => [x, y])
  // The editor arranges a flow without places.
  expect(placesIn(edit(line, paste))).toEqual(Array.from({ length: 4 }, () => [0, 0]))
  const placed = edit(line, { type: 'place_steps', positions: { a: { x: 10, y: 10 }, b: { x: 330, y: 50 } } })
  expect(placesIn(edit(placed, paste)).slice(2)).toEqual([
    [10, 290],
    [330, 290],
  ])
  const copies: EditorAction = { type: 'paste_steps', steps: placed.present.flow.steps }
  expect(placesIn(run([copies, copies], placed)).slice(2)).toEqual([
    [50, 50],
    [370, 90],
    [90, 90],
    [410, 130],
  ])
  const near = edit(line, { type: 'place_steps', positions: { a: { x: 10, y: 10 }, b: { x: 55, y: 55 } } })
  const first: EditorAction = { type: 'paste_steps', steps: near.present.flow.steps.slice(0, 1) }
  expect(placesIn(edit(near, first)).at(-1)).toEqual([130, 130])
})
test('the first step pasted into an empty scenario becomes its start', () => {
  const { present } = run([add('message', 'a'), add('message', 'b')])
  const pasted = run([{ type: 'paste_steps', steps: present.flow.steps }])
  expect(pasted.present.flow.start_step_id).toBe(pasted.selected[0])
})
test('a step dropped on the canvas leaves the others where they are shown', () => {
  const line = run([add('message', 'a'), add('message', 'b')])
  const positions = { a: { x: 320, y: 0 }, b: { x: 640, y: 0 } }
  const step = { ...newStep('note', 'c'), position: { x: 100, y: 300 } }
  const dropped = run(
    [
      { type: 'select', ids: [] },
      { type: 'add_step', step, positions },
    ],
    line,
  )
  expect(Object.fromEntries(dropped.present.flow.steps.map(({ id, position }) => [id, position]))).toEqual({
    ...positions,
    c: step.position,
  })
})
test('a step added to a flow with positions doesn’t overlap another one', () => {
  const line = run([add('message', 'a'), add('message', 'b')])
  const placed = run(
    [{ type: 'place_steps', positions: { a: { x: 10, y: 10 }, b: { x: 330, y: 10 } } }],
    line,
  )
  const added = run([{ type: 'select', ids: ['a'] }, add('note', 'c')], placed)
  expect(added.present.flow.steps.find(({ id }) => id === 'c')?.position).toEqual({ x: 330, y: 170 })
})

test('each button of a card that continues the scenario has a connection; without any, the step has one', () => {
  const button = (id: string, action: 'next' | 'link') => ({ id, text: {}, action, url: '', next: null })
  const card = (id: string, action: 'next' | 'link') => ({
    id,
    image: null,
    title: {},
    text: {},
    buttons: [button(`${id}1`, action), button(`${id}2`, 'link')],
  })
  const cards = (action: 'next' | 'link'): EditorAction => ({
    type: 'change_step',
    step: {
      id: 'a',
      kind: 'cards',
      title: '',
      position: { x: 0, y: 0 },
      cards: [card('x', 'next'), card('y', action)],
      next: null,
    },
  })
  const connect = (key: string, to: string): EditorAction => ({
    type: 'connect',
    from: { step_id: 'a', key },
    to,
  })
  const state = run([
    add('cards', 'a'),
    add('end', 'b'),
    cards('next'),
    connect('cards.y1', 'b'),
    connect('next', 'b'),
  ])
  expect(shape(state)).toBe('a a>-,b b>')
  expect(shape(run([{ type: 'delete_steps', ids: ['b'] }], state))).toBe('a a>-,-')
})

test('arrow keys that move a step are undone at once, and drags one by one', () => {
  const place = (x: number, isByKey: boolean): EditorAction => ({
    type: 'place_steps',
    positions: { a: { x, y: 10 } },
    isByKey,
  })
  const selected = run([add('message', 'a'), add('message', 'b'), { type: 'select', ids: ['a'] }])
  const placedBy = (isByKey: boolean) =>
    [5, 10, 15].reduce((state, x) => edit(state, place(x, isByKey)), selected).past.length -
    selected.past.length
  expect([placedBy(true), placedBy(false)]).toEqual([1, 3])
})
test('only moved steps change, so the others aren’t rendered again', () => {
  const state = run([add('message', 'a'), add('message', 'b')])
  const moved = edit(state, { type: 'place_steps', positions: { a: { x: 0, y: 0 }, b: { x: 90, y: 10 } } })
  const [a, b] = moved.present.flow.steps
  expect(a).toBe(state.present.flow.steps[0])
  expect(b).toMatchObject({ position: { x: 90, y: 10 } })
})
