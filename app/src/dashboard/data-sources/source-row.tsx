import type { DataSource } from '@ozvi/contract'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Alert } from '#ui/alert.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { rowTarget, targetRow } from '#ui/row-target.ts'
import type { SourceActions } from './data.ts'
import { SourceMenu } from './source-menu.tsx'
import { SourceState } from './source-state.tsx'
import { kindIcons } from './states.ts'

/** A source with its status, and a switch for its use by the assistant. */
export function SourceRow({
  source,
  canManage,
  actions,
}: {
  source: DataSource
  canManage: boolean
  actions: SourceActions
}) {
  const t = useT()
  const to = usePath()
  const { run, problem } = useAsyncAction(actions.change)
  const path = to('app-i-integrationId-settings-data-sources-sourceId', {
    integrationId: source.integration_id,
    sourceId: source.id,
  })
  return (
    <Card className={cn(targetRow, 'flex flex-col gap-3 p-4')}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3">
        <span className="row-span-2 mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-control bg-inset text-muted">
          <Icon name={kindIcons[source.kind]} />
        </span>
        <h2 className="min-w-0 self-center text-base font-semibold">
          <PageLink to={path} className={cn(rowTarget, 'block w-fit max-w-full truncate py-0.5')}>
            {source.name}
          </PageLink>
        </h2>
        {canManage && source.status !== 'deleting' && (
          <div className="relative z-1 flex items-center gap-3">
            <Switch
              label={<span className="sr-only">{t('data-sources.use', { name: source.name })}</span>}
              checked={source.is_enabled}
              onChange={({ target }) => void run(source.id, { is_enabled: target.checked })}
              className="min-h-8 items-center gap-0"
            />
            <SourceMenu source={source} actions={actions} />
          </div>
        )}
        <div className="col-span-2 col-start-2 min-w-0">
          <SourceState source={source} />
        </div>
      </div>
      {problem && <Alert tone="danger" title={errorText(problem)} />}
    </Card>
  )
}
