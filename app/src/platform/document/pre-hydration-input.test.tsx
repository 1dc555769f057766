// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { reportPreHydrationInput, typedFields } from './pre-hydration-input.ts'

function Search() {
  const [text, setText] = useState('')
  const [checked, setChecked] = useState('')
  return (
    <label>
      <input
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={({ target }) => setChecked(target.value)}
      />{' '}
      {text || 'nothing'} {checked}
    </label>
  )
}
/** Server-rendered HTML with text that was typed before hydration. */
function typedInto(text: string) {
  const element = document.createElement('div')
  document.body.append(element)
  element.innerHTML = renderToString(<Search />)
  const field = element.querySelector('input')
  if (!field) throw new Error('no field')
  field.value = text
  return { element, field }
}

test('text typed before hydration is in the state of the page, and its field is unchanged', async () => {
  const { element, field } = typedInto('kettle')
  await act(async () => void hydrateRoot(element, <Search />))
  expect(element.textContent).toContain('nothing')
  act(() => reportPreHydrationInput(typedFields(element)))
  expect([field.value, element.textContent?.trim()]).toEqual(['kettle', 'kettle kettle'])
})
test('a field that isn’t hydrated yet is hydrated first', async () => {
  const { element, field } = typedInto('kettle')
  await act(async () => {
    hydrateRoot(element, <Search />)
    reportPreHydrationInput(typedFields(element))
  })
  expect([field.value, element.textContent?.trim()]).toEqual(['kettle', 'kettle kettle'])
})
