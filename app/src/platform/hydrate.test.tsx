// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dictionaries } from 'virtual:messages'
import { showErrorPage } from '../show-error-page.ts'
import { hydrate } from './document/hydrate.tsx'
import type { IslandKind } from './document/island.tsx'

test('S2.25 S8.11 an error inside an island replaces the page with the error page, and is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const messages = document.createElement('script')
  messages.id = 'messages'
  messages.type = 'application/json'
  messages.textContent = JSON.stringify(dictionaries.en)
  document.head.append(Object.assign(document.createElement('title'), { textContent: 'Sign in' }), messages)
  document.body.innerHTML = '<h1>Sign in</h1><div data-island="site/broken-island.tsx" data-props="{}"></div>'
  const error = new Error('The form broke')
  const island: IslandKind<object> = {
    name: 'site/broken-island.tsx',
    component: () => {
      throw error
    },
    messages: [],
  }
  await hydrate({ './site/broken-island.tsx': async () => ({ island }) }, '[data-island]', showErrorPage)
  expect(await screen.findByText('500')).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
    'The form broke',
  ])
  expect(document.title).toBe('The form broke – Ozvi')
  await waitFor(() => expect(log).toHaveBeenCalledWith('Error page 500', error))
})
