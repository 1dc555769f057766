import type { DataSource, Integration } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import {
  AddDialog,
  isBusy,
  isInTrouble,
  kindIcons,
  SourceState,
  useDataSources,
  useSourceActions,
} from '#dashboard/data-sources'
import { StepFrame } from './step-frame.tsx'
import { StepLinks } from './step-links.tsx'
import { useStepPath } from './steps.ts'

/** Content for the assistant, with live progress; more can be added. */
export function KnowledgeStep({ integration }: { integration: Integration }) {
  const t = useT()
  const [isAdding, setAdding] = useState(false)
  const actions = useSourceActions(integration.id)
  const query = useDataSources(integration.id)
  const sources = query.data
  const isReading = sources?.some(isBusy) ?? false
  return (
    <StepFrame
      step="knowledge"
      text={t('onboarding.knowledge_text')}
      footer={<StepLinks step="knowledge" integration={integration} isDone={(sources?.length ?? 0) > 0} />}
    >
      {!sources && (
        <LoadFallback title={t('data-sources.list_failed')} query={query}>
          <Skeleton className="h-28 rounded-card" />
        </LoadFallback>
      )}
      {sources?.length === 0 && (
        <Card>
          <EmptyState icon="database" title={t('data-sources.empty')}>
            {t('data-sources.empty_text')}
          </EmptyState>
        </Card>
      )}
      {sources && sources.length > 0 && (
        <ul className="flex flex-col gap-3">
          {sources.map((source) => (
            <li key={source.id}>
              <Source source={source} integration={integration} actions={actions} />
            </li>
          ))}
        </ul>
      )}
      {sources && (
        <div className="flex flex-wrap items-center gap-3">
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t('onboarding.add_knowledge')}
          </Button>
          {isReading && <p className="text-sm text-muted">{t('onboarding.reads_on')}</p>}
        </div>
      )}
      <AddDialog isOpen={isAdding} onOpenChange={setAdding} integration={integration} actions={actions} />
    </StepFrame>
  )
}

function Source({
  source,
  integration,
  actions,
}: {
  source: DataSource
  integration: Integration
  actions: ReturnType<typeof useSourceActions>
}) {
  const t = useT()
  const pathOf = useStepPath(integration)
  const syncAgain = useAsyncAction(() => actions.sync(source.id))
  return (
    <Card className="p-4">
      <div className="flex items-start gap-3">
        <span className="mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-control bg-inset text-muted">
          <Icon name={kindIcons[source.kind]} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-base font-semibold">{source.name}</h2>
          <SourceState source={source} />
          {source.kind === 'website' && <JustRead source={source} />}
          {source.kind === 'website' && isInTrouble(source) && (
            <div className="mt-3 flex flex-wrap gap-2">
              <PageLink to={pathOf('website')} className={buttonStyle('plain', 'sm')}>
                {t('onboarding.change_address')}
              </PageLink>
              <Button size="sm" icon="refresh" isBusy={syncAgain.isBusy} onClick={() => void syncAgain.run()}>
                {t('ui.retry')}
              </Button>
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}

const shownMax = 5
/** The pages read last. */
function JustRead({ source: { current_url, status } }: { source: DataSource }) {
  const t = useT()
  const [pages, setPages] = useState<string[]>([])
  useEffect(() => {
    if (current_url)
      setPages((before) =>
        [current_url, ...before.filter((url) => url !== current_url)].slice(0, shownMax + 1),
      )
  }, [current_url])
  // The first one is still being read, as the state shows.
  const read = pages.slice(status === 'fetching' ? 1 : 0).slice(0, shownMax)
  if (read.length === 0) return null
  return (
    <ul aria-label={t('onboarding.just_read')} className="mt-2 flex flex-col gap-1">
      {read.map((url) => (
        <li key={url} className="flex min-w-0 items-center gap-2 text-sm text-muted">
          <Icon name="check" size={14} className="text-success" />
          <span className="truncate">{pathOf(url)}</span>
        </li>
      ))}
    </ul>
  )
}
function pathOf(url: string): string {
  try {
    return decodeURI(new URL(url).pathname)
  } catch {
    return url
  }
}
