import {
  cancelScenarioReplay,
  getScenarioReplay,
  listReplayResults,
  type ReplayResult,
  startScenarioReplay,
} from '@ozvi/contract'
import { isPageTrigger } from '@ozvi/contract/scenario-triggers'
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/calls/api-client.ts'
import { storeData } from '#platform/calls/cached-data.ts'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Alert } from '#ui/alert.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { linkStyle } from '#ui/link.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { Segments } from '#ui/segments.tsx'
import { Choice } from '../step-fields/choice.tsx'
import { useEditorParts } from '../editor/editor-context.ts'
import { Labeled } from '../step-fields/labeled.tsx'

const sizes = [50, 200, 1_000] as const
const poll_ms = 500
type Only = 'started' | 'different' | 'all'
interface Key {
  integration_id: string
  scenario_id: string
}
const replayOf = (key: Key) =>
  queryOptions({
    queryKey: ['scenario-replay', key],
    queryFn: () => call(getScenarioReplay, key),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? poll_ms : false),
  })

/** Runs the draft over past conversations, in the background. @param flush saves the draft */
export function ReplayPanel({ flush }: { flush: () => Promise<boolean> }) {
  const t = useT()
  const { number } = useFormats()
  const { integration_id, scenario, flow } = useEditorParts()
  const key = { integration_id, scenario_id: scenario.id }
  const cache = useQueryClient()
  const { data: replay, error, isFetching, refetch } = useQuery(replayOf(key))
  const [size, setSize] = useState<(typeof sizes)[number]>(200)
  const start = useAsyncAction(async () => {
    if (!(await flush())) throw new Error('The draft was not saved')
    storeData(cache, replayOf(key), await call(startScenarioReplay, { ...key, conversations: size }))
  })
  const cancel = useAsyncAction(async () => {
    await call(cancelScenarioReplay, key)
    await refetch()
  })
  const isRunning = replay?.status === 'running'
  const problem = start.problem ?? cancel.problem
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t('scenario-tests.replay_text')}</p>
      {(isPageTrigger(flow.trigger) || flow.trigger.kind === 'manual') && (
        <Alert tone="info" title={t('scenario-tests.replay_never')}>
          {t('scenario-tests.replay_never_text')}
        </Alert>
      )}
      <div className="flex items-end gap-2">
        <Labeled label={t('scenario-tests.replay_size')} className="flex-1">
          <Choice
            value={String(size)}
            options={sizes.map((each) => ({ value: String(each), label: number(each) }))}
            onChange={(value) => setSize(sizes.find((each) => String(each) === value) ?? 200)}
          />
        </Labeled>
        {isRunning ? (
          <Button isBusy={cancel.isBusy} onClick={() => void cancel.run()}>
            {t('ui.cancel')}
          </Button>
        ) : (
          <Button variant="primary" isBusy={start.isBusy} onClick={() => void start.run()}>
            {t('scenario-tests.replay_start')}
          </Button>
        )}
      </div>
      {problem && <p className="text-sm text-danger">{errorText(problem)}</p>}
      {error && (
        <LoadError
          title={t('scenario-tests.replay_failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      )}
      {replay && (
        <section aria-label={t('scenario-tests.replay')} className="flex flex-col gap-3">
          {isRunning && <Meter label={t('scenario-tests.progress')} value={replay.done} max={replay.total} />}
          <p role="status" className="text-base">
            {t(`scenario-tests.replay_${replay.status}`, {
              done: number(replay.done),
              total: number(replay.total),
            })}{' '}
            <BaseDate time={replay.created_at} className="text-sm text-muted" />
          </p>
          {!isRunning && replay.done > 0 && (
            <Results
              key={replay.id}
              of={key}
              replay_id={replay.id}
              counts={{ ...replay, all: replay.done }}
            />
          )}
        </section>
      )}
    </div>
  )
}

function Results({ of, replay_id, counts }: { of: Key; replay_id: string; counts: Record<Only, number> }) {
  const t = useT()
  const [only, setOnly] = useState<Only>('started')
  const query = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: ['scenario-replay-results', of, replay_id, only],
      queryFn: ({ pageParam }) => call(listReplayResults, { ...of, only, offset: String(pageParam) }),
      initialPageParam: 0,
      getNextPageParam: ({ total }, pages) => {
        const shown = pages.reduce((sum, { items }) => sum + items.length, 0)
        return shown < total ? shown : null
      },
    }),
  )
  const { isFetching, hasNextPage, fetchNextPage } = query
  const results = query.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <Segments
        label={t('scenario-tests.only')}
        value={only}
        onChange={setOnly}
        options={(['started', 'different', 'all'] as const).map((value) => ({
          value,
          label: t(`scenario-tests.only_${value}`, { count: counts[value] }),
        }))}
      />
      {!results && <LoadFallback title={t('scenario-tests.replay_failed')} query={query} />}
      {results?.length === 0 && <p className="text-base text-muted">{t('scenario-tests.no_results')}</p>}
      {results && results.length > 0 && (
        <ul className="divide-y divide-line">
          {results.map((result) => (
            <Result key={result.conversation_id} integration_id={of.integration_id} result={result} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button isBusy={isFetching} onClick={() => void fetchNextPage()}>
          {t('scenario-numbers.more')}
        </Button>
      )}
    </>
  )
}

/** A conversation: which steps the draft would have taken, and what differs from what happened. */
function Result({ integration_id, result }: { integration_id: string; result: ReplayResult }) {
  const t = useT()
  const to = usePath()
  const { flow } = useEditorParts()
  const { conversation_id, conversation_number, start_seq, status, path, differences } = result
  const numbers = path.map((id) => flow.steps.findIndex((step) => step.id === id) + 1 || '?')
  return (
    <li className="py-2 text-sm">
      <PageLink
        to={to('app-i-integrationId-conversation-id', {
          integrationId: integration_id,
          id: conversation_id,
        })}
        className={linkStyle('min-h-6 text-base')}
      >
        {t('scenario-tests.conversation', { number: conversation_number })}
      </PageLink>
      {start_seq === null || status === null ? (
        <p className="text-muted">{t('scenario-tests.not_started')}</p>
      ) : (
        <>
          <p>{t('scenario-tests.starts_at', { number: start_seq, status: t(`scenarios.run_${status}`) })}</p>
          <p className="wrap-anywhere text-muted">
            {t('scenario-tests.path', { path: numbers.join(' → ') })}
          </p>
        </>
      )}
      {differences.length > 0 ? (
        <ul className="list-disc pl-4">
          {differences.map((each) => (
            <li key={each}>{t(`scenario-tests.difference_${each}`)}</li>
          ))}
        </ul>
      ) : (
        start_seq !== null && <p className="text-muted">{t('scenario-tests.same')}</p>
      )}
      {result.assumes_responses && <p className="text-muted">{t('scenario-tests.assumes_responses')}</p>}
    </li>
  )
}
