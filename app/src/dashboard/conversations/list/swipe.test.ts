// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenForSwipes, type Swipe } from './swipe.ts'

let swipes: [string, Swipe][] = []
let stop = () => {}
beforeEach(() => {
  swipes = []
  document.body.innerHTML = '<div data-row="one"><a href="#one" data-conversation="one">Row</a></div>'
  stop = listenForSwipes(document.body, (id, swipe) => swipes.push([id, swipe]))
})
afterEach(() => stop())
const row = () => document.querySelector<HTMLElement>('[data-row]') ?? document.body
const link = () => document.querySelector<HTMLElement>('a') ?? document.body
/** One finger along these points, from the first to the last. */
function drag(...points: [x: number, y: number][]) {
  for (const [index, [clientX, clientY]] of points.entries())
    fireEvent[index === 0 ? 'touchStart' : 'touchMove'](link(), { touches: [{ clientX, clientY }] })
}

test('swiping a row right resolves it, swiping left snoozes it', () => {
  drag([10, 10], [60, 12], [130, 14])
  expect(row().dataset['swipe']).toBe('resolve')
  expect(link().style.translate).toBe('120px')
  fireEvent.touchEnd(link())
  expect(link().style.translate).toBe('')
  drag([200, 10], [150, 10], [90, 10])
  fireEvent.touchEnd(link())
  expect(swipes).toEqual([
    ['one', 'resolve'],
    ['one', 'snooze'],
  ])
})
test('a row released early, scrolled or touched by a second finger does nothing', () => {
  drag([10, 10], [90, 10])
  fireEvent.touchEnd(link())
  drag([10, 10], [14, 60], [150, 60])
  fireEvent.touchEnd(link())
  drag([10, 10], [60, 10], [150, 10])
  fireEvent.touchStart(link(), {
    touches: [
      { clientX: 150, clientY: 10 },
      { clientX: 10, clientY: 10 },
    ],
  })
  fireEvent.touchEnd(link())
  expect(swipes).toEqual([])
  expect(row().dataset['swipe']).toBeUndefined()
})
test('after the list is unmounted, swipes do nothing', () => {
  stop()
  drag([10, 10], [60, 10], [150, 10])
  fireEvent.touchEnd(link())
  expect(swipes).toEqual([])
})
