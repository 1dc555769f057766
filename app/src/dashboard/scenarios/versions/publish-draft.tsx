import type { Flow } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { ChangeList } from './change-list.tsx'
import { publish, versionOf } from '../data.ts'
import { useEditorParts } from '../editor/editor-context.ts'
import { hasFailed, useCases } from '../testing/use-cases.ts'
import { PublishDialog } from './publish-dialog.tsx'

interface PublishDraftProps {
  /** How many there are. */
  problems: number
  /** Saves the draft. @returns whether it is saved */
  flush: () => Promise<boolean>
  onProblems: () => void
  onTests: () => void
}
/** Publishes the draft as a new version. */
export function PublishDraft({ problems, flush, onProblems, onTests }: PublishDraftProps) {
  const t = useT()
  const { integration_id, scenario, flow } = useEditorParts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="primary" onClick={() => setOpen(true)}>
        {t('scenarios.publish')}
      </Button>
      <PublishDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('scenarios.publish_title')}
        description={t('scenarios.publish_text')}
        confirmLabel={t('scenarios.publish')}
        isBlocked={problems > 0}
        onPublish={async (note) => {
          if (!(await flush())) throw new Error('The draft was not saved')
          const { published_version } = await publish(integration_id, scenario.id, note)
          toast.success(t('scenarios.published', { version: published_version ?? 0 }))
        }}
      >
        <PublishContents
          flow={flow}
          problems={problems}
          onProblems={() => {
            setOpen(false)
            onProblems()
          }}
          onTests={() => {
            setOpen(false)
            onTests()
          }}
        />
      </PublishDialog>
    </>
  )
}

interface PublishContentsProps extends Omit<PublishDraftProps, 'flush'> {
  flow: Flow
}
/** What keeps the draft from being published, or else what changes. */
function PublishContents({ flow, problems, onProblems, onTests }: PublishContentsProps) {
  const t = useT()
  const { integration_id, scenario } = useEditorParts()
  const { published_version } = scenario
  const cases = useCases({ integration_id, scenario_id: scenario.id }, flow)
  const failed = (cases ?? []).filter(hasFailed)
  const { data: current } = useQuery({
    ...versionOf(integration_id, scenario.id, published_version ?? 0),
    enabled: published_version !== null,
  })
  if (problems > 0)
    return (
      <div className="flex flex-col items-start gap-2 text-base">
        <p className="text-danger">{t('scenarios.publish_problems', { count: problems })}</p>
        <Button size="sm" onClick={onProblems}>
          {t('scenarios.publish_open')}
        </Button>
      </div>
    )
  if (failed.length > 0)
    return (
      <div className="flex flex-col items-start gap-2 text-base">
        <p className="text-danger">{t('scenario-tests.publish_failed', { count: failed.length })}</p>
        <ul className="list-disc pl-5">
          {failed.map(({ saved }) => (
            <li key={saved.id} className="wrap-anywhere">
              {saved.name}
            </li>
          ))}
        </ul>
        <Button size="sm" onClick={onTests}>
          {t('scenario-tests.publish_open')}
        </Button>
      </div>
    )
  if (published_version === null) return <p className="text-base">{t('scenarios.publish_first')}</p>
  return current ? <ChangeList before={current.flow} after={flow} /> : null
}
