import { type ComponentProps, useCallback, useSyncExternalStore } from 'react'
import { Link, NavLink } from 'react-router'
import { pagePath, type PathArguments } from '#addresses'
import { type PageName } from '#pages'
import { useLocale } from '../i18n/provider.tsx'
import { isPrefetching, canPrefetch, onPrefetching } from './prefetching.ts'

/** Paths of pages in the reader's language: `to('app-i-integrationId', { integrationId })`. */
export function usePath() {
  const locale = useLocale()
  return useCallback(
    <N extends PageName>(name: N, ...rest: PathArguments<N>) => pagePath(locale, name, ...rest),
    [locale],
  )
}

const onIntent = () => (canPrefetch() ? 'intent' : 'none')

/** A link within the app. Prefetches the scripts of its page on hover and focus. */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link prefetch={onIntent()} {...props} />
}
/** A link of the main navigation: prefetches the scripts of its page when visible. */
export function PageNavLink(props: ComponentProps<typeof NavLink>) {
  const isPrefetched = useSyncExternalStore(onPrefetching, isPrefetching, () => false)
  return <NavLink prefetch={isPrefetched ? 'viewport' : onIntent()} {...props} />
}
