import { type BillingDetails } from '@ozvi/contract'
import type { Stripe } from 'stripe'
import type { MemberActor } from '#features/integrations'
import { findSubscription, lockSubscription, saveSubscription } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { findDetails } from './store.ts'

const customerFields = (details: BillingDetails) => {
  const { company: name, line1, line2, city, postal_code, country } = details
  return { name, address: { line1, line2, city, postal_code, country } }
}

/** Replaces the customer's VAT ID. Stripe may reject the new one; the old one then stays. */
async function setTaxId(stripe: Stripe, customer: string, value: string): Promise<void> {
  const { data } = await stripe.customers.listTaxIds(customer)
  const isSame = (each: Stripe.TaxId) => each.type === 'eu_vat' && each.value === value
  if (value !== '' && !data.some(isSame))
    await stripe.customers.createTaxId(customer, { type: 'eu_vat', value })
  for (const old of data.filter((each) => !isSame(each))) await stripe.customers.deleteTaxId(customer, old.id)
}

/**
 * Whether a customer was deleted at Stripe.
 *
 * @throws StripeError for one that Stripe doesn't know, as with the key of another account: that proves no deletion
 */
export const isCustomerDeleted = async (stripe: Stripe, customer: string): Promise<boolean> =>
  (await stripe.customers.retrieve(customer)).deleted === true

/** @returns the customer's id; undefined before the first checkout, and if the customer was deleted at Stripe */
export async function findCustomer(
  stripe: Stripe,
  stored: { stripe_customer_id: string | null } | undefined,
): Promise<string | undefined> {
  const customer = stored?.stripe_customer_id
  return customer && !(await isCustomerDeleted(stripe, customer)) ? customer : undefined
}

export async function updateCustomer(
  stripe: Stripe,
  customer: string,
  details: BillingDetails,
): Promise<void> {
  await setTaxId(stripe, customer, details.vat_id)
  await stripe.customers.update(customer, customerFields(details))
}

const none = {
  plan: 'starter',
  state: 'expired',
  period: 'month',
  extra_seats: 0,
  past_due_since: null,
  next_plan: null,
} as const

/**
 * Stores a new customer, unless someone else started a checkout at the same moment: payments of a second customer would
 * belong to no one.
 *
 * @param replaced the customer that was deleted at Stripe
 * @returns the stored customer
 */
const saveCustomer = (ctx: Context, integration_id: string, id: string, replaced: string | null) =>
  ctx.transaction(async (tx) => {
    await lockSubscription(tx, integration_id)
    const current = await findSubscription(tx, integration_id)
    if (current?.stripe_customer_id && current.stripe_customer_id !== replaced)
      return current.stripe_customer_id
    const at = isoNow(ctx)
    const { plan, state, period, extra_seats, ends_at, past_due_since, next_plan } = current ?? {
      ...none,
      ends_at: at,
    }
    const subscription = { plan, state, period, extra_seats, ends_at, past_due_since, next_plan }
    const ids = { stripe_customer_id: id, stripe_subscription_id: null }
    await saveSubscription(tx, integration_id, { ...subscription, ...ids }, at)
    return id
  })

/** The customer of a workspace, created with its first checkout and after it was deleted at Stripe. */
export async function ensureCustomer(ctx: Context, stripe: Stripe, { integration_id, email }: MemberActor) {
  const stored = await findSubscription(ctx.db, integration_id)
  const known = await findCustomer(stripe, stored)
  if (known) return known
  const details = await findDetails(ctx.db, integration_id)
  if (!details) throw validationError('company', 'billing_details_first')
  const replaced = stored?.stripe_customer_id ?? null
  const contents = derivedId(JSON.stringify([email, details, replaced]))
  const { id } = await stripe.customers.create(
    { ...customerFields(details), email, metadata: { integration_id } },
    { idempotencyKey: `customer-${integration_id}-${contents}` },
  )
  await setTaxId(stripe, id, details.vat_id)
  return saveCustomer(ctx, integration_id, id, replaced)
}
