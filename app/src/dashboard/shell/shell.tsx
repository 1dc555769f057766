import type { CurrentUser } from '@ozvi/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { workspaceAt } from '#platform/session/workspace.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { cn } from '#ui/cn.ts'
import { Logo, LogoSign } from '#ui/logo.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { BottomNav, RailNav } from './nav.tsx'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

/** Loaded after the page. */
const Bell = lazy(() => import('#dashboard/notifications').then((module) => ({ default: module.Bell })))

interface ShellProps {
  /** Undefined on the workspace list, which has no sidebar. */
  integrationId: string | undefined
  /** Null while unknown; the frame is rendered anyway. */
  user: CurrentUser | null
  children: ReactNode
}
/** The frame of every page: a rail with labels or icons, or a bar at the bottom on a phone. */
export function Shell({ integrationId, user, children }: ShellProps) {
  const t = useT()
  const currentWorkspace = user ? workspaceAt(user, integrationId) : undefined
  // On a phone a conversation has the whole screen.
  const isThread = /\/conversation\/[^/]+$/.test(useLocation().pathname)
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-page small:overflow-y-auto">
      <a
        href="#content"
        className="sr-only rounded-control bg-ink px-3 py-2 text-page focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        {t('shell.skip')}
      </a>
      <ConnectionBanner />
      {integrationId ? (
        <div className="flex min-h-0 flex-1 flex-col small:flex-none md:flex-row">
          <aside
            className={cn(
              'flex shrink-0 items-center gap-2 border-b border-line bg-subtle px-3 py-2 print:hidden md:w-14 md:flex-col md:items-stretch md:border-r md:border-b-0 md:px-2 md:py-3 lg:w-54 lg:px-3',
              isThread && 'max-md:hidden',
            )}
          >
            <WorkspaceSwitcher integrationId={integrationId} user={user} />
            <RailNav integrationId={integrationId} integration={currentWorkspace} />
            <div className="ml-auto flex items-center gap-1 md:mt-auto md:ml-0 md:flex-col md:items-stretch">
              <div className="size-9 touch:size-11 lg:w-full">
                {currentWorkspace && (
                  <Suspense>
                    <Bell integration_id={currentWorkspace.id} />
                  </Suspense>
                )}
              </div>
              <UserMenu user={user} integration={currentWorkspace} />
            </div>
          </aside>
          <main
            id="content"
            tabIndex={-1}
            className="relative min-h-0 min-w-0 flex-1 overflow-y-auto outline-none small:min-h-dvh small:content-height"
          >
            {children}
          </main>
          {!isThread && <BottomNav integrationId={integrationId} integration={currentWorkspace} />}
        </div>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col small:flex-none">
          <header
            // The preview next to the setup has its own headers.
            aria-label="Ozvi"
            className="flex items-center justify-between border-b border-line bg-subtle px-4 py-2.5 print:hidden sm:px-6"
          >
            <HomeLink />
            <UserMenu user={user} isAlone />
          </header>
          <main
            id="content"
            tabIndex={-1}
            className="relative min-h-0 flex-1 overflow-y-auto outline-none small:min-h-dvh small:content-height"
          >
            {children}
          </main>
        </div>
      )}
    </div>
  )
}

function HomeLink() {
  const t = useT()
  const to = usePath()
  return (
    <PageLink to={to('app')} className="rounded-control" aria-label={t('shell.home_link')}>
      <Logo className="max-sm:hidden" />
      <LogoSign className="sm:hidden" />
    </PageLink>
  )
}
