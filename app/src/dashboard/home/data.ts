import {
  contactChanged,
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  countConversations,
  dataSourceChanged,
  dismissQuestion,
  getReport,
  listDataSources,
  listReportConversations,
  listUnansweredQuestions,
  type Report,
  type ReportFilter,
  type ReportSlice,
  suggestionsChanged,
  unansweredChanged,
  type UnansweredQuestion,
  widgetLoaded,
} from '@ozvi/contract'
import {
  infiniteQueryOptions,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useLiveQuery, useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { toast } from '#ui/toast.ts'
import { withContactName } from '#dashboard/contact-names'
import { installationsQuery } from '#dashboard/installation'
import { usersQuery, useTeam } from '#dashboard/users'

/** Metrics of weeks needn't be recomputed for every message: each minute, and when someone returns to the tab. */
export const freshFigures = { refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const
/** Whether a report counts anything, at least conversations that are still open from before. */
export const hasFigures = ({ current, previous, by_day, previous_by_day }: Report) =>
  current.conversations + previous.conversations > 0 ||
  [...by_day, ...previous_by_day].some(({ open }) => open > 0)

const countsQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['conversation-counts', { integration_id }],
    queryFn: () => call(countConversations, { integration_id }),
  })
const sourcesQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['data-sources', { integration_id }],
    queryFn: () => call(listDataSources, { integration_id }),
  })
const waitingQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['report-waiting', { integration_id }],
    queryFn: () => call(listReportConversations, { integration_id, figure: 'waiting', limit: 3 }),
  })

/** Queries of the first sections of the dashboard. */
export const overviewOf = (integration_id: string) => [
  countsQuery(integration_id),
  sourcesQuery(integration_id),
  installationsQuery(integration_id),
  usersQuery(integration_id),
]
/** `installations` lists where the chat was loaded, latest first. */
export type Overview = NonNullable<ReturnType<typeof useOverview>['data']>
/** Overview of the dashboard, live. One query to its caller: all of the data, or none. */
export function useOverview(integration_id: string) {
  useInvalidateOn(
    countsQuery(integration_id),
    [conversationChanged, conversationDeleted, conversationHidden],
    {
      integration_id,
    },
  )
  useInvalidateOn(sourcesQuery(integration_id), dataSourceChanged, { integration_id })
  useInvalidateOn(installationsQuery(integration_id), widgetLoaded, { integration_id })
  const [counts, sources, installations] = useQueries({
    queries: [countsQuery(integration_id), sourcesQuery(integration_id), installationsQuery(integration_id)],
  })
  const team = useTeam(integration_id)
  const queries = [counts, sources, installations, team]
  return {
    data: counts.data &&
      sources.data &&
      installations.data &&
      team.data && {
        counts: counts.data,
        sources: sources.data,
        installations: installations.data,
        team: team.data,
      },
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.filter(({ data }) => !data).map(({ refetch }) => refetch())),
  }
}
/** Conversations waiting longest for the team, live. @param isAllowed whether the member can see reports */
export function useWaiting(integration_id: string, isAllowed: boolean) {
  const query = waitingQuery(integration_id)
  useInvalidateOn(query, [conversationChanged, conversationDeleted, conversationHidden], { integration_id })
  useLiveQuery(query, contactChanged, { integration_id }, (page, contact) => ({
    ...page,
    items: page.items.map((row) => withContactName(row, contact)),
  }))
  return useQuery({ ...query, enabled: isAllowed })
}
const unansweredQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['unanswered-questions', { integration_id }],
    queryFn: () => call(listUnansweredQuestions, { integration_id }),
  })
/** Unanswered questions, live. */
export function useUnanswered(integration_id: string) {
  const query = unansweredQuery(integration_id)
  // Suggestions and their decisions remove questions from the list and restore them.
  useInvalidateOn(query, [unansweredChanged, suggestionsChanged, conversationDeleted, conversationHidden], {
    integration_id,
  })
  return useQuery(query)
}
/** Dismisses a question immediately; errors are shown and restore it. */
export function useDismissal(integration_id: string) {
  const t = useT()
  const cache = useQueryClient()
  const query = unansweredQuery(integration_id)
  const setDismissed = async (question_id: string, is_dismissed: boolean) => {
    try {
      await call(dismissQuestion, { integration_id, question_id, is_dismissed })
    } catch (error) {
      toastError(error, t)
    }
    await cache.invalidateQueries({ ...query, exact: true })
  }
  return async ({ id, question }: UnansweredQuestion) => {
    changeData(cache, query, (cached) => ({
      items: cached.items.filter((one) => one.id !== id),
      total: cached.total - 1,
    }))
    toast.info(t('home.dismissed', { question }), {
      label: t('conversations.undo'),
      onClick: () => void setDismissed(id, false),
    })
    await setDismissed(id, true)
  }
}
/** @param isAllowed whether the member can see reports */
export const useReport = (integration_id: string, days: number, isAllowed: boolean) =>
  useQuery({
    enabled: isAllowed,
    queryKey: ['report', { integration_id, days }],
    queryFn: () => call(getReport, { integration_id, days }),
    ...freshFigures,
    // The previous period stays visible while loading.
    placeholderData: (before) => before,
  })

/** The period and the conversations of a report. */
export type ReportSelection = ReportFilter & {
  days?: number
  from_day?: string | undefined
  until_day?: string | undefined
}
/** Conversations behind a metric, in pages. */
export const sliceQuery = (integration_id: string, selection: ReportSelection, slice: ReportSlice) =>
  infiniteQueryOptions({
    queryKey: ['report-conversations', { integration_id, ...selection, ...slice }],
    queryFn: ({ pageParam }) => {
      const part = Object.fromEntries(
        Object.entries({ ...selection, ...slice }).filter(([, value]) => value !== undefined),
      )
      const cursor = pageParam ? { cursor: pageParam } : {}
      return call(listReportConversations, {
        integration_id,
        ...part,
        ...cursor,
        figure: slice.figure,
      })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
