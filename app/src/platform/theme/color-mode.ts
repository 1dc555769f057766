import type { ColorPreference } from '../session/request.ts'
import { createListeners } from '../listeners.ts'

/*
 * The preference is in a cookie, so that the server can include it in the HTML; `system` is resolved by the inline
 * script below before the first paint, and follows the operating system.
 */

const colorCookie = 'color-mode'
const colorCookieMaxAge_s = 365 * 24 * 60 * 60
const darkQuery = '(prefers-color-scheme: dark)'

export type ColorMode = 'light' | 'dark'
export const isPreference = (value: string): value is ColorPreference =>
  ['light', 'dark', 'system'].includes(value)

/** @param cookie as in the `Cookie` header or `document.cookie`. */
export function colorPreferenceOf(cookie: string | null): ColorPreference {
  const value = /(?:^|;\s*)color-mode=(\w+)/.exec(cookie ?? '')?.[1] ?? ''
  return isPreference(value) ? value : 'system'
}

/** A mode forced by the page overrides the reader's preference. */
export function resolveColorMode(preferences: {
  preference: ColorPreference
  forced?: ColorPreference | null | undefined
  is_system_dark: boolean
}): ColorMode {
  const mode = preferences.forced ?? preferences.preference
  if (mode === 'system') return preferences.is_system_dark ? 'dark' : 'light'
  return mode
}

const systemWarning =
  'This page forces the color mode "system". It follows the operating system instead of the reader\'s choice.'
/**
 * Runs in the head: sets `data-theme` to the mode forced by the page, or else to the reader's preference. The script
 * also reads the cookie, because a prerendered page is the same for every reader. Forcing `system` logs a warning:
 * it overrides the reader's choice without choosing a mode.
 */
export const colorModeScript = `(function(h){var f=h.dataset.forcedMode,p=f;if(f==='system')console.warn(${JSON.stringify(systemWarning)});if(!f)h.dataset.colorMode=p=(/(?:^|;\\s*)color-mode=(light|dark|system)/.exec(document.cookie)||[])[1]||h.dataset.colorMode;h.dataset.theme=p==='light'||p==='dark'?p:matchMedia('${darkQuery}').matches?'dark':'light'})(document.documentElement)`

const html = () => document.documentElement
function apply() {
  html().dataset.theme = resolveColorMode({
    preference: colorPreferenceOf(document.cookie),
    forced: html().dataset.forcedMode as ColorPreference | undefined, // written by our own root only
    is_system_dark: matchMedia(darkQuery).matches,
  })
}
const listeners = createListeners()
export function setColorPreference(preference: ColorPreference) {
  document.cookie = `${colorCookie}=${preference}; path=/; max-age=${colorCookieMaxAge_s}; samesite=lax`
  html().dataset.colorMode = preference
  apply()
  listeners.notify()
}
export const colorPreference = () => colorPreferenceOf(document.cookie)
export const onColorPreference = listeners.subscribe
/** Follows changes of the operating system while the page is open. */
export function followSystemColor() {
  matchMedia(darkQuery).addEventListener('change', apply)
}
