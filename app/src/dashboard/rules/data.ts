import {
  applyRuleDeleted,
  applyRuleSaved,
  applyRulesOrdered,
  type CallInput,
  countRuleRuns,
  deleteRule,
  listRuleRuns,
  listRules,
  orderRules,
  type Rule,
  ruleDeleted,
  ruleSaved,
  rulesOrdered,
  rulesRan,
  saveRule,
} from '@ozvi/contract'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useLive, useReadAgain } from '#platform/calls/live.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { call } from '#platform/calls/wire.ts'
import { toast } from '#ui/toast.ts'

const rulesOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['rules', { integration_id }],
    queryFn: () => call(listRules, { integration_id }),
  })
/** Rules in order, live. */
export function useRules(integration_id: string) {
  const query = rulesOf(integration_id)
  useLive(query, ruleSaved, { integration_id }, applyRuleSaved)
  useLive(query, ruleDeleted, { integration_id }, applyRuleDeleted)
  useLive(query, rulesOrdered, { integration_id }, applyRulesOrdered)
  return useQuery(query)
}

/** Recent executions of each rule, for those who manage rules. */
export function useRuleFigures(integration_id: string, isAllowed: boolean) {
  const query = queryOptions({
    queryKey: ['rule-figures', { integration_id }],
    queryFn: () => call(countRuleRuns, { integration_id }),
    staleTime: 0,
    enabled: isAllowed,
  })
  useReadAgain(query, rulesRan, { integration_id })
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
  useReadAgain(query, rulesRan, { integration_id })
  return useInfiniteQuery(query)
}

export type RuleInput = Omit<
  CallInput<typeof saveRule.path, typeof saveRule.input>,
  'integration_id' | 'rule_id'
>
const change = (integration_id: string, next: (held: Rule[]) => Rule[]) =>
  queryClient.setQueryData(rulesOf(integration_id).queryKey, (held) => held && next(held))
const put = async (integration_id: string, rule_id: string, rule: RuleInput) => {
  const saved = await call(saveRule, { integration_id, rule_id, ...rule })
  change(integration_id, (held) => applyRuleSaved(held, saved))
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
        sayFailure(error, t)
        await queryClient.invalidateQueries(rulesOf(integration_id))
        return false
      }
    }
    const order = async (ids: string[]) => {
      change(integration_id, (held) => applyRulesOrdered(held, { ids }))
      await call(orderRules, { integration_id, ids })
    }
    return {
      /** @throws Problem for the form to show */
      save: (rule_id: string, rule: RuleInput) => put(integration_id, rule_id, rule),
      order: (ids: string[]) => tryTo(() => order(ids)),
      switch: (rule: Rule, is_on: boolean) =>
        tryTo(() => put(integration_id, rule.id, { ...inputOf(rule), is_on })),
      /** @param ids the order to restore on undo */
      async remove(rule: Rule, ids: string[]) {
        const isGone = await tryTo(async () => {
          await call(deleteRule, { integration_id, rule_id: rule.id })
          change(integration_id, (held) => applyRuleDeleted(held, rule))
        })
        if (!isGone) return
        toast.success(t('rules.deleted', { name: rule.name }), {
          label: t('rules.undo'),
          onClick: () =>
            void tryTo(async () => {
              await put(integration_id, rule.id, inputOf(rule))
              await order(ids)
            }),
        })
      },
    }
  }, [integration_id, t])
}
