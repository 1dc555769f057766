import {
  type Billing,
  billingChanged,
  getBilling,
  getUsage,
  getWorkspacePlan,
  hasFeature,
  type Input,
  listInvoices,
  type PlanFeature,
  type updateBillingDetails,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { storeData } from '#platform/calls/cached-data.ts'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'

/** The plan's name, which every member can read. */
export const planOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['plan', { integration_id }],
    queryFn: () => call(getWorkspacePlan, { integration_id }),
  })
/** Whether the workspace's plan includes a feature, live. Undefined until the plan is loaded. */
export function usePlanFeature(integration_id: string, feature: PlanFeature): boolean | undefined {
  const query = planOf(integration_id)
  useInvalidateOn(query, billingChanged, { integration_id })
  const { data, isPending } = useQuery(query)
  if (isPending) return undefined
  return data === undefined || hasFeature(data.plan, feature)
}
/** Like `usePlanFeature`, but true until the plan is loaded. */
export const useHasFeature = (integration_id: string, feature: PlanFeature): boolean =>
  usePlanFeature(integration_id, feature) ?? true

const usageOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['usage', { integration_id }],
    queryFn: () => call(getUsage, { integration_id }),
    // Monthly usage: loaded whenever the page is opened.
    staleTime: 0,
  })
export const useUsage = (integration_id: string) => useQuery(usageOf(integration_id))

const billingOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['billing', { integration_id }],
    queryFn: () => call(getBilling, { integration_id }),
  })
/** The plan, live with what the payment provider reports. */
export function useBilling(integration_id: string) {
  const query = billingOf(integration_id)
  useInvalidateOn(query, billingChanged, { integration_id })
  useInvalidateOn(usageOf(integration_id), billingChanged, { integration_id })
  useInvalidateOn(invoicesOf(integration_id), billingChanged, { integration_id })
  return useQuery(query)
}
/** Stores what a call returned, and reads what follows from it. */
export function useSetBilling(integration_id: string) {
  const cache = useQueryClient()
  return (billing: Billing) => {
    storeData(cache, billingOf(integration_id), billing)
    void cache.invalidateQueries(usageOf(integration_id))
    void cache.invalidateQueries(invoicesOf(integration_id))
  }
}

const invoicesOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['invoices', { integration_id }],
    queryFn: () => call(listInvoices, { integration_id }),
  })
export const useInvoices = (integration_id: string) => useQuery(invoicesOf(integration_id))

export type Details = Omit<Input<typeof updateBillingDetails>, 'integration_id'>
