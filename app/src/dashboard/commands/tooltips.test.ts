// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetKeys, setKey, setSingleKeys } from './keymap.ts'
import { startTooltips } from './tooltips.ts'

let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  resetKeys()
  setSingleKeys(true)
  document.body.innerHTML = `
    <button id="resolve" data-tip data-command="resolve" aria-label="Resolve"></button>
    <button id="bold" data-tip data-keys="Mod+b" aria-label="Bold"></button>
    <button id="more" data-tip aria-label="More" aria-expanded="true"></button>
    <p>Text</p>`
  stop = startTooltips()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const tip = () => document.querySelector<HTMLElement>('[role="tooltip"]')
const shown = () => (tip()?.hidden ? null : [...(tip()?.childNodes ?? [])].map((node) => node.textContent))
function point(at: string, more = {}) {
  fireEvent.pointerOver(document.querySelector(at) ?? document.body, more)
  vi.advanceTimersByTime(700)
}

test('S9.11 an icon button shows its name and key after 700 ms, and for 300 ms after that the next one immediately', () => {
  fireEvent.pointerOver(document.querySelector('#resolve') ?? document.body)
  vi.advanceTimersByTime(699)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual(['Resolve', 'E'])
  point('#bold')
  expect(shown()).toEqual(['Bold', 'Ctrl', 'B'])
  // It closes 150 ms after the pointer has left.
  fireEvent.pointerOver(document.querySelector('p') ?? document.body)
  vi.advanceTimersByTime(150)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(299)
  fireEvent.pointerOver(document.querySelector('#resolve') ?? document.body)
  expect(shown()).toEqual(['Resolve', 'E'])
  fireEvent.pointerOver(document.querySelector('p') ?? document.body)
  vi.advanceTimersByTime(150 + 301)
  fireEvent.pointerOver(document.querySelector('#resolve') ?? document.body)
  expect(shown()).toBeNull()
})
test('a tooltip shows the customized key, and none if single keys are turned off', () => {
  setKey('resolve', 'y')
  point('#resolve')
  expect(shown()).toEqual(['Resolve', 'Y'])
  setSingleKeys(false)
  point('p')
  point('#resolve')
  expect(shown()).toEqual(['Resolve'])
})
test('a tooltip stays while it is hovered, and closes with Escape or a click', () => {
  point('#resolve')
  fireEvent.pointerOver(document.body)
  if (tip()) fireEvent.pointerOver(tip() ?? document.body)
  vi.advanceTimersByTime(1000)
  expect(shown()).not.toBeNull()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(shown()).toBeNull()
  point('p')
  point('#resolve')
  fireEvent.pointerDown(document.body)
  expect(shown()).toBeNull()
})
test('touch input and buttons with an open menu show no tooltip', () => {
  point('#resolve', { pointerType: 'touch' })
  expect(shown()).toBeNull()
  point('#more')
  expect(shown()).toBeNull()
})
