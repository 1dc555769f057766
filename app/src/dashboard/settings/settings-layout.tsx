import { useEffect, useRef } from 'react'
import { useLocation, useParams } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { PageNavLink } from '#platform/document/page-link.tsx'
import { PageOutlet } from '#platform/page-outlet.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { navPages, navPath } from '#dashboard/shell'
import { PendingBadge } from '#dashboard/suggestions'

// The router requires a default export.
export default function SettingsLayout() {
  const t = useT()
  const locale = useLocale()
  const { integrationId = '' } = useParams()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the list is a row that scrolls sideways.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <div className="mx-auto flex max-w-5xl flex-col has-data-wide:max-w-7xl gap-6 px-4 py-6 sm:px-8 sm:py-8 xl:flex-row xl:gap-10">
      <nav ref={nav} aria-label={t('shell.settings')} className="shrink-0 xl:w-48">
        <p className="px-2.5 pb-2 text-sm font-medium text-muted max-xl:hidden">{t('shell.settings')}</p>
        <ul className="flex gap-1 overflow-x-auto max-xl:border-b max-xl:border-line max-xl:pb-2 xl:flex-col xl:gap-0.5">
          {navPages('settings').map((page) => (
            <li key={page.name}>
              <PageNavLink
                to={navPath(locale, page, integrationId)}
                className={({ isActive }) =>
                  cn(
                    'flex h-9 items-center gap-2.5 rounded-control px-2.5 text-base whitespace-nowrap text-muted hover:bg-inset hover:text-ink touch:h-11',
                    isActive && 'bg-inset font-medium text-ink forced-colors:outline',
                  )
                }
              >
                <Icon name={page.nav.icon} />
                {t(page.nav.label)}
                {page.name === 'app-i-integrationId-settings-replies' && <PendingBadge kind="canned_reply" />}
                {page.name === 'app-i-integrationId-settings-data-sources' && (
                  <PendingBadge kind="question" />
                )}
              </PageNavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 max-w-180 flex-1 has-data-wide:max-w-none">
        <PageOutlet
          keyOf={({ page }) => page.name}
          skeleton={(isImmediate) => (
            <SkeletonArea isImmediate={isImmediate} className="flex flex-col gap-4">
              <Skeleton className="h-8 w-40" />
              <Skeleton className="h-56 rounded-card" />
            </SkeletonArea>
          )}
        />
      </div>
    </div>
  )
}
