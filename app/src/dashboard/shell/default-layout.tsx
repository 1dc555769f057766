import { can } from '@ozvi/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { type MiddlewareFunction, redirectDocument, useNavigation, useParams } from 'react-router'
import { useAnalytics } from '#platform/analytics/use-analytics.ts'
import { build } from '#platform/document/build-info.ts'
import { checkAccess } from '#platform/session/access.ts'
import { drawnId } from '#platform/drawn.ts'
import {
  activateCurrentWorkspace,
  requireTwoFactor,
  requireMember,
  requireOpenWorkspace,
} from '#platform/session/guards.ts'
import { loadLazyMessages } from '#platform/i18n/load.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { PageOutlet } from '#platform/page-outlet.tsx'
import { queryClient } from '#platform/calls/query-client.ts'
import { connectRealtime } from '#platform/realtime/realtime.ts'
import { pageRequest } from '#platform/session/request.ts'
import { enterPage, findDrawing, leaveDrawing } from '#platform/taking-over.ts'
import { type PageLocation, pageLocationOf } from '#addresses'
import { SignedIn, useUser } from '#platform/session/session.tsx'
import { integrationAt } from '#dashboard/integrations'
import { OverlayHost } from '#ui/overlays.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { ToastHost } from '#ui/toast-host.tsx'
import type { RouteHandle } from '../../root.tsx'
import { Drawn } from './drawn.tsx'
import { ErrorToasts } from './error-toasts.tsx'
import { Membership } from './membership.tsx'
import { SessionGate } from './session-gate.tsx'
import { ShellCommands } from './shell-commands.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { Shell } from './shell.tsx'

export const handle: RouteHandle = { is_app: true }

/** The inbox and the settings stay mounted while their pages change. */
const shellKey = ({ page, params }: PageLocation) =>
  `${page.layout === 'default' ? page.name : page.layout} ${params.integrationId ?? ''}`

/** Maximum delay of the live connection on a busy page. */
const realtimeWait_ms = 2000

/** Checks before the app is loaded: without a session cookie there is nothing to load. */
export const middleware: MiddlewareFunction<Response>[] = [
  ({ url, context }) => {
    const { has_session } = context.get(pageRequest)
    checkAccess(pageLocationOf(url.pathname)?.page.access ?? 'member', { url, has_session })
  },
]
export const clientMiddleware: MiddlewareFunction[] = [
  async ({ url }) => {
    // A newer build exists: load its page from the server.
    if (build.isOutdated()) throw redirectDocument(url.pathname + url.search)
    const { user } = await requireMember(url)
    requireOpenWorkspace(url, user)
    requireTwoFactor(url, user)
    await activateCurrentWorkspace(url, user)
    if (pageLocationOf(url.pathname)?.page.hasLazyMessages) await loadLazyMessages()
  },
]
/** The browser makes the page itself; until it has, the drawing stands. */
export const clientLoader = import.meta.env.SSR ? undefined : () => null

/** Keeps the server's snapshot. */
export function HydrateFallback() {
  useLayoutEffect(() => {
    findDrawing()
    return leaveDrawing
  }, [])
  if (import.meta.env.SSR) return <Drawn />
  return (
    <div
      id={drawnId}
      className="contents"
      // oxlint-disable-next-line react/no-danger -- nothing: what is there is not looked through
      dangerouslySetInnerHTML={{ __html: '' }}
      suppressHydrationWarning
    />
  )
}

// The router requires a default export.
export default function DefaultLayout() {
  if (import.meta.env.SSR) return <Drawn />
  return (
    <QueryClientProvider client={queryClient}>
      <SignedIn>
        <SessionGate>
          <App />
        </SessionGate>
      </SignedIn>
    </QueryClientProvider>
  )
}

function App() {
  const user = useUser()
  const { integrationId } = useParams()
  const currentWorkspace = integrationAt(user, integrationId)
  const { realtime } = usePublicConfig()
  useAnalytics(user.email)
  useEffect(() => void enterPage(), [])
  useEffect(() => {
    // The page's content loads first; live updates refetch what changed in the meantime.
    const start = () => void connectRealtime(user.id, realtime)
    if (!('requestIdleCallback' in globalThis)) return start()
    const idle = requestIdleCallback(start, { timeout: realtimeWait_ms })
    return () => cancelIdleCallback(idle)
  }, [user.id, realtime])
  return (
    <>
      <Progress />
      <Shell integrationId={integrationId} user={user}>
        <PageOutlet keyOf={shellKey} skeleton={(isImmediate) => <PageSkeleton isImmediate={isImmediate} />} />
      </Shell>
      {currentWorkspace && <Membership integration={currentWorkspace} />}
      {integrationId && (
        <ShellCommands
          integrationId={integrationId}
          canAnswer={currentWorkspace !== undefined && can(currentWorkspace.role, 'conversations.answer')}
        />
      )}
      <ErrorToasts />
      <OverlayHost />
      <ToastHost />
    </>
  )
}

/** A separate component, so that pending navigation doesn't render the page again. */
function Progress() {
  const t = useT()
  const { state } = useNavigation()
  return <ProgressBar isBusy={state !== 'idle'} label={t('ui.loading')} />
}
