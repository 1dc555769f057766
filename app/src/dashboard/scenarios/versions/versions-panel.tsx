import type { ScenarioVersion } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { toast } from '#ui/toast.ts'
import { rollBack, useVersions, versionOf } from '../data.ts'
import { useEditorParts } from '../editor/editor-context.ts'
import { ChangeList } from './change-list.tsx'
import { PublishDialog } from './publish-dialog.tsx'

/** Published versions, newest first. An old one can be published again; the draft stays. */
export function VersionsPanel() {
  const t = useT()
  const { integration_id, scenario, isReadOnly, references } = useEditorParts()
  const query = useVersions(integration_id, scenario.id)
  const versions = query.data
  const [chosen, setChosen] = useState<ScenarioVersion>()
  if (!versions) return <LoadFallback title={t('scenarios.versions_failed')} query={query} />
  if (versions.length === 0) return <p className="text-base text-muted">{t('scenarios.versions_none')}</p>
  return (
    <>
      <ol className="divide-y divide-line">
        {versions.map((each) => (
          <li key={each.version} className="flex items-start justify-between gap-2 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 text-base font-medium">
                {t('scenarios.version', { version: each.version })}
                {each.version === scenario.published_version && (
                  <Badge tone="success">{t('scenarios.version_current')}</Badge>
                )}
              </p>
              <p className="text-sm text-muted">
                <BaseDate time={each.published_at} />
                {' · '}
                {references.members.find(({ value }) => value === each.published_by)?.label ??
                  t('scenarios.former_member')}
              </p>
              {each.rolled_back_to !== null && (
                <p className="text-sm text-muted">
                  {t('scenarios.rolled_back_to', { version: each.rolled_back_to })}
                </p>
              )}
              {each.note && <p className="text-sm wrap-anywhere">{each.note}</p>}
            </div>
            {!isReadOnly && each.version !== scenario.published_version && (
              <Button
                size="sm"
                aria-label={t('scenarios.roll_back_named', { version: each.version })}
                onClick={() => setChosen(each)}
              >
                {t('scenarios.roll_back')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <PublishDialog
        isOpen={chosen !== undefined}
        onOpenChange={(isOpen) => !isOpen && setChosen(undefined)}
        title={t('scenarios.roll_back_title', { version: chosen?.version ?? 0 })}
        description={t('scenarios.roll_back_text')}
        confirmLabel={t('scenarios.roll_back')}
        onPublish={async (note) => {
          if (!chosen) return
          await rollBack(integration_id, scenario.id, chosen.version, note)
          toast.success(t('scenarios.rolled_back', { version: chosen.version }))
        }}
      >
        {chosen && <RollBackChanges version={chosen.version} />}
      </PublishDialog>
    </>
  )
}

/** What changes compared with the version that was current when the dialog opened. */
function RollBackChanges({ version }: { version: number }) {
  const { integration_id, scenario } = useEditorParts()
  const [current] = useState(scenario.published_version ?? version)
  const { data: before } = useQuery(versionOf(integration_id, scenario.id, current))
  const { data: after } = useQuery(versionOf(integration_id, scenario.id, version))
  return before && after ? <ChangeList before={before.flow} after={after.flow} /> : null
}
