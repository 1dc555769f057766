import { agentName, type Integration } from '@ozvi/contract'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { loadSiteChat } from '#platform/document/site-chat.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { useUser } from '#platform/session/session.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { RemovedFromWorkspace, ReceivedInvitations } from '#dashboard/users'
import { useWorkspaceActivity } from './activity.ts'
import { findWorkspaces, useIntegrations, integrationsQuery } from './data.ts'
import { quickCreate } from './quick-create.ts'
import { ClosedCard, WorkspaceCard } from './workspace-card.tsx'

/* Loaded on first use. The error's chunk is shared with forms, which the first page doesn't need. */
const LoadError = lazy(async () => ({ default: (await import('#ui/load-error.tsx')).LoadError }))
const CreateDialog = lazy(async () => ({ default: (await import('./create-dialog.tsx')).CreateDialog }))

/** Number of workspaces from which a filter is shown. */
const filter_min = 9

export const queries: Queries = () => [integrationsQuery]
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function PickerPage() {
  const t = useT()
  const user = useUser()
  const integrations = useIntegrations()
  const [search, setSearch] = useSearchParams()
  const setCreating = (isOpen: boolean) => setSearch(isOpen ? { create: '1' } : {}, { replace: true })
  // Someone coming from inside a workspace had no chat on that page.
  useEffect(loadSiteChat, [])
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-8 pb-24 sm:px-8 sm:pt-12">
      <title>{`${t('integrations.picker_title')} – Ozvi`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">
        {t('home.greeting', { name: agentName(user) })}
      </h1>
      {integrations.data?.length !== 0 && (
        <p className="mt-1 text-md text-muted">{t('integrations.picker_text')}</p>
      )}
      <Suspense>
        <RemovedFromWorkspace />
        <ReceivedInvitations />
      </Suspense>
      {integrations.data ? (
        <Workspaces integrations={integrations.data} onCreate={() => setCreating(true)} />
      ) : integrations.error ? (
        <Suspense>
          <LoadError
            title={t('integrations.failed')}
            error={integrations.error}
            isFetching={integrations.isFetching}
            refetch={integrations.refetch}
            className="mt-8"
          />
        </Suspense>
      ) : (
        <SkeletonArea className="mt-8">
          <Skeleton className="h-32 rounded-card" />
        </SkeletonArea>
      )}
      {search.has('create') && (
        <Suspense>
          <CreateDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The workspaces, with a filter if there are many. */
function Workspaces({
  integrations,
  onCreate,
}: {
  integrations: readonly Integration[]
  onCreate: () => void
}) {
  const t = useT()
  const activity = useWorkspaceActivity()
  const [filter, setFilter] = useState('')
  const matches = findWorkspaces(integrations, filter)
  if (integrations.length === 0) return <NoWorkspaces />
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-md font-semibold">{t('shell.workspaces')}</h2>
        {integrations.length >= filter_min && (
          <Input
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            aria-label={t('integrations.filter')}
            placeholder={t('integrations.filter')}
            className="w-56"
          />
        )}
        <Button variant="primary" icon="plus" onClick={onCreate}>
          {t('integrations.create')}
        </Button>
      </div>
      <ul className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2">
        {matches.map((integration) =>
          integration.deletes_at ? (
            <ClosedCard key={integration.id} integration={integration} until={integration.deletes_at} />
          ) : (
            <WorkspaceCard
              key={integration.id}
              integration={integration}
              activity={activity.data?.find(({ integration_id }) => integration_id === integration.id)}
            />
          ),
        )}
      </ul>
      <p role="status" className="mt-4 text-base text-muted">
        {matches.length === 0 && t('integrations.no_match')}
      </p>
    </>
  )
}

/** One way to begin: the setup, which starts with the website. Without one, a workspace is created as it is. */
function NoWorkspaces() {
  const t = useT()
  const to = usePath()
  const user = useUser()
  const { app_url } = usePublicConfig()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  async function create() {
    setBusy(true)
    setFailed(false)
    const isCreated = await quickCreate(user, app_url, t)
    setBusy(false)
    setFailed(!isCreated)
  }
  return (
    <EmptyState
      icon="message"
      title={t('integrations.none')}
      className="mt-8 rounded-card border border-dashed border-strong bg-raised"
      action={
        <div className="flex flex-col items-center gap-2">
          <PageLink to={to('app-onboarding', { step: 'website' })} className={buttonStyle('primary')}>
            {t('integrations.create')}
          </PageLink>
          <Button variant="quiet" size="sm" isBusy={isBusy} onClick={() => void create()}>
            {t('integrations.quick')}
          </Button>
        </div>
      }
    >
      {t('integrations.none_text')}
      {hasFailed && <Alert tone="danger" title={t('integrations.quick_failed')} className="mt-4 text-left" />}
    </EmptyState>
  )
}
