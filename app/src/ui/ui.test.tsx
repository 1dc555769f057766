// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { Avatar, avatarSizes } from './avatar.tsx'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { classCacheSize, mergeClasses } from './merge-classes.ts'
import { Checkbox, Switch } from './choice.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { iconPaths } from './icon.tsx'
import { Menu, MenuRadioItem, MenuItem } from './menu.tsx'
import { OverlayHost } from './overlays.tsx'
import { Popover } from './popover.tsx'
import { ProgressBar, transitionWait_ms } from './progress-bar.tsx'
import { Tabs } from './tabs.tsx'
import { Tooltip, TooltipProvider } from './tooltip.tsx'

test('S5.03 icon names are lowercase words joined by hyphens', () => {
  for (const name of Object.keys(iconPaths)) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})
test('S9.14 avatars have nine sizes', () => {
  const small = { '3xs': 16, '2xs': 20, xs: 24, sm: 28 }
  expect(avatarSizes).toEqual({ ...small, md: 32, lg: 36, xl: 40, '2xl': 44, '3xl': 48 })
  const { container } = render(<Avatar name="Eva Malá" size="3xl" />)
  expect(container.querySelector('span')?.style.width).toBe('48px')
})
test('a busy page shows a progress bar after 100 ms', () => {
  vi.useFakeTimers()
  show(<ProgressBar isBusy label="Loading…" />)
  const bar = screen.getByRole('status')
  act(() => void vi.advanceTimersByTime(99))
  expect(bar.textContent).toBe('')
  act(() => void vi.advanceTimersByTime(1))
  expect([transitionWait_ms, bar.textContent]).toEqual([100, 'Loading…'])
  vi.useRealTimers()
})
test('S9.15 500 merged class lists are cached, and older ones are discarded', () => {
  expect(classCacheSize).toBe(500)
  // A list is split into classes only if it has to be merged.
  const split = vi.spyOn(String.prototype, 'split')
  const isMerged = (list: string) => {
    split.mockClear()
    mergeClasses(list)
    return split.mock.contexts.some((text) => String(text) === list)
  }
  const merge = (many: number, name: string) => {
    for (let n = 0; n < many; n++) mergeClasses(`p-2 ${name}-${n}`)
  }
  expect(isMerged('px-2 px-4 first')).toBe(true)
  merge(classCacheSize, 'other')
  expect(isMerged('px-2 px-4 first')).toBe(false)
  merge(2 * classCacheSize + 2, 'another')
  expect(isMerged('px-2 px-4 first')).toBe(true)
  split.mockRestore()
})
test('S9.15 of two classes for one property the last one wins', () => {
  expect(cn('px-2 text-md', false, 'px-4', 'text-muted')).toBe('text-md px-4 text-muted')
  expect(cn('rounded-card', 'rounded-control')).toBe('rounded-control')
})
afterEach(() => void vi.useRealTimers())

