import type { Collectors, Locale } from '@ozvi/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useLocale } from '../i18n/provider.tsx'
import { usePublicConfig } from '../session/root-data.ts'

const start = async (collectors: Collectors, locale: Locale) =>
  (await import('./analytics.ts')).startAnalytics(collectors, locale, true)

/** Reports each page of the app and its user to the configured services. */
export function useAnalytics(email: string) {
  const { collectors } = usePublicConfig()
  const locale = useLocale()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const { href } = location
    if (collectors) void start(collectors, locale).then((analytics) => analytics.visit(href, email))
    // Each path and query is a page view.
  }, [collectors, locale, email, pathname, search])
}

/** Opens the cookie settings; undefined if there is nothing to choose. */
export function useCookieSettings() {
  const { collectors } = usePublicConfig()
  const locale = useLocale()
  return collectors && (() => void start(collectors, locale).then((analytics) => analytics.openSettings()))
}
