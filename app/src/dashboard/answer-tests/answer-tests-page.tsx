import { can, type Integration } from '@ozvi/contract'
import { useState } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { runsOf, testsOf, useRuns, useTestActions, useTests } from './data.ts'
import { ImportDialog } from './import-dialog.tsx'
import { PassRate } from './pass-rate.tsx'
import { TestDialog } from './test-dialog.tsx'
import { TestList } from './test-list.tsx'

export const queries: Queries = inWorkspace(({ id }) => [testsOf(id), runsOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function AnswerTestsPage() {
  const t = useT()
  const integration = useIntegration()
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.answer_tests')} – ${integration.name}`}</title>
      <AnswerTests key={integration.id} integration={integration} />
    </div>
  )
}

function AnswerTests({ integration }: { integration: Integration }) {
  const t = useT()
  const tests = useTests(integration.id)
  const runs = useRuns(integration.id)
  const actions = useTestActions(integration.id)
  const [open, setOpen] = useState<'add' | 'import'>()
  const [chosenId, setChosenId] = useState<string>()
  const start = useAsyncAction(async () => {
    await actions.start()
    setChosenId(undefined)
  })
  const toastOnError = useToastOnError()
  const cancel = (id: string) => void toastOnError(actions.cancel(id))
  const [newest] = runs.data ?? []
  const chosen = runs.data?.find(({ id }) => id === chosenId) ?? newest
  const canManage = can(integration, 'knowledge.manage')
  const hasTests = (tests.data?.length ?? 0) > 0
  const add = canManage && (
    <span className="flex flex-wrap gap-2">
      <Button icon="upload" onClick={() => setOpen('import')}>
        <span className={hasTests ? 'max-sm:sr-only' : undefined}>{t('answer-tests.import')}</span>
      </Button>
      <Button
        icon="plus"
        {...(hasTests ? {} : { variant: 'primary' as const })}
        onClick={() => setOpen('add')}
      >
        {t('answer-tests.add')}
      </Button>
      {hasTests && (
        <Button
          variant="primary"
          icon="refresh"
          isBusy={start.isBusy}
          disabled={newest?.status === 'running'}
          onClick={() => void start.run()}
        >
          {t('answer-tests.run')}
        </Button>
      )}
    </span>
  )
  const failed = [tests, runs].find(({ error }) => error)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-2xl font-semibold tracking-tight">{t('shell.answer_tests')}</h1>
          <p className="mt-1 max-w-[62ch] text-base text-muted">{t('answer-tests.text')}</p>
        </div>
        {hasTests && add}
      </div>
      {start.problem && <Alert tone="danger" title={errorText(start.problem)} />}
      {tests.data && runs.data ? (
        <>
          {runs.data.length > 0 && (
            <PassRate
              runs={runs.data}
              chosen={chosen}
              onChoose={setChosenId}
              {...(canManage && { onCancel: cancel })}
            />
          )}
          {hasTests || chosen ? (
            <TestList
              integration={integration}
              tests={tests.data}
              run={chosen}
              isNewest={chosen === newest}
              canManage={canManage}
              actions={actions}
            />
          ) : (
            <Card>
              <EmptyState icon="check" title={t('answer-tests.empty')} action={add}>
                {t(canManage ? 'answer-tests.empty_text' : 'answer-tests.empty_read_only')}
              </EmptyState>
            </Card>
          )}
        </>
      ) : (
        <LoadFallback
          title={t('answer-tests.failed')}
          query={failed ?? tests}
          skeletonClassName="flex flex-col gap-3"
        >
          <Skeleton className="h-32 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </LoadFallback>
      )}
      {open === 'add' && (
        <TestDialog locale={integration.locale} actions={actions} onClose={() => setOpen(undefined)} />
      )}
      {open === 'import' && (
        <ImportDialog locale={integration.locale} actions={actions} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
