import type { Flow } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { arrange, nodeWidth, positionsOf, startId } from './canvas-layout.ts'
import { firstViewport } from './first-viewport.ts'
import { newFlow, newStep } from './new-step.ts'

/** Messages in a row. */
function chain(count: number): Flow {
  const steps = Array.from({ length: count }, (_, index) => ({
    ...newStep('message', `s${index}`),
    next: `s${index + 1}`,
  }))
  return { ...newFlow(['en']), steps, start_step_id: 's0' } as Flow // messages have `next`
}
/** A question with eight buttons, each with its own message, placed one below the other. */
function fan(): Flow {
  const ids = Array.from({ length: 8 }, (_, index) => `m${index}`)
  const buttons = ids.map((id) => ({ id, text: { en: id }, next: id }))
  const menu = { ...newStep('buttons', 'menu'), buttons, position: { x: 0, y: 0 } }
  const messages = ids.map((id, index) => ({
    ...newStep('message', id),
    position: { x: 320, y: index * 220 },
  }))
  return { ...newFlow(['en']), steps: [menu, ...messages], start_step_id: 'menu' } as Flow // buttons lead to messages
}
const area = { width: 760, height: 640 }

test('a short flow is first shown as a whole, and a long one from its start, so that steps can be read', () => {
  const viewOf = (flow: Flow) => {
    const positions = arrange(flow)
    const view = firstViewport(flow, positions, area)
    const leftOf = (id: string) => (positions[id]?.x ?? NaN) * view.zoom + view.x
    return { zoom: view.zoom, leftOf }
  }
  const short = viewOf(chain(3))
  expect(short.leftOf(startId)).toBeGreaterThanOrEqual(0)
  expect(short.leftOf('s2') + nodeWidth * short.zoom).toBeLessThanOrEqual(area.width)
  const long = viewOf(chain(30))
  expect(long.zoom).toBeGreaterThanOrEqual(0.75)
  expect(long.leftOf(startId)).toBeGreaterThanOrEqual(0)
  expect(long.leftOf('s0') + nodeWidth * long.zoom).toBeLessThanOrEqual(area.width)
})

test('a flow that is taller than the canvas is first shown from its start', () => {
  const flow = fan()
  const positions = positionsOf(flow)
  const view = firstViewport(flow, positions, area)
  const top = (positions[startId]?.y ?? NaN) * view.zoom + view.y
  expect(top).toBeGreaterThanOrEqual(0)
  expect(top).toBeLessThanOrEqual(area.height / 2)
})

test('steps of an imported file are placed, whatever its ids and its first step are', () => {
  const ids = ['constructor', 'toString', 'hasOwnProperty']
  const steps = ids.map((id, index) => ({ ...newStep('message', id), next: ids[index + 1] ?? 'valueOf' }))
  for (const start_step_id of ['constructor', 'valueOf', 'missing']) {
    // Messages have `next`.
    const flow = { ...newFlow(['en']), steps, start_step_id } as Flow
    const placed = { ...flow, steps: steps.map((step) => ({ ...step, position: { x: 40, y: 80 } })) } as Flow
    for (const each of [flow, placed]) {
      const positions = Object.entries(positionsOf(each))
      expect(positions.map(([id]) => id).toSorted()).toEqual([startId, ...ids].toSorted())
      for (const [, { x, y }] of positions) expect([x, y].every(Number.isFinite)).toBe(true)
    }
  }
})
