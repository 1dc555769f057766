// @vitest-environment jsdom
import { runInThisContext } from 'node:vm'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  colorModeScript,
  colorPreference,
  followSystemColor,
  onColorPreference,
  resolveColorMode,
  setColorPreference,
} from './color-mode.ts'

let is_system_dark = false
let change: () => void = () => {}
const theme = () => document.documentElement.dataset.theme

beforeEach(() => {
  is_system_dark = false
  vi.stubGlobal('matchMedia', () => ({
    matches: is_system_dark,
    addEventListener: (_: string, listener: () => void) => {
      change = listener
    },
  }))
  document.documentElement.removeAttribute('data-theme')
  document.documentElement.removeAttribute('data-forced-mode')
})

test('S1.08 S3.06 S4.12 the preference is stored, resolved and emitted to listeners', () => {
  const listener = vi.fn()
  onColorPreference(listener)
  setColorPreference('dark')
  expect([colorPreference(), theme(), listener.mock.calls.length]).toEqual(['dark', 'dark', 1])
  setColorPreference('light')
  expect([colorPreference(), theme()]).toEqual(['light', 'light'])
})
test('S1.08 S4.12 system follows the operating system, live', () => {
  setColorPreference('system')
  followSystemColor()
  expect(theme()).toBe('light')
  is_system_dark = true
  change()
  expect(theme()).toBe('dark')
})
test('S4.12 a page can force a mode', () => {
  document.documentElement.dataset.forcedMode = 'dark'
  setColorPreference('light')
  expect(theme()).toBe('dark')
  expect(resolveColorMode({ preference: 'dark', forced: 'light', is_system_dark: true })).toBe('light')
})
test('S4.12 a page that forces system logs a warning and follows the operating system', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  document.documentElement.dataset.forcedMode = 'system'
  document.cookie = 'color-mode=light'
  is_system_dark = true
  runInThisContext(colorModeScript)
  expect(theme()).toBe('dark')
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('forces the color mode "system"'))
  followSystemColor()
  is_system_dark = false
  change()
  expect(theme()).toBe('light')
})
test('S4.12 the mode is set before the first paint, from the cookie if the page has none', () => {
  document.cookie = 'color-mode=; max-age=0'
  document.documentElement.dataset.colorMode = 'system'
  is_system_dark = true
  runInThisContext(colorModeScript)
  expect(theme()).toBe('dark')
  document.cookie = 'color-mode=light'
  runInThisContext(colorModeScript)
  expect(theme()).toBe('light')
})
