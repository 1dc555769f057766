// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { renderHook, act } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { densityScript, setDensity, useDensity } from './density.ts'

afterEach(() => setDensity('comfortable'))

test('the density is stored in this browser and set before the first paint', () => {
  const { result } = renderHook(useDensity)
  expect(result.current).toBe('comfortable')
  act(() => setDensity('compact'))
  expect(result.current).toBe('compact')
  expect(document.cookie).toContain('density=compact')
  delete document.documentElement.dataset['density']
  runInThisContext(densityScript)
  expect(document.documentElement.dataset['density']).toBe('compact')
  act(() => setDensity('comfortable'))
  delete document.documentElement.dataset['density']
  runInThisContext(densityScript)
  expect(document.documentElement.dataset['density']).toBeUndefined()
})