test('S9.11 a tooltip opens after 700 ms, and a neighbor within 300 ms opens immediately', async () => {
  vi.useFakeTimers()
  show(
    <TooltipProvider>
      {['Save', 'Send'].map((name) => (
        <Tooltip key={name} text={`About ${name}`}>
          <button type="button">{name}</button>
        </Tooltip>
      ))}
    </TooltipProvider>,
  )
  const pointer = (target: Element | Document, type: string, more: MouseEventInit = {}) =>
    act(() => void fireEvent(target, new MouseEvent(type, { bubbles: true, ...more })))
  const enter = (name: string) => pointer(screen.getByText(name), 'pointermove')
  /** Away from both: moving from a button to its tooltip keeps it open. */
  const leave = (name: string) => {
    pointer(screen.getByText(name), 'pointerleave', { bubbles: false })
    pointer(screen.getByText(name), 'pointerout')
    pointer(document, 'pointermove', { clientX: 900, clientY: 900 })
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const shown = () => screen.queryByRole('tooltip')?.textContent
  enter('Save')
  await pass(699)
  expect(shown()).toBeUndefined()
  await pass(1)
  expect(shown()).toBe('About Save')
  leave('Save')
  expect(shown()).toBeUndefined()
  await pass(299)
  enter('Send')
  await pass(0)
  expect(shown()).toBe('About Send')
  leave('Send')
  await pass(301)
  enter('Save')
  await pass(699)
  expect(shown()).toBeUndefined()
  await pass(1)
  expect(shown()).toBe('About Save')
})
test('S4.17 a dialog opens, traps the focus and closes with Escape', async () => {
  const changed = vi.fn()
  show(
    <Dialog isOpen onOpenChange={changed} title="Rename" description="Both languages">
      <input aria-label="Name" />
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Rename' })
  expect(dialog.contains(document.activeElement)).toBe(true)
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(changed).toHaveBeenCalledWith(false)
})
test('S4.17 a dialog with input asks before Escape, its close button or a click outside discards it', async () => {
  const changed = vi.fn()
  show(
    <>
      <Dialog isOpen onOpenChange={changed} title="New reply">
        <input aria-label="Search" type="search" />
        <input aria-label="Password" type="password" />
        <input aria-label="Title" defaultValue="Hello" />
        <textarea aria-label="Text" />
        <button type="button" onClick={() => changed(false)}>
          Cancel
        </button>
      </Dialog>
      <OverlayHost />
    </>,
  )
  const dialog = screen.getByRole('dialog', { name: 'New reply' })
  const type = (label: string, value: string) => {
    const field = screen.getByLabelText(label)
    act(() => field.focus())
    fireEvent.change(field, { target: { value } })
  }
  const escape = () => act(async () => void fireEvent.keyDown(dialog, { key: 'Escape' }))
  type('Search', 'shipping')
  type('Password', 'secret')
  type('Title', 'Hello there')
  type('Title', 'Hello')
  await escape()
  expect(changed.mock.calls).toEqual([[false]])
  changed.mockClear()

  type('Text', 'We ship on Monday.')
  const ways = [
    escape,
    () => act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))),
    () =>
      act(async () => {
        const outside = document.querySelector('.bg-scrim') ?? document.body
        fireEvent.pointerDown(outside)
        fireEvent.click(outside)
      }),
  ]
  for (const way of ways) {
    await way()
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
    const keep = within(question).getByRole('button', { name: 'Keep editing' })
    expect(document.activeElement).toBe(keep)
    await act(async () => void fireEvent.click(keep))
    await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  }
  expect(changed).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('We ship on Monday.')
  await escape()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(changed.mock.calls).toEqual([[false]]))
})
test('S4.17 a closed dialog returns the focus to its trigger, unless it has moved elsewhere', async () => {
  function Opening() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <input aria-label="Elsewhere" />
        {isOpen && (
          <Dialog isOpen onOpenChange={setOpen} title="Rename">
            <input aria-label="Name" autoFocus />
            <button type="button" onClick={() => setOpen(false)}>
              Done
            </button>
          </Dialog>
        )}
      </>
    )
  }
  show(<Opening />)
  const button = screen.getByRole('button', { name: 'Open' })
  const pressDone = () => fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  pressDone()
  await waitFor(() => expect(document.activeElement).toBe(button))
  fireEvent.click(button)
  pressDone()
  screen.getByLabelText('Elsewhere').focus()
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'))
})
test('a dialog that removes its trigger leaves the focus on the page', async () => {
  function Row() {
    const [step, setStep] = useState<'there' | 'asked' | 'gone'>('there')
    return (
      <main id="content" tabIndex={-1}>
        {step !== 'gone' && (
          <button type="button" onClick={() => setStep('asked')}>
            Delete
          </button>
        )}
        {step === 'asked' && (
          <Dialog isOpen onOpenChange={() => setStep('there')} title="Really?">
            <button type="button" onClick={() => setStep('gone')}>
              Yes
            </button>
          </Dialog>
        )}
      </main>
    )
  }
  show(<Row />)
  const button = screen.getByRole('button', { name: 'Delete' })
  button.focus()
  fireEvent.click(button)
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})
test('an irreversible action requires a word to be typed', () => {
  const confirmed = vi.fn()
  show(
    <ConfirmDialog
      isOpen
      onOpenChange={() => {}}
      title="Delete?"
      description="For good"
      confirmLabel="Delete"
      typed={{ expected: 'Green Bean', label: 'Type the name' }}
      onConfirm={confirmed}
    />,
  )
  const form = document.getElementById('confirm')!
  fireEvent.submit(form)
  expect(confirmed).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('Type the name'), { target: { value: 'Green Bean' } })
  fireEvent.submit(form)
  expect(confirmed).toHaveBeenCalledOnce()
})
test('a busy button keeps the focus and ignores clicks', () => {
  const pressed = vi.fn()
  show(
    <Button isBusy onClick={pressed}>
      Save
    </Button>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button')
  fireEvent.click(button)
  expect([pressed.mock.calls.length, button.disabled, button.getAttribute('aria-disabled')]).toEqual([
    0,
    false,
    'true',
  ])
})
test('menus, selects, popovers and tabs have names and respond to keys', async () => {
  const did: string[] = []
  function All() {
    const [tab, setTab] = useState<'one' | 'two'>('one')
    return (
      <>
        <Menu trigger={<button type="button">More</button>}>
          <MenuItem onSelect={() => did.push('renamed')}>Rename</MenuItem>
          <MenuRadioItem
            label="Theme"
            value="light"
            onChange={(value) => did.push(value)}
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </Menu>
        <Popover label="Why" trigger={<button type="button">Why?</button>}>
          Because
        </Popover>
        <Tabs
          label="Parts"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'one', label: 'One', content: 'First' },
            { value: 'two', label: 'Two', content: 'Second' },
          ]}
        />
        <Switch label="Live" role="switch" defaultChecked />
        <Checkbox label="Agree" />
      </>
    )
  }
  show(<All />)
  fireEvent.keyDown(screen.getByRole('button', { name: 'More' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  fireEvent.keyDown(screen.getByRole('button', { name: 'More' }), { key: 'Enter' })
  expect((await screen.findByRole('menuitemradio', { name: 'Light' })).getAttribute('aria-checked')).toBe(
    'true',
  )
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(did).toEqual(['renamed', 'dark'])
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Why?' }))
  expect((await screen.findByRole('dialog', { name: 'Why' })).textContent).toBe('Because')
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Two' }))
  expect(screen.getByRole('tabpanel').textContent).toBe('Second')
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Live' }).checked).toBe(true)
  expect(screen.getByRole('checkbox', { name: 'Agree' })).toBeDefined()
})
