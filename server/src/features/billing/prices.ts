import {
  type BillingPeriod,
  billingPeriods,
  type PaidPlanId,
  paidPlanIds,
  planCents,
  planNames,
  seatCents,
} from '@ozvi/contract'
import type { Stripe } from 'stripe'

type PriceOf =
  | { kind: 'plan'; plan: PaidPlanId; period: BillingPeriod }
  | { kind: 'seat'; period: BillingPeriod }
interface TablePrice {
  key: string
  name: string
  cents: number
  of: PriceOf
}
const keyOf = (of: PriceOf) =>
  of.kind === 'plan' ? `ozvi_${of.plan}_${of.period}` : `ozvi_seat_${of.period}`
const priced = (of: PriceOf): TablePrice => ({
  key: keyOf(of),
  name: of.kind === 'plan' ? `Ozvi ${planNames[of.plan]}` : 'Ozvi seat',
  cents: of.kind === 'plan' ? planCents(of.plan, of.period) : seatCents(of.period),
  of,
})
/** The prices of the plan table. */
const table: readonly TablePrice[] = billingPeriods.flatMap((period) => [
  ...paidPlanIds.map((plan) => priced({ kind: 'plan', plan, period })),
  priced({ kind: 'seat', period }),
])
const byKey = new Map(table.map((price) => [price.key, price.of]))

/**
 * What a price is for; undefined for one that isn't of the plan table. The lookup key moves to the newest price of a
 * plan, so older ones are recognized by their metadata.
 */
export const priceOf = ({ metadata }: Pick<Stripe.Price, 'metadata'>): PriceOf | undefined =>
  byKey.get(metadata['ozvi_price'] ?? '')

/**
 * The ids of the plan table's prices. A price that is missing or has another amount is created; subscriptions keep
 * the price that they started with.
 */
export async function ensurePrices(stripe: Stripe): Promise<(of: PriceOf) => string> {
  const { data } = await stripe.prices.list({
    lookup_keys: table.map(({ key }) => key),
    active: true,
    limit: 100,
  })
  const ids = new Map<string, string>()
  for (const { key, name, cents, of } of table) {
    const known = data.find(({ lookup_key }) => lookup_key === key)
    const price =
      known?.unit_amount === cents && known.currency === 'eur' && priceOf(known)
        ? known
        : await stripe.prices.create({
            currency: 'eur',
            unit_amount: cents,
            recurring: { interval: of.period },
            product_data: { name },
            lookup_key: key,
            metadata: { ozvi_price: key },
            transfer_lookup_key: true,
          })
    ids.set(key, price.id)
  }
  return (of) => {
    const id = ids.get(keyOf(of))
    if (id === undefined) throw new Error(`There is no price ${keyOf(of)}.`)
    return id
  }
}
