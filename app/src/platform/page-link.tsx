import { type ComponentProps, useCallback, useSyncExternalStore } from 'react'
import { Link, NavLink } from 'react-router'
import { pagePath, type PathArguments } from '#addresses'
import { type PageName } from '#pages'
import { useLocale } from './i18n/provider.tsx'
import { isPrefetching, onPrefetching } from './prefetching.ts'

/** Addresses of pages in the reader's language: `to('app-i-integrationId', { integrationId })`. */
export function usePath() {
  const locale = useLocale()
  return useCallback(
    <N extends PageName>(name: N, ...rest: PathArguments<N>) => pagePath(locale, name, ...rest),
    [locale],
  )
}

/** Goes to another page of the app without leaving it; what that page needs is fetched when one reaches for it. */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link prefetch="intent" {...props} />
}
/** One of the few places that are gone to all the time. */
export function PageNavLink(props: ComponentProps<typeof NavLink>) {
  const isEarly = useSyncExternalStore(onPrefetching, isPrefetching, () => false)
  return <NavLink prefetch={isEarly ? 'viewport' : 'intent'} {...props} />
}
