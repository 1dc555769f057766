// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useQueryParams } from './use-query-params.ts'

function Page() {
  const [, changeParams] = useQueryParams()
  return (
    <>
      <button onClick={() => changeParams({ list: null })}>Close</button>
      <button onClick={() => changeParams({ locale: 'en' })}>English</button>
    </>
  )
}

test('two changes before the page shows the first are both kept, and null removes a parameter', async () => {
  const router = createMemoryRouter([{ path: '/', loader: async () => null, element: <Page /> }], {
    initialEntries: ['/?list=open&page=2'],
    hydrationData: { loaderData: { '0': null } },
  })
  render(<RouterProvider router={router} />)
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  await act(async () => {
    press('Close')
    press('English')
  })
  expect(router.state.location.search).toBe('?page=2&locale=en')
  await act(async () => router.navigate('/?page=1'))
  await act(async () => press('English'))
  expect(router.state.location.search).toBe('?page=1&locale=en')
})
