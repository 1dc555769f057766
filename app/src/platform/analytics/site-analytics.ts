import type { Collectors } from '@ozvi/contract'
import { defaultLocale, localeOfPath } from '../i18n/locale.ts'
import { startAnalytics } from './analytics.ts'

/** For public pages: one page view each, and a button in the footer to change consent. */
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
