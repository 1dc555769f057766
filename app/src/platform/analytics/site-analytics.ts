import type { Collectors } from '@ozvi/contract'
import { defaultLocale, localeOfPath } from '../i18n/locale.ts'
import { startAnalytics } from './analytics.ts'

/** Public pages: one visit each, and a button in the footer by which the choice is changed. */
export async function startSiteAnalytics(collectors: Collectors) {
  const locale = localeOfPath(location.pathname) ?? defaultLocale
  const analytics = await startAnalytics(collectors, locale, false)
  for (const button of document.querySelectorAll<HTMLElement>('[data-cookie-settings]')) {
    button.addEventListener('click', analytics.openSettings)
    button.hidden = false
  }
  analytics.visit(location.href)
  return analytics
}
