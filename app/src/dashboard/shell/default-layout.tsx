import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { type MiddlewareFunction, Outlet, redirectDocument, useNavigation, useParams } from 'react-router'
import { useAnalytics } from '#platform/analytics/use-analytics.ts'
import { build } from '#platform/build.ts'
import { checkAccess } from '#platform/access.ts'
import { activateShown, requireFactors, requireMember, requireOpen } from '#platform/guards.ts'
import { learnLateWords } from '#platform/i18n/load.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePublicConfig } from '#platform/root-data.ts'
import { queryClient } from '#platform/query-client.ts'
import { connectRealtime } from '#platform/realtime.ts'
import { pageRequest } from '#platform/request.ts'
import { placeOf } from '#addresses'
import { useUser } from '#platform/session.ts'
import { integrationAt } from '#dashboard/integrations'
import { OverlayHost } from '#ui/overlays.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { ToastHost } from '#ui/toast-host.tsx'
import type { RouteHandle } from '../../root.tsx'
import { ErrorToasts } from './error-toasts.tsx'
import { Membership } from './membership.tsx'
import { ShellCommands } from './shell-commands.tsx'
import { Shell } from './shell.tsx'

export const handle: RouteHandle = { is_app: true }

/** The longest that a busy page puts off its live connection. */
const realtimeWait_ms = 2000

/** What can be told before the app is loaded: without a session cookie there is nothing to load it for. */
export const middleware: MiddlewareFunction<Response>[] = [
  ({ url, context }) => {
    const { has_session } = context.get(pageRequest)
    checkAccess(placeOf(url.pathname)?.page.access ?? 'member', { url, has_session })
  },
]
export const clientMiddleware: MiddlewareFunction[] = [
  async ({ url }) => {
    // A newer build is there: its page, from the server.
    if (build.isLeft()) throw redirectDocument(url.pathname + url.search)
    const { user } = await requireMember(url)
    requireOpen(url, user)
    requireFactors(url, user)
    await activateShown(url, user)
    if (placeOf(url.pathname)?.page.hasLateWords) await learnLateWords()
  },
]
/** Makes the server render the fallback below: the app itself begins in the browser. */
export const clientLoader = () => null

/** The shell in the first HTML: its words are there before any script is. */
export function HydrateFallback() {
  const { integrationId } = useParams()
  return (
    <Shell integrationId={integrationId} user={null}>
      <PageSkeleton />
    </Shell>
  )
}

// The router asks for a default export.
export default function DefaultLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  )
}

function App() {
  const t = useT()
  const user = useUser()
  const { integrationId } = useParams()
  const shown = integrationAt(user, integrationId)
  const { realtime } = usePublicConfig()
  const navigation = useNavigation()
  useAnalytics(user.email)
  useEffect(() => {
    // What the page shows goes first; live updates read again what may have changed meanwhile.
    const start = () => void connectRealtime(user.id, realtime)
    if (!('requestIdleCallback' in globalThis)) return start()
    const idle = requestIdleCallback(start, { timeout: realtimeWait_ms })
    return () => cancelIdleCallback(idle)
  }, [user.id, realtime])
  return (
    <>
      <ProgressBar isBusy={navigation.state !== 'idle'} label={t('ui.loading')} />
      <Shell integrationId={integrationId} user={user}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </Shell>
      {shown && <Membership integration={shown} />}
      {integrationId && <ShellCommands integrationId={integrationId} />}
      <ErrorToasts />
      <OverlayHost />
      <ToastHost />
    </>
  )
}

function PageSkeleton() {
  return (
    <SkeletonArea className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-8 sm:px-8">
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </SkeletonArea>
  )
}
