// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { TranslatorProvider } from '#platform/i18n/provider.tsx'
import { translators } from '../../test/render.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['dialog', Dialog],
  ['drawer', Drawer],
])('a %s that a URL opens isn’t rendered by the server, only in the browser', async (_, Panel) => {
  const page = (
    <TranslatorProvider value={translators.en}>
      <h1>Workspaces</h1>
      <Panel isOpen onOpenChange={() => {}} title="New workspace">
        <input aria-label="Name" />
      </Panel>
    </TranslatorProvider>
  )
  const element = document.createElement('div')
  document.body.append(element)
  vi.stubGlobal('document', undefined)
  const html = renderToString(page)
  vi.unstubAllGlobals()
  element.innerHTML = html
  expect(html).toBe('<h1>Workspaces</h1>')
  const onRecoverableError = vi.fn()
  const root = await act(async () => hydrateRoot(element, page, { onRecoverableError }))
  expect(screen.getByRole('dialog', { name: 'New workspace' })).toBeDefined()
  expect(onRecoverableError).not.toHaveBeenCalled()
  act(() => root.unmount())
})
