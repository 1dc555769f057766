import { type Fields, type Value } from './stripe-form.ts'
import type { StripeObject } from './stripe-objects.ts'
import { VendorTypes } from './vendor-types.ts'

const imports = `
import type { Stripe } from 'stripe'
type Answer<T> = Json<T>
`
/** The answer and the parameters of each call that the fake knows. */
const operations: Record<string, [answer: string, parameters?: string]> = {
  'POST checkout/sessions': ['Checkout.Session', 'Checkout.SessionCreateParams'],
  'GET checkout/sessions': ['ApiList<Stripe.Checkout.Session>', 'Checkout.SessionListParams'],
  'GET checkout/sessions/:id': ['Checkout.Session', 'Checkout.SessionRetrieveParams'],
  'POST checkout/sessions/:id/expire': ['Checkout.Session', 'Checkout.SessionExpireParams'],
  'POST billing_portal/sessions': ['BillingPortal.Session', 'BillingPortal.SessionCreateParams'],
  'POST customers': ['Customer', 'CustomerCreateParams'],
  'GET customers/:id': ['Customer | Stripe.DeletedCustomer', 'CustomerRetrieveParams'],
  'POST customers/:id': ['Customer', 'CustomerUpdateParams'],
  'GET customers/:id/tax_ids': ['ApiList<Stripe.TaxId>', 'CustomerListTaxIdsParams'],
  'POST customers/:id/tax_ids': ['TaxId', 'CustomerCreateTaxIdParams'],
  'DELETE customers/:id/tax_ids': ['DeletedTaxId'],
  'GET prices': ['ApiList<Stripe.Price>', 'PriceListParams'],
  'GET prices/:id': ['Price', 'PriceRetrieveParams'],
  'POST prices': ['Price', 'PriceCreateParams'],
  'GET subscriptions': ['ApiList<Stripe.Subscription>', 'SubscriptionListParams'],
  'GET subscriptions/:id': ['Subscription', 'SubscriptionRetrieveParams'],
  'POST subscriptions/:id': ['Subscription', 'SubscriptionUpdateParams'],
  'DELETE subscriptions/:id': ['Subscription', 'SubscriptionCancelParams'],
  'POST subscription_schedules': ['SubscriptionSchedule', 'SubscriptionScheduleCreateParams'],
  'POST subscription_schedules/:id': ['SubscriptionSchedule', 'SubscriptionScheduleUpdateParams'],
  'POST subscription_schedules/:id/release': ['SubscriptionSchedule', 'SubscriptionScheduleReleaseParams'],
  'GET invoices': ['ApiList<Stripe.Invoice>', 'InvoiceListParams'],
  'POST invoiceitems': ['InvoiceItem', 'InvoiceItemCreateParams'],
}

/** Lists as arrays: a form has them as fields with numbers for names. */
function listed(value: Value): unknown {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(listed)
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
    ? entries.map(([, each]) => listed(each))
    : Object.fromEntries(entries.map(([name, each]) => [name, listed(each)]))
}

/** Requests to Stripe, its answers and its events, with the types of Stripe's library. */
export class StripeTypes extends VendorTypes {
  constructor() {
    super(imports)
  }
  addCall(call: string, fields: Fields, answer: unknown): void {
    const [type, parameters] = operations[call] ?? []
    if (!type) return this.add(call, 'never', null)
    this.add(`answer ${call}`, `Answer<Stripe.${type}>`, answer)
    if (parameters) this.add(`request ${call}`, `Form<Stripe.${parameters}>`, listed(fields))
  }
  addEvent(event: StripeObject): void {
    const type = String(event['type'])
    this.add(`event ${type}`, `Answer<Extract<Stripe.Event, { type: '${type}' }>>`, event)
  }
}
