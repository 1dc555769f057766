// @vitest-environment jsdom
import { Problem } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { confirm } from './confirm.ts'
import { Menu, MenuItem } from './menu.tsx'
import { createOverlay, OverlayHost, type OverlayProps } from './overlays.tsx'
import { Popover } from './popover.tsx'

interface Choice {
  question: string
  size?: string
}
const Chooser = ({ question, size = 'small', isOpen, close }: Choice & OverlayProps<'red' | 'blue'>) => (
  <div role="dialog" hidden={!isOpen}>
    {question} {size}
    <button type="button" onClick={() => close('red')}>
      Red
    </button>
    <button type="button" onClick={() => close()}>
      Neither
    </button>
  </div>
)
/** An overlay's promise and its result. */
function waiting<T>(promise: Promise<T>) {
  const seen: { answer?: T } = {}
  void promise.then((answer) => Object.assign(seen, { answer }))
  return seen
}
const dialog = () => screen.queryByRole('dialog')

test('S4.17 an overlay is created, opened, and closed with a result for its opener', async () => {
  show(<OverlayHost />)
  const overlay = createOverlay<Choice, 'red' | 'blue'>(Chooser)
  expect(dialog()).toBeNull()
  let answer = Promise.resolve<string | undefined>('')
  act(() => void (answer = overlay.open({ question: 'Which?' })))
  expect(dialog()?.textContent).toContain('Which? small')
  fireEvent.click(screen.getByRole('button', { name: 'Red' }))
  expect(await answer).toBe('red')
  expect(dialog()).toBeNull()
  act(() => void (answer = overlay.open({ question: 'And now?' })))
  act(() => overlay.close('blue'))
  expect(await answer).toBe('blue')
  act(() => void (answer = overlay.open({ question: 'Again?' })))
  fireEvent.click(screen.getByRole('button', { name: 'Neither' }))
  expect(await answer).toBeUndefined()
  act(() => overlay.unmount())
})
test('S4.17 an overlay’s props are patched while it is open, and it is unmounted without a result', async () => {
  const { container } = show(<OverlayHost />)
  const overlay = createOverlay<Choice, 'red' | 'blue'>(Chooser)
  act(() => overlay.patch({ size: 'huge' }))
  expect(container.textContent).toBe('')
  let answer = Promise.resolve<string | undefined>('')
  act(() => void (answer = overlay.open({ question: 'Which?' })))
  act(() => overlay.patch({ size: 'large' }))
  expect(dialog()?.textContent).toContain('Which? large')
  act(() => overlay.unmount())
  expect([await answer, container.textContent]).toEqual([undefined, ''])
})
test('S4.17 two overlays can be open at once; reopening one resolves its first caller without a result', async () => {
  show(<OverlayHost />)
  const [one, two] = [Chooser, Chooser].map((component) => createOverlay<Choice, 'red' | 'blue'>(component))
  const answers: (string | undefined)[] = []
  act(() => {
    void one?.open({ question: 'First' }).then((answer) => answers.push(answer))
    void two?.open({ question: 'Second' })
  })
  expect(screen.getAllByRole('dialog').length).toBe(2)
  act(() => void one?.open({ question: 'Third' }))
  await waitFor(() => expect(answers).toEqual([undefined]))
  expect(screen.getAllByRole('dialog').map(({ textContent }) => textContent?.slice(0, 6))).toEqual([
    'Third ',
    'Second',
  ])
  act(() => {
    one?.unmount()
    two?.unmount()
  })
})

test('S4.17 a confirmation dialog runs the action while open, shows its error, and returns the outcome', async () => {
  show(<OverlayHost />)
  const presses = [
    vi.fn(() =>
      Promise.reject(
        new Problem('forbidden', undefined, { message: 'You don’t have permission to do this.' }),
      ),
    ),
    vi.fn(async () => {}),
  ]
  const answer = waiting(
    confirm({
      title: 'Delete?',
      description: 'For good.',
      confirmLabel: 'Delete',
      action: () => presses.shift()?.() ?? Promise.resolve(),
    }),
  )
  const asked = within(await screen.findByRole('dialog', { name: 'Delete?' }))
  fireEvent.submit(document.getElementById('confirm')!)
  expect((await asked.findByRole('alert')).textContent).toContain('You don’t have permission to do this.')
  expect(answer).toEqual({})
  fireEvent.submit(document.getElementById('confirm')!)
  await waitFor(() => expect(answer).toEqual({ answer: true }))
  expect(dialog()).toBeNull()

  const other = waiting(confirm({ title: 'Sure?', description: '', confirmLabel: 'Yes' }))
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: 'Sure?' })).getByRole('button', { name: 'Cancel' }),
  )
  await waitFor(() => expect(other).toEqual({ answer: false }))
})
test('S4.17 going back dismisses open overlays, menus and panels: they belong to the page before', async () => {
  show(
    <>
      <Menu trigger={<button type="button">Sort</button>}>
        <MenuItem>By name</MenuItem>
      </Menu>
      <Popover label="Filters" trigger={<button type="button">Filter</button>}>
        Any tag
      </Popover>
      <OverlayHost />
    </>,
  )
  const back = () => act(() => void dispatchEvent(new PopStateEvent('popstate')))
  fireEvent.keyDown(screen.getByRole('button', { name: 'Sort' }), { key: 'Enter' })
  await screen.findByRole('menuitem', { name: 'By name' })
  back()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  await screen.findByText('Any tag')
  back()
  await waitFor(() => expect(screen.queryByText('Any tag')).toBeNull())
  const overlay = createOverlay<Choice, 'red' | 'blue'>(Chooser)
  let answer = Promise.resolve<string | undefined>('')
  act(() => void (answer = overlay.open({ question: 'Which?' })))
  back()
  expect([await answer, dialog()]).toEqual([undefined, null])
})
