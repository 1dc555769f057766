import { logWarning } from './log.ts'
import type { ColorPreference } from './request.ts'

/*
 * The preference stands in a cookie, so the server can say it in the first byte of HTML; `system` is
 * resolved by the inline script below before anything is painted, and follows the operating system live.
 */

const colorCookie = 'color-mode'
const colorCookieMaxAge_s = 365 * 24 * 60 * 60
const darkQuery = '(prefers-color-scheme: dark)'

export type ColorMode = 'light' | 'dark'
const isPreference = (value: string): value is ColorPreference => ['light', 'dark', 'system'].includes(value)

/** @param cookie as in the `Cookie` header or `document.cookie`. */
export function colorPreferenceOf(cookie: string | null): ColorPreference {
  const value = /(?:^|;\s*)color-mode=(\w+)/.exec(cookie ?? '')?.[1] ?? ''
  return isPreference(value) ? value : 'system'
}

/** A page's own mode goes before the reader's. Forcing `system` forces nothing, so it is warned against. */
export function resolveColorMode(of: {
  preference: ColorPreference
  forced?: ColorPreference | null | undefined
  is_system_dark: boolean
}): ColorMode {
  if (of.forced === 'system')
    logWarning('A page cannot force the colour mode "system"; the preference holds.')
  const wanted = of.forced && of.forced !== 'system' ? of.forced : of.preference
  if (wanted === 'system') return of.is_system_dark ? 'dark' : 'light'
  return wanted
}

/**
 * Runs in the head: sets `data-theme` by the reader's preference unless the page has forced one. The cookie is
 * read here as well, because a page rendered once for everyone knows nobody's preference.
 */
export const colorModeScript = `(function(h){if(h.dataset.forcedMode)return;var p=(/(?:^|;\\s*)color-mode=(light|dark|system)/.exec(document.cookie)||[])[1]||h.dataset.colorMode;h.dataset.colorMode=p;h.dataset.theme=p==='light'||p==='dark'?p:matchMedia('${darkQuery}').matches?'dark':'light'})(document.documentElement)`

const html = () => document.documentElement
function apply() {
  html().dataset.theme = resolveColorMode({
    preference: colorPreferenceOf(document.cookie),
    forced: html().dataset.forcedMode as ColorPreference | undefined, // written by our own root only
    is_system_dark: matchMedia(darkQuery).matches,
  })
}
const ears = new Set<() => void>()
export function setColorPreference(preference: ColorPreference) {
  document.cookie = `${colorCookie}=${preference}; path=/; max-age=${colorCookieMaxAge_s}; samesite=lax`
  html().dataset.colorMode = preference
  apply()
  for (const ear of ears) ear()
}
export const colorPreference = () => colorPreferenceOf(document.cookie)
export function onColorPreference(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
/** Keeps `system` true to the operating system while the page is open. */
export function followSystemColor() {
  matchMedia(darkQuery).addEventListener('change', apply)
}
