import type { Collectors, Locale } from '@ozvi/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useLocale } from '../i18n/provider.tsx'
import { usePublicConfig } from '../session/root-data.ts'

const start = async (collectors: Collectors, locale: Locale) =>
  (await import('./analytics.ts')).startAnalytics(collectors, locale, true)

/** Tells the collectors, if there are any, of each page of the app and of who looks at it. */
export function useAnalytics(email: string) {
  const { collectors } = usePublicConfig()
  const locale = useLocale()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const { href } = location
    if (collectors) void start(collectors, locale).then((analytics) => analytics.visit(href, email))
    // Each address is a visit, so path and query start it anew.
  }, [collectors, locale, email, pathname, search])
}

/** Opens the choice of cookies; undefined where there is nothing to choose. */
export function useCookieSettings() {
  const { collectors } = usePublicConfig()
  const locale = useLocale()
  return collectors && (() => void start(collectors, locale).then((analytics) => analytics.openSettings()))
}
