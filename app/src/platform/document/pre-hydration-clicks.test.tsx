// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { preHydrationClicks, replayPreHydrationClick } from './pre-hydration-clicks.ts'

function Counters() {
  const [counts, setCounts] = useState({ first: 0, second: 0 })
  return (
    <>
      <button type="button" onClick={() => setCounts({ ...counts, first: counts.first + 1 })}>
        First {counts.first}
      </button>
      <button type="button" onClick={() => setCounts({ ...counts, second: counts.second + 1 })}>
        Second {counts.second}
      </button>
    </>
  )
}

test('the last button clicked before hydration is clicked once afterwards', async () => {
  // oxlint-disable-next-line typescript/no-implied-eval -- how the page's head runs it
  new Function(preHydrationClicks('body'))()
  const element = document.createElement('div')
  document.body.append(element)
  element.innerHTML = renderToString(<Counters />)
  const [first, second] = element.querySelectorAll('button')
  first?.click()
  second?.click()
  await act(async () => void hydrateRoot(element, <Counters />))
  expect(element.textContent).toBe('First 0Second 0')
  act(replayPreHydrationClick)
  expect(element.textContent).toBe('First 0Second 1')
  act(() => first?.click())
  expect(element.textContent).toBe('First 1Second 1')
})
