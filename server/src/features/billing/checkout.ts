import type { Input, Invoice } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Stripe } from 'stripe'
import { type MemberActor, sessionOf } from '#features/integrations'
import { findSubscription } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { ensureCustomer, findCustomer } from './customer.ts'
import { ensurePrices } from './prices.ts'
import { readBilling } from './service.ts'
import { unlessMissing, withStripe } from './stripe-client.ts'

const subscribed_statuses = new Set<Stripe.Subscription.Status>(['active', 'trialing', 'past_due', 'unpaid'])

async function expireIfOpen(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id)
  } catch (error) {
    const { status } = await stripe.checkout.sessions.retrieve(id)
    if (status === 'open') throw error
  }
}

/**
 * Expires checkouts in other tabs: two paid ones would be two subscriptions.
 *
 * @param kept how many of the newest stay open
 * @throws Problem `invalid_input` on `plan` if one of them was paid, and its webhook hasn't arrived yet
 */
async function expireOpen(stripe: Stripe, customer: string, keepCount: number): Promise<void> {
  const { data: open } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  const newestFirst = open.toSorted((a, b) => b.created - a.created || b.id.localeCompare(a.id))
  await Promise.all(newestFirst.slice(keepCount).map(({ id }) => expireIfOpen(stripe, id)))
  const { data } = await stripe.subscriptions.list({ customer, limit: 100 })
  if (data.some(({ status }) => subscribed_statuses.has(status)))
    throw validationError('plan', 'subscribed_already')
}

const pageOf = (ctx: Context, actor: MemberActor) =>
  `${ctx.config.app_url}/${sessionOf(actor).user.locale}/app/i/${actor.integration_id}/settings/billing`

/** @throws Problem `invalid_input` on `plan` if there is a subscription, on `company` without details */
export async function startCheckout(
  ctx: Context,
  actor: MemberActor,
  { plan, period, extra_seats }: Input<typeof contract.startCheckout>,
): Promise<{ url: string }> {
  const { is_subscribed } = await readBilling(ctx, ctx.db, actor.integration_id)
  if (is_subscribed) throw validationError('plan', 'subscribed_already')
  return withStripe(ctx, async (stripe) => {
    const customer = await ensureCustomer(ctx, stripe, actor)
    await expireOpen(stripe, customer, 0)
    const idOf = await ensurePrices(stripe)
    const page = pageOf(ctx, actor)
    const { url } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: actor.integration_id,
      locale: sessionOf(actor).user.locale,
      line_items: [
        { price: idOf({ kind: 'plan', plan, period }), quantity: 1 },
        ...(extra_seats > 0 ? [{ price: idOf({ kind: 'seat', period }), quantity: extra_seats }] : []),
      ],
      success_url: `${page}?checkout=done`,
      cancel_url: page,
    })
    if (!url) throw new Error('Stripe: a checkout session has no URL.')
    // Checkouts started at the same moment didn't see each other: all but one expire.
    await expireOpen(stripe, customer, 1)
    return { url }
  })
}

/** @throws Problem `invalid_input` on `plan` before the first checkout, and if the customer was deleted at Stripe */
export async function openBillingPortal(ctx: Context, actor: MemberActor): Promise<{ url: string }> {
  const stored = await findSubscription(ctx.db, actor.integration_id)
  return withStripe(ctx, async (stripe) => {
    const customer = await findCustomer(stripe, stored)
    if (!customer) throw validationError('plan', 'not_subscribed')
    const return_url = pageOf(ctx, actor)
    const { url } = await stripe.billingPortal.sessions.create({ customer, return_url })
    return { url }
  })
}

const statuses = ['open', 'paid', 'void', 'uncollectible'] as const

/** The newest invoices; none before the first checkout. */
export async function listInvoices(ctx: Context, { integration_id }: MemberActor): Promise<Invoice[]> {
  const customer = (await findSubscription(ctx.db, integration_id))?.stripe_customer_id
  if (!customer || !ctx.config.stripe) return []
  const { data } = await withStripe(ctx, (stripe) =>
    unlessMissing(stripe.invoices.list({ customer, limit: 24 }), { data: [] }),
  )
  return data.flatMap((invoice) => {
    const status = statuses.find((each) => each === invoice.status)
    if (!status) return []
    return [
      {
        id: invoice.id ?? '',
        number: invoice.number,
        created_at: new Date(invoice.created * 1000).toISOString(),
        total_cents: invoice.total,
        status,
        url: invoice.hosted_invoice_url ?? null,
      },
    ]
  })
}
