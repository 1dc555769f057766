import { readCollectors } from '#platform/analytics/config.ts'
import { followSystemColor, setColorPreference } from '#platform/theme/color-mode.ts'
import { localeCookieLine, localeOfPath } from '#platform/i18n/locale.ts'
import { siteIslands } from '#platform/document/island-names.ts'
import { logError } from '#platform/log.ts'
import { startBackgroundLater } from '#platform/document/start-background.ts'

/* Scripts of public pages, without React; islands, if the page has any, are loaded separately. */

followSystemColor()
startBackgroundLater()

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || !target.matches('[data-color-select]')) return
  if (target.value === 'light' || target.value === 'dark' || target.value === 'system') {
    setColorPreference(target.value)
  }
})
for (const select of document.querySelectorAll<HTMLSelectElement>('[data-color-select]')) {
  select.value = document.documentElement.dataset.colorMode ?? 'system'
}
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  const locale = link.matches('[data-locale-link]') && localeOfPath(new URL(link.href).pathname)
  if (locale) document.cookie = localeCookieLine(locale)
  if (link.matches('[data-go-back]') && history.length > 1 && !event.defaultPrevented) {
    event.preventDefault()
    history.back()
  }
})

if (document.querySelector('.prose, [data-documentation-search]')) {
  import('./site/content/hydrate-content.ts')
    .then(({ hydrateContent }) => hydrateContent())
    .catch((error: unknown) => logError('Failed to load the text enhancements', error))
}
if (location.search.includes('integrationId=')) {
  import('./site/activate-requested.ts')
    .then(({ activateRequested }) => activateRequested())
    .catch((error: unknown) => logError('Failed to activate the requested workspace', error))
}
const collectors = readCollectors()
if (collectors) {
  import('#platform/analytics/site-analytics.ts')
    .then(({ startSiteAnalytics }) => startSiteAnalytics(collectors))
    .catch((error: unknown) => logError('Failed to load the consent banner', error))
}
if (document.querySelector(siteIslands)) {
  import('./hydrate-islands.tsx')
    .then(({ hydrateIslands }) => hydrateIslands())
    .catch((error: unknown) => logError('The page failed to mount', error))
}
