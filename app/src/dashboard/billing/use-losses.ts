import { type Billing, limitsOf, lostFeatures, type PlanId } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useUsage } from './data.ts'

/**
 * What a smaller plan changes.
 *
 * @returns a function with one line for each limit that is exceeded and each feature that ends; undefined until the
 * usage is loaded
 */
export function useLosses(billing: Billing): ((to: PlanId, extra_seats?: number) => string[]) | undefined {
  const t = useT()
  const { number } = useFormats()
  const { data: usage } = useUsage(billing.integration_id)
  if (!usage) return undefined
  return (to, extra_seats = 0) => {
    const { seats, indexed_items, published_scenarios } = limitsOf(to, extra_seats)
    const over = [
      { text: 'billing.over_seats', used: usage.members, limit: seats },
      { text: 'billing.over_items', used: usage.indexed_items, limit: indexed_items },
      { text: 'billing.over_scenarios', used: usage.published_scenarios, limit: published_scenarios },
    ] as const
    return [
      ...over.flatMap(({ text, used, limit }) =>
        limit !== null && used > limit ? [t(text, { used: number(used), limit: number(limit) })] : [],
      ),
      ...lostFeatures(billing.plan, to).map((feature) => t(`billing.lost_${feature}`)),
    ]
  }
}
