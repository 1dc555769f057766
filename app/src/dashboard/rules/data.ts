import {
  applyRuleDeleted,
  applyRuleSaved,
  applyRulesReordered,
  type InputOf,
  getRuleStats,
  deleteRule,
  listRuleRuns,
  listRules,
  reorderRules,
  type Rule,
  ruleDeleted,
  ruleSaved,
  rulesReordered,
  rulesExecuted,
  saveRule,
} from '@ozvi/contract'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useLiveQuery, useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import { toast } from '#ui/toast.ts'

export const rulesOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['rules', { integration_id }],
    queryFn: () => call(listRules, { integration_id }),
  })
/** Rules in order, live. */
export function useRules(integration_id: string) {
  const query = rulesOf(integration_id)
  useLiveQuery(query, ruleSaved, { integration_id }, applyRuleSaved)
  useLiveQuery(query, ruleDeleted, { integration_id }, applyRuleDeleted)
  useLiveQuery(query, rulesReordered, { integration_id }, applyRulesReordered)
  return useQuery(query)
}

/** Loads how often each rule ran recently. @param isAllowed whether the member manages rules */
export function useRuleStats(integration_id: string, isAllowed: boolean) {
  const query = queryOptions({
    queryKey: ['rule-stats', { integration_id }],
    queryFn: () => call(getRuleStats, { integration_id }),
    staleTime: 0,
    enabled: isAllowed,
  })
  useInvalidateOn(query, rulesExecuted, { integration_id })
  return useQuery(query).data ?? {}
}

/** Newest first, in pages. */
export function useRuleRuns(integration_id: string, rule_id: string) {
  const query = infiniteQueryOptions({
    queryKey: ['rule-runs', { integration_id, rule_id }],
    queryFn: ({ pageParam }) =>
      call(listRuleRuns, { integration_id, rule_id, ...(pageParam ? { cursor: pageParam } : {}) }),
    // The first page has no cursor; the type of cursors is inferred from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  useInvalidateOn(query, rulesExecuted, { integration_id })
  return useInfiniteQuery(query)
}

export type RuleInput = Omit<InputOf<typeof saveRule>, 'integration_id' | 'rule_id'>
const change = (integration_id: string, next: (cached: Rule[]) => Rule[]) =>
  changeData(queryClient, rulesOf(integration_id), next)
const save = async (integration_id: string, rule_id: string, rule: RuleInput) => {
  const saved = await call(saveRule, { integration_id, rule_id, ...rule })
  change(integration_id, (cached) => applyRuleSaved(cached, saved))
}
/** A stored rule as input. */
const inputOf = ({ id: _, integration_id: __, version: ___, ...rule }: Rule): RuleInput => rule

/** Actions on rules; errors of quick ones are shown as a toast and revert them. */
export function useRuleActions(integration_id: string) {
  const t = useT()
  return useMemo(() => {
    const tryTo = async (work: () => Promise<unknown>) => {
      try {
        await work()
        return true
      } catch (error) {
        toastError(error, t)
        await queryClient.invalidateQueries(rulesOf(integration_id))
        return false
      }
    }
    const order = async (ids: string[]) => {
      change(integration_id, (cached) => applyRulesReordered(cached, { ids }))
      await call(reorderRules, { integration_id, ids })
    }
    return {
      /** @throws Problem for the form to show */
      save: (rule_id: string, rule: RuleInput) => save(integration_id, rule_id, rule),
      order: (ids: string[]) => tryTo(() => order(ids)),
      switch: (rule: Rule, is_on: boolean) =>
        tryTo(() => save(integration_id, rule.id, { ...inputOf(rule), is_on })),
      /** @param ids the order to restore on undo */
      async remove(rule: Rule, ids: string[]) {
        const isGone = await tryTo(async () => {
          await call(deleteRule, { integration_id, rule_id: rule.id })
          change(integration_id, (cached) => applyRuleDeleted(cached, rule))
        })
        if (!isGone) return
        toast.success(t('rules.deleted', { name: rule.name }), {
          label: t('rules.undo'),
          onClick: () =>
            void tryTo(async () => {
              await save(integration_id, rule.id, inputOf(rule))
              await order(ids)
            }),
        })
      },
    }
  }, [integration_id, t])
}
