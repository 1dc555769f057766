// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { type ComponentType, lazy } from 'react'
import { createRoutesStub, Link } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { PageOutlet } from './page-outlet.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: false }))
afterEach(() => void vi.useRealTimers())

const base = '/en/app/i/1'
const never = () => new Promise<never>(() => {})
const Home = () => (
  <>
    <p>The old page</p>
    <Link to={`${base}/contacts`}>Contacts</Link>
    <Link to="?days=7">Seven days</Link>
  </>
)
/** An app whose next page loads in a configurable way. */
function showPages(contacts: { loader?: () => unknown; Component?: ComponentType }) {
  const Layout = () => (
    <PageOutlet
      keyOf={({ page }) => page.name}
      skeleton={(isImmediate) => <p>{isImmediate ? 'Skeleton at once' : 'Skeleton'}</p>}
    />
  )
  const Stub = createRoutesStub([
    {
      path: base,
      Component: Layout,
      children: [
        { index: true, Component: Home },
        { path: 'contacts', Component: () => <p>The next page</p>, ...contacts },
      ],
    },
  ])
  show(<Stub initialEntries={[base]} />)
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('link', { name })))
const shown = () =>
  ['The old page', 'Skeleton', 'Skeleton at once', 'The next page'].filter((text) => screen.queryByText(text))

test('S9.07 a page with pending scripts or data shows its skeleton within 100 ms', async () => {
  showPages({ loader: never })
  await press('Contacts')
  await pass(50)
  expect(shown()).toEqual(['The old page'])
  await pass(50)
  expect(shown()).toEqual(['Skeleton at once'])
})
test('S9.07 a page that loads sooner is shown without a skeleton', async () => {
  showPages({ loader: () => new Promise((resolve) => setTimeout(resolve, 60, null)) })
  await press('Contacts')
  await pass(50)
  expect(shown()).toEqual(['The old page'])
  await pass(20)
  expect(shown()).toEqual(['The next page'])
})
test('S9.07 a page waiting for data shows its skeleton instead of the old page', async () => {
  showPages({ Component: lazy(never) })
  await press('Contacts')
  await pass(0)
  expect(shown()).toEqual(['Skeleton'])
})
test('navigation within a page keeps it mounted', async () => {
  showPages({})
  await press('Seven days')
  await pass(200)
  expect(shown()).toEqual(['The old page'])
})
