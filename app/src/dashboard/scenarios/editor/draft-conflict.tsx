import type { ScenarioWithFlow } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import type { FormProblem } from '#ui/form.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { ChangeList } from '../versions/change-list.tsx'
import { type ScenarioFields, scenarioOf } from '../data.ts'
import { useEditorParts } from './editor-context.ts'

/** Whether a draft wasn't saved because someone else changed it. */
export const isConflict = ({ errors }: FormProblem) => errors?.['base_version'] !== undefined

interface DraftConflictProps {
  mine: ScenarioFields
  onResolve: (theirs: ScenarioWithFlow, resolution: 'mine' | 'theirs') => void
}
/** Says who changed the draft and what, and lets the member choose. */
export function DraftConflict({ mine, onResolve }: DraftConflictProps) {
  const t = useT()
  const { integration_id, scenario, references } = useEditorParts()
  const query = scenarioOf(integration_id, scenario.id)
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    queryKey: [...query.queryKey, 'conflict'],
    gcTime: 0,
  })
  if (error)
    return (
      <LoadError title={t('scenarios.one_failed')} error={error} isFetching={isFetching} refetch={refetch} />
    )
  if (!data || isFetching) return null
  const name = references.members.find(({ value }) => value === data.draft_saved_by)?.label
  return (
    <section
      role="alert"
      aria-labelledby="draft-conflict"
      className="flex flex-col gap-3 border-b border-warning/30 bg-warning-subtle px-4 py-3"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="draft-conflict" className="text-base font-medium">
            {name ? t('scenario-changes.conflict', { name }) : t('scenario-changes.conflict_someone')}
          </h2>
          <p className="text-sm text-muted">{t('scenario-changes.conflict_text')}</p>
        </div>
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onResolve(data, 'mine')}>
            {t('scenario-changes.keep_mine')}
          </Button>
          <Button size="sm" variant="primary" onClick={() => onResolve(data, 'theirs')}>
            {t('scenario-changes.load_theirs')}
          </Button>
        </span>
      </div>
      <details className="text-sm">
        <summary className="cursor-pointer">{t('scenario-changes.difference')}</summary>
        <div className="mt-2">
          <ChangeList before={mine.flow} after={data.flow} />
        </div>
      </details>
    </section>
  )
}
