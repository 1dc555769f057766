import {
  type AnswerTest,
  answerTestFilters,
  type AnswerTestResult,
  type AnswerTestRun,
  type Integration,
} from '@ozvi/contract'
import { useState } from 'react'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { linkStyle } from '#ui/link.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { MenuDivider, MenuItem } from '#ui/menu.tsx'
import { Segments } from '#ui/segments.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { type TestActions, useRun } from './data.ts'
import { TestDialog } from './test-dialog.tsx'

interface Row {
  id: string
  question: string
  test?: AnswerTest | undefined
  result?: AnswerTestResult | undefined
}
type Filter = (typeof answerTestFilters)[number]

/** In the newest run all tests, also those it didn't ask; in an older one what it asked. */
function rowsOf(
  tests: readonly AnswerTest[],
  results: readonly AnswerTestResult[],
  isNewest: boolean,
): Row[] {
  if (!isNewest) {
    return results.map((result) => ({
      id: result.answer_test_id,
      question: result.question,
      test: tests.find(({ id }) => id === result.answer_test_id),
      result,
    }))
  }
  return tests.map((test) => ({
    id: test.id,
    question: test.question,
    test,
    result: results.find(({ answer_test_id }) => answer_test_id === test.id),
  }))
}
const isIn = (filter: Filter, { result }: Row) =>
  filter === 'all' || (result !== undefined && (result.failure === null) === (filter === 'passed'))

/** The tests with their results: what was expected, and what the assistant answered. */
export function TestList({
  integration,
  tests,
  run,
  isNewest,
  canManage,
  actions,
}: {
  integration: Pick<Integration, 'id' | 'locale'>
  tests: readonly AnswerTest[]
  run: AnswerTestRun | undefined
  isNewest: boolean
  canManage: boolean
  actions: TestActions
}) {
  const t = useT()
  const query = useRun(integration.id, run?.id)
  const { data } = query
  const [filter, setFilter] = useState<Filter>('all')
  const [edited, setEdited] = useState<AnswerTest>()
  const rows = rowsOf(tests, data?.results ?? [], isNewest || !run)
  const shown = rows.filter((row) => isIn(filter, row))
  const columns: Column<Row>[] = [
    { key: 'status', header: t('answer-tests.result'), cell: (row) => <Outcome {...row} /> },
    {
      key: 'question',
      header: t('answer-tests.question'),
      cell: ({ question, test }) => (
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="font-medium wrap-anywhere" lang={test?.locale}>
            {question}
          </span>
          {test && <Expected test={test} />}
        </span>
      ),
    },
    { key: 'answered', header: t('answer-tests.answered'), cell: (row) => <Answered {...row} /> },
    ...(canManage
      ? [
          {
            key: 'actions',
            header: t('answer-tests.actions'),
            isHeaderHidden: true,
            align: 'end' as const,
            cell: ({ test }: Row) =>
              test && (
                <span className="max-sm:absolute max-sm:top-3 max-sm:right-2">
                  <TestMenu test={test} actions={actions} onEdit={() => setEdited(test)} />
                </span>
              ),
          },
        ]
      : []),
  ]
  return (
    <section aria-label={t('answer-tests.tests')} className="flex flex-col gap-3">
      {data && (
        <div className="w-fit max-w-full overflow-x-auto">
          <Segments
            label={t('answer-tests.filter')}
            value={filter}
            onChange={setFilter}
            options={answerTestFilters.map((value) => ({
              value,
              label: t(`answer-tests.filter_${value}`, {
                count: rows.filter((row) => isIn(value, row)).length,
              }),
            }))}
          />
        </div>
      )}
      <Card>
        {run && !data ? (
          <LoadFallback title={t('answer-tests.results_failed')} query={query} className="m-4" />
        ) : shown.length > 0 ? (
          <Table caption={t('answer-tests.tests')} columns={columns} rows={shown} rowKey={({ id }) => id} />
        ) : (
          <EmptyState icon="check" title={t('answer-tests.none')} />
        )}
      </Card>
      {edited && (
        <TestDialog
          test={edited}
          locale={integration.locale}
          actions={actions}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

function Outcome({ result }: Row) {
  const t = useT()
  if (!result) return <Badge tone="neutral">{t('answer-tests.untested')}</Badge>
  return result.failure === null ? (
    <Badge tone="success">{t('answer-tests.passed')}</Badge>
  ) : (
    <span className="flex min-w-28 flex-col items-start gap-1">
      <Badge tone="danger">{t('answer-tests.failed_test')}</Badge>
      <span className="text-sm text-muted">{t(`answer-tests.failure_${result.failure}`)}</span>
    </span>
  )
}

function Expected({ test: { expects, expected_page, expected_text } }: { test: AnswerTest }) {
  const t = useT()
  if (expects === 'hand_over')
    return <span className="text-sm text-muted">{t('answer-tests.expects_hand_over')}</span>
  return (
    <span className="flex flex-col text-sm wrap-anywhere text-muted">
      {expected_page && <span>{t('answer-tests.expects_page', { page: expected_page })}</span>}
      {expected_text && <span>{t('answer-tests.expects_text', { text: expected_text })}</span>}
    </span>
  )
}

/** What the assistant answered, with its source. */
function Answered({ result, test }: Row) {
  const t = useT()
  const formats = useFormats()
  if (!result) return <span className="text-muted">–</span>
  const { band, quote, title, url, confidence } = result
  if (!quote) return <span className="text-muted">{t(`assistant.band_${band}`)}</span>
  return (
    <span className="flex max-w-[60ch] min-w-0 flex-col gap-1">
      <span className="line-clamp-3 wrap-anywhere whitespace-pre-line" title={quote} lang={test?.locale}>
        {quote.replaceAll(/\n+/g, '\n')}
      </span>
      <span className="text-sm text-muted">
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={linkStyle()}
            lang={test?.locale}
          >
            {title}
          </a>
        ) : (
          <span lang={test?.locale}>{title}</span>
        )}
        {' · '}
        {t(`assistant.band_${band}`)}
        {' · '}
        {formats.percent(confidence)}
      </span>
    </span>
  )
}

function TestMenu({ test, actions, onEdit }: { test: AnswerTest; actions: TestActions; onEdit: () => void }) {
  const t = useT()
  const toastOnError = useToastOnError()
  return (
    <ActionsMenu size="sm" label={t('answer-tests.actions_of', { question: test.question })}>
      <MenuItem icon="pencil" onSelect={onEdit}>
        {t('answer-tests.edit')}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon="trash" tone="danger" onSelect={() => void toastOnError(actions.remove(test.id))}>
        {t('answer-tests.delete')}
      </MenuItem>
    </ActionsMenu>
  )
}
