import { type BillingDetails, type Input, normalizeVatId, Problem, vatProblem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Stripe } from 'stripe'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import { findSubscription } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { readBilling } from './service.ts'
import { saveDetails } from './store.ts'
import { withStripe } from './stripe-client.ts'

export const customerFields = (details: BillingDetails) => {
  const { company: name, line1, line2, city, postal_code, country } = details
  return { name, address: { line1, line2, city, postal_code, country } }
}

/** Replaces the customer's VAT ID. */
export async function setTaxId(stripe: Stripe, customer: string, value: string): Promise<void> {
  const { data } = await stripe.customers.listTaxIds(customer)
  const isSame = (each: Stripe.TaxId) => each.type === 'eu_vat' && each.value === value
  for (const old of data.filter((each) => !isSame(each))) await stripe.customers.deleteTaxId(customer, old.id)
  if (value !== '' && !data.some(isSame))
    await stripe.customers.createTaxId(customer, { type: 'eu_vat', value })
}

/** @throws Problem `invalid_input` on `vat_id` */
export async function updateBillingDetails(
  ctx: Context,
  actor: MemberActor,
  {
    company,
    line1,
    line2,
    city,
    postal_code,
    country,
    ...input
  }: Input<typeof contract.updateBillingDetails>,
) {
  const { integration_id } = actor
  const vat_id = normalizeVatId(input.vat_id)
  const problem = vatProblem(country, vat_id)
  if (problem) throw new Problem('invalid_input', { vat_id: [problem] })
  const details = { company, line1, line2, city, postal_code, country, vat_id }
  const customer = (await findSubscription(ctx.db, integration_id))?.stripe_customer_id
  if (customer)
    await withStripe(ctx, async (stripe) => {
      await stripe.customers.update(customer, customerFields(details))
      await setTaxId(stripe, customer, vat_id)
    })
  return ctx.transaction(async (tx) => {
    await saveDetails(tx, integration_id, details, new Date(ctx.now()).toISOString())
    await record(ctx, tx, actor, { action: 'billing_changed' })
    return readBilling(ctx, tx, integration_id)
  })
}
