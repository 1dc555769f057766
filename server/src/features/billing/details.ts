import { type Input, normalizeVatId, vatProblem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import { findSubscription } from '#features/plans'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { findCustomer, updateCustomer } from './customer.ts'
import { readBilling } from './service.ts'
import { lockVatId, type NewVatCheck, saveDetails } from './store.ts'
import { withStripe } from './stripe-client.ts'
import { checkVatIdJob } from './vat-check.ts'

/**
 * Starts a check of the VAT ID, unless the same number is being checked or is valid.
 *
 * @returns undefined if the stored result still applies
 */
async function startVatCheck(
  { config }: Context,
  tx: Tx,
  integration_id: string,
  vat_id: string,
): Promise<NewVatCheck | undefined> {
  const stored = await lockVatId(tx, integration_id)
  const isKnown = stored?.vat_result === 'pending' || stored?.vat_result === 'valid'
  if (stored?.vat_id === vat_id && isKnown) return undefined
  if (vat_id === '' || !config.stripe) return { vat_check_id: null, vat_result: null, vat_checked_at: null }
  const check_id = crypto.randomUUID()
  await tx.enqueue(checkVatIdJob, { integration_id, check_id, attempt: 0 })
  return { vat_check_id: check_id, vat_result: 'pending', vat_checked_at: null }
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
  if (problem) throw validationError('vat_id', problem)
  const details = { company, line1, line2, city, postal_code, country, vat_id }
  const stored = await findSubscription(ctx.db, integration_id)
  if (stored?.stripe_customer_id)
    await withStripe(ctx, async (stripe) => {
      const customer = await findCustomer(stripe, stored)
      // Otherwise the next checkout creates a customer with these details.
      if (customer) await updateCustomer(stripe, customer, details)
    })
  return ctx.transaction(async (tx) => {
    const check = await startVatCheck(ctx, tx, integration_id, vat_id)
    await saveDetails(tx, integration_id, details, isoNow(ctx), check)
    await record(ctx, tx, actor, { action: 'billing_changed' })
    return readBilling(ctx, tx, integration_id)
  })
}
