// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LazyTrigger } from './lazy.tsx'
import { lazyModule } from './lazy-modules.ts'

interface Parts {
  word: string
}
afterEach(cleanup)

/** A button whose module loads, or fails, when the test decides. */
function button(popup: 'menu' | 'dialog', isOpen?: boolean) {
  const fetches: PromiseWithResolvers<Parts>[] = []
  const parts = lazyModule(() => {
    const coming = Promise.withResolvers<Parts>()
    fetches.push(coming)
    return coming.promise
  })
  const events: string[] = []
  const record = (name: string) => () => void events.push(name)
  const opens = (
    <LazyTrigger of={parts} popup={popup} trigger={<button type="button">Open</button>} isOpen={isOpen}>
      {({ word }, trigger) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- records the events of the button
        <div
          onClick={record('click')}
          onPointerDown={record('pointerdown')}
          onKeyDown={({ key }) => record(`key ${key}`)()}
        >
          {trigger} {word}
        </div>
      )}
    </LazyTrigger>
  )
  render(opens)
  const come = () => act(async () => fetches.at(-1)?.resolve({ word: 'There' }))
  const fail = () => act(async () => fetches.at(-1)?.reject(new Error('Offline')))
  return { events, fetches, come, fail, find: () => screen.getByRole('button', { name: 'Open' }) }
}

test('a menu loads when its button is hovered, and a click during loading opens it', async () => {
  const { events, fetches, come, find } = button('menu')
  expect(fetches).toHaveLength(0)
  expect(find().getAttribute('aria-haspopup')).toBe('menu')
  fireEvent.pointerEnter(find())
  fireEvent.pointerDown(find(), { button: 0 })
  fireEvent.focus(find())
  expect([fetches.length, find().getAttribute('aria-busy')]).toEqual([1, 'true'])
  await come()
  expect(await screen.findByText('There')).toBeDefined()
  expect(events).toEqual(['pointerdown'])
})
test('Enter loads the menu and is replayed, and the button keeps the focus; keys that menus ignore load nothing', async () => {
  const { events, fetches, come, find } = button('menu')
  fireEvent.keyDown(find(), { key: 'j' })
  fireEvent.pointerDown(find(), { button: 2 })
  fireEvent.click(find())
  expect(fetches).toHaveLength(0)
  fireEvent.keyDown(find(), { key: 'Enter' })
  await come()
  expect(events).toEqual(['key Enter'])
  expect(document.activeElement).toBe(find())
})
test('a panel opens on click, or if it is initially open', async () => {
  const pressed = button('dialog')
  fireEvent.pointerDown(pressed.find(), { button: 0 })
  expect(pressed.fetches).toHaveLength(0)
  fireEvent.click(pressed.find())
  await pressed.come()
  expect(pressed.events).toEqual(['click'])
  cleanup()
  const opened = button('dialog', true)
  await opened.come()
  expect(await screen.findByText('There')).toBeDefined()
  expect(opened.events).toEqual([])
})
test('a failed load is reported, and retried with the next click', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { events, fetches, come, fail, find } = button('menu')
  fireEvent.pointerDown(find(), { button: 0 })
  await fail()
  expect([logged.mock.calls.length, find().getAttribute('aria-busy')]).toEqual([1, null])
  fireEvent.pointerDown(find(), { button: 0 })
  expect(fetches).toHaveLength(2)
  await come()
  expect(events).toEqual(['pointerdown'])
})
