import { type CurrentUser, integrationIdCharsMin } from '@ozvi/contract'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  redirect,
  redirectDocument,
  useNavigation,
  useParams,
  useRevalidator,
} from 'react-router'
import { useAnalytics } from '#platform/analytics/use-analytics.ts'
import { build } from '#platform/document/build-info.ts'
import { checkAccess } from '#platform/session/access.ts'
import { integrationToActivate } from '#platform/session/activation.ts'
import {
  activateCurrentWorkspace,
  requireEntry,
  requireMember,
  requireOpenWorkspace,
  requireUser,
} from '#platform/session/guards.ts'
import { loadLazyMessages } from '#platform/i18n/load.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { PageOutlet } from '#platform/page-outlet.tsx'
import { PageData } from '#platform/calls/page-data.tsx'
import { inWorkspace, preload } from '#platform/calls/page-queries.ts'
import { serverCache } from '#platform/calls/server-cache.ts'
import { connectRealtime } from '#platform/realtime/realtime.ts'
import { pageRequest } from '#platform/session/request.ts'
import { type PageLocation, pageLocationOf } from '#addresses'
import { workspaceAt } from '#platform/session/workspace.ts'
import { sessionQuery, SignedIn, useUser } from '#platform/session/session.tsx'
import { sidebarQueries } from '#dashboard/conversations/sidebar'
import { CloseDialogOnBack } from '#ui/close-dialog-on-back.tsx'
import { OverlayHost } from '#ui/overlays.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { ToastHost } from '#ui/toast-host.tsx'
import type { RouteHandle } from '../../root.tsx'
import { ErrorToasts } from './error-toasts.tsx'
import { SessionGate } from './session-gate.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { Shell } from './shell.tsx'

/* Both render nothing; loaded after the page. */
const ShellCommands = lazy(async () => ({ default: (await import('./shell-commands.tsx')).ShellCommands }))
const Membership = lazy(async () => ({ default: (await import('./membership.tsx')).Membership }))

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
    requireEntry(url, user, redirectDocument)
    await activateCurrentWorkspace(url, user)
    if (pageLocationOf(url.pathname)?.page.hasLazyMessages) await loadLazyMessages()
  },
]
const ofWorkspace = inWorkspace(({ id }) => sidebarQueries(id))
const preloadShell = preload(async (at) => [sessionQuery, ...(await ofWorkspace(at))])
/** Runs the same guards for the first page, on the server. */
export async function loader(args: LoaderFunctionArgs) {
  const { url, params, context } = args
  const state = await preloadShell(args)
  const session = context.get(serverCache).getQueryData(sessionQuery.queryKey)
  // The browser retries and shows the error.
  if (!session) return null
  const user = requireUser(url, session, redirect)
  requireOpenWorkspace(url, user)
  requireEntry(url, user, redirect)
  const { integrationId } = params
  // The browser shows why it can't be activated.
  if (integrationId && !workspaceAt(user, integrationId)) return null
  return state
}
export const clientLoader = () => null

// The router requires a default export.
export default function DefaultLayout() {
  return (
    <PageData>
      <SignedIn>
        <SessionGate fallback={<Frame />}>
          <App />
        </SessionGate>
      </SignedIn>
    </PageData>
  )
}

/** The app until the session is known. */
function Frame() {
  const { integrationId } = useParams()
  const { revalidate } = useRevalidator()
  // Runs the guards above, which read the session.
  useEffect(() => void revalidate(), [revalidate])
  return (
    <Shell integrationId={integrationId} user={null}>
      <PageSkeleton />
    </Shell>
  )
}

function App() {
  const user = useUser()
  const { integrationId } = useParams()
  const currentWorkspace = workspaceAt(user, integrationId)
  const { realtime } = usePublicConfig()
  useAnalytics(user.email)
  useActivation(user)
  const isUnknown = isUnknownWorkspace(user, integrationId)
  const [isFirstUnknown] = useState(isUnknown)
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
        {/* The guards lead away from it, after the first render. */}
        {isFirstUnknown && isUnknown ? (
          <PageSkeleton />
        ) : (
          <PageOutlet
            keyOf={shellKey}
            skeleton={(isImmediate) => <PageSkeleton isImmediate={isImmediate} />}
          />
        )}
      </Shell>
      {currentWorkspace && (
        <Suspense>
          <Membership integration={currentWorkspace} />
        </Suspense>
      )}
      {integrationId && (
        <Suspense>
          <ShellCommands integrationId={integrationId} integration={currentWorkspace} />
        </Suspense>
      )}
      <ErrorToasts />
      <OverlayHost />
      <CloseDialogOnBack />
      <ToastHost />
    </>
  )
}

/** Whether an address names a workspace that the user isn't a member of; shorter values aren't ids. */
const isUnknownWorkspace = (user: CurrentUser, integrationId: string | undefined) =>
  integrationId !== undefined &&
  integrationId.length >= integrationIdCharsMin &&
  !workspaceAt(user, integrationId)

/** Runs the guards if the URL of the first page names another workspace than the active one. */
function useActivation(user: CurrentUser) {
  const { revalidate } = useRevalidator()
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) return
    first.current = false
    const url = new URL(location.href)
    if (integrationToActivate(url, pageLocationOf(url.pathname), user)) void revalidate()
  }, [user, revalidate])
}

/** A separate component, so that pending navigation doesn't render the page again. */
function Progress() {
  const t = useT()
  const { state } = useNavigation()
  return <ProgressBar isBusy={state !== 'idle'} label={t('ui.loading')} />
}
