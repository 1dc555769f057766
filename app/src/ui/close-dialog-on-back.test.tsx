// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { show } from '../../test/render.tsx'
import { CloseDialogOnBack, usePageBlocker } from './close-dialog-on-back.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { OverlayHost } from './overlays.tsx'

/** A page that asks before it is left. */
function Guard() {
  const blocker = usePageBlocker(() => true)
  return blocker.state === 'blocked' && <button onClick={() => blocker.proceed()}>Leave</button>
}
/** A page with a dialog and a drawer. */
function Page({ isDirty }: { isDirty: boolean }) {
  const [opened, setOpened] = useState('')
  const change = (isOpen: boolean) => !isOpen && setOpened('')
  return (
    <>
      <h1>Tags</h1>
      <button type="button" onClick={() => setOpened('dialog')}>
        New tag
      </button>
      <button type="button" onClick={() => setOpened('drawer')}>
        Details
      </button>
      <Dialog isOpen={opened === 'dialog'} onOpenChange={change} title="New tag">
        <input aria-label="Name" />
      </Dialog>
      <Drawer isOpen={opened === 'drawer'} onOpenChange={change} title="Details">
        Used twice
      </Drawer>
      {isDirty && <Guard />}
    </>
  )
}

function showPages({ isDirty = false } = {}) {
  const Layout = () => (
    <>
      <Outlet />
      <OverlayHost />
      <CloseDialogOnBack />
    </>
  )
  const router = createMemoryRouter(
    [
      {
        Component: Layout,
        children: [
          { path: '/inbox', element: <h1>Inbox</h1> },
          { path: '/tags', element: <Page isDirty={isDirty} /> },
        ],
      },
    ],
    { initialEntries: ['/inbox', '/tags'] },
  )
  show(<RouterProvider router={router} />)
  const goBack = () => act(() => router.navigate(-1))
  return { router, goBack }
}
const dialogs = () => screen.queryAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-labelledby'))

test.each(['New tag', 'Details'])(
  'going back closes “%s” and stays on the page; going back again leaves it',
  async (name) => {
    const { router, goBack } = showPages()
    fireEvent.click(screen.getByRole('button', { name }))
    await screen.findByRole('dialog', { name })
    await goBack()
    await waitFor(() => expect(dialogs()).toEqual([]))
    expect(router.state.location.pathname).toBe('/tags')
    await goBack()
    await screen.findByRole('heading', { name: 'Inbox' })
  },
)
test('going back asks before typed text in a dialog is lost, and going back once more keeps it', async () => {
  const { router, goBack } = showPages()
  fireEvent.click(screen.getByRole('button', { name: 'New tag' }))
  const field = await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'Returns' } })
  await goBack()
  await screen.findByRole('dialog', { name: 'Discard your changes?' })
  await goBack()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull())
  expect(field).toHaveProperty('value', 'Returns')
  expect(screen.getByRole('dialog', { name: 'New tag' }).isConnected).toBe(true)
  expect(router.state.location.pathname).toBe('/tags')
})
test('on a page that asks before it is left, going back closes the dialog first and then asks', async () => {
  const { router, goBack } = showPages({ isDirty: true })
  fireEvent.click(screen.getByRole('button', { name: 'New tag' }))
  await screen.findByRole('dialog', { name: 'New tag' })
  await goBack()
  await waitFor(() => expect(dialogs()).toEqual([]))
  await goBack()
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/inbox'))
})
