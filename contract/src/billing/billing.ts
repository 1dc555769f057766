import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import { day_ms } from '../durations.ts'
import type * as schema from './billing.schema.ts'

export type { Billing, BillingDetails, Invoice, PlanChange, Usage, VatCheck } from './billing.schema.ts'

export const billingAlertPercents = [80, 100] as const

/** Returns the current plan, for every member: pages explain what it doesn't include. */
export const getWorkspacePlan = defineRoute<typeof schema.getWorkspacePlan>()(
  'GET',
  '/api/integration/:integration_id/plan',
)
export const getUsage = defineRoute<typeof schema.getUsage>()('GET', '/api/integration/:integration_id/usage')
export const getBilling = defineRoute<typeof schema.getBilling>()(
  'GET',
  '/api/integration/:integration_id/billing',
)
/**
 * Updates the details printed on invoices.
 * @throws Problem `invalid_input` on `vat_id`: not of the address's country, or not in its format
 */
export const updateBillingDetails = defineRoute<typeof schema.updateBillingDetails>()(
  'PUT',
  '/api/integration/:integration_id/billing/details',
)
/** Sets whether the assistant stops at the plan's conversation limit. Only paid plans can go beyond it. */
export const setConversationCap = defineRoute<typeof schema.setConversationCap>()(
  'PUT',
  '/api/integration/:integration_id/billing/cap',
)
/** Returns the payment provider's checkout page. */
export const startCheckout = defineRoute<typeof schema.startCheckout>()(
  'POST',
  '/api/integration/:integration_id/billing/checkout',
)
/** Returns the payment provider's page with payment methods and invoices. */
export const openBillingPortal = defineRoute<typeof schema.openBillingPortal>()(
  'POST',
  '/api/integration/:integration_id/billing/portal',
)
/**
 * Changes the plan. A larger plan applies immediately and is prorated; a smaller one applies from the end of
 * the billing period.
 */
export const changePlan = defineRoute<typeof schema.changePlan>()(
  'PUT',
  '/api/integration/:integration_id/billing/plan',
)
/** Cancels the plan at the end of the billing period. */
export const cancelPlan = defineRoute<typeof schema.cancelPlan>()(
  'POST',
  '/api/integration/:integration_id/billing/cancel',
)
/** Reverts `cancelPlan` or a scheduled change to a smaller plan. */
export const resumePlan = defineRoute<typeof schema.resumePlan>()(
  'POST',
  '/api/integration/:integration_id/billing/resume',
)
export const listInvoices = defineRoute<typeof schema.listInvoices>()(
  'GET',
  '/api/integration/:integration_id/billing/invoices',
)
/** The plan or its usage changed. Clients reload it. */
export const billingChanged = defineEvent<typeof schema.billingChanged>()('BillingChanged', workspaceChannel)

/** The month's number at its end, if usage continues as it is. @param at within the month */
export function forecastUsage(used: number, period_start: string, at: string): number {
  const start = new Date(period_start)
  const end_ms = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)
  // At least a day: the first hours of a month say little about the rest.
  const passed_ms = Math.max(day_ms, Date.parse(at) - start.getTime())
  return Math.max(used, Math.round((used * (end_ms - start.getTime())) / passed_ms))
}
