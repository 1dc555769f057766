import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { countries } from '../countries.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { billingPeriods, extraSeatsMax, paidPlanIds, planIds } from './plans.ts'
import { subscriptionStates } from './subscription.ts'
import { vatResults } from './vat.ts'

/** Null means no limit. */
const Limits = z.object({
  members: z.nullable(z.int()),
  indexed_items: z.nullable(z.int()),
  assistant_conversations: z.nullable(z.int()),
  published_scenarios: z.nullable(z.int()),
})
/** What a workspace uses of its plan. */
export const Usage = z.object({
  plan: z.enum(planIds),
  limits: Limits,
  /** Including pending invitations. */
  members: z.int(),
  /** Pages and files that the assistant can quote. */
  indexed_items: z.int(),
  published_scenarios: z.int(),
  /**
   * Conversations in which the assistant gave its first sourced answer since `period_start`. A conversation
   * counts once. Conversations of the preview page are tests and don't count.
   */
  assistant_conversations: z.int(),
  /** How many of them are above the plan's limit. */
  extra_conversations: z.int(),
  /** Midnight UTC on the first of the month. */
  period_start: Time,
})
export type Usage = z.infer<typeof Usage>
export const getWorkspacePlan = schemas({
  output: z.object({ plan: z.enum(planIds) }),
  problems: ['not_found'],
})
export const getUsage = schemas({ output: Usage, problems: ['not_found', 'forbidden'] })

/** The address on invoices. */
export const BillingDetails = z.object({
  company: text(1, 200),
  line1: text(1, 200),
  line2: text(0, 200),
  city: text(1, 100),
  postal_code: text(1, 20),
  country: z.string().check(z.refine((code) => countries.includes(code), 'country_invalid')),
  /** For example `SK2020304050`; empty if there is none. */
  vat_id: text(0, 30),
})
export type BillingDetails = z.infer<typeof BillingDetails>

/** Whether the VAT ID exists, as VIES (the register of the European Union) answers. */
export const VatCheck = z.object({
  /** `unavailable`: VIES gave no answer, so the number isn't checked. */
  result: z.enum(vatResults),
  /** Null while `pending`. */
  checked_at: z.nullable(Time),
})
export type VatCheck = z.infer<typeof VatCheck>

export const Billing = z.object({
  integration_id: Id,
  /** Whether this server accepts payments. */
  is_on: z.boolean(),
  /** The current plan. */
  plan: z.enum(planIds),
  /** Null if there has never been a subscription. */
  state: z.nullable(z.enum(subscriptionStates)),
  period: z.enum(billingPeriods),
  extra_seats: z.int(),
  /** End of the trial or of the billing period. */
  ends_at: z.nullable(Time),
  /** When an unpaid plan ends. */
  grace_ends_at: z.nullable(Time),
  /** The smaller plan that starts at `ends_at`. */
  next_plan: z.nullable(z.enum(paidPlanIds)),
  is_capped: z.boolean(),
  /** Whether the payment provider has a subscription that can be changed. */
  is_subscribed: z.boolean(),
  details: z.nullable(BillingDetails),
  /** Null if there is no VAT ID, or it was never checked. */
  vat_check: z.nullable(VatCheck),
})
export type Billing = z.infer<typeof Billing>
export const getBilling = schemas({ output: Billing, problems: ['not_found', 'forbidden'] })
const problems = ['not_found', 'forbidden', 'invalid_input', 'unavailable'] as const
export const updateBillingDetails = schemas({ input: BillingDetails, output: Billing, problems })
export const setConversationCap = schemas({
  input: z.object({ is_capped: z.boolean() }),
  output: Billing,
  problems,
})
/** The price follows from the plan table, never from the request. */
export const PlanChange = z.object({
  plan: z.enum(paidPlanIds),
  period: z.enum(billingPeriods),
  extra_seats: z.int().check(z.gte(0), z.lte(extraSeatsMax)),
})
export type PlanChange = z.infer<typeof PlanChange>
const Page = z.object({ url: z.string() })
export const startCheckout = schemas({ input: PlanChange, output: Page, problems })
export const openBillingPortal = schemas({ output: Page, problems })
export const changePlan = schemas({ input: PlanChange, output: Billing, problems })
export const cancelPlan = schemas({ output: Billing, problems })
export const resumePlan = schemas({ output: Billing, problems })

export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  created_at: Time,
  total_cents: z.int(),
  status: z.enum(['open', 'paid', 'void', 'uncollectible']),
  /** The payment provider's page. */
  url: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof Invoice>
export const listInvoices = schemas({ output: z.array(Invoice), problems })
export const billingChanged = z.object({ integration_id: Id })
