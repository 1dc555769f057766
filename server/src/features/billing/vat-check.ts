import { billingChanged, type VatCheck } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { defineJob } from '#platform/jobs/index.ts'
import * as store from './store.ts'

const timeout_ms = 20_000
/** Answers are below 2 KB. */
const answer_bytes_max = 50_000
/** Delays before each further attempt, about two days in all. */
const retry_delays_s = [60, 600, 3600, 6 * 3600, 12 * 3600, 24 * 3600]

/** Asks VIES whether a VAT ID exists. `check_id` ends the attempts for a number that was replaced. */
export const checkVatIdJob = defineJob(
  'billing.check_vat_id',
  z.object({ integration_id: z.uuid(), check_id: z.uuid(), attempt: z.int().check(z.gte(0)) }),
  { concurrency: 4 },
)

const Answer = z.object({ isValid: z.boolean(), userError: z.optional(z.string()) })

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** @param vat_id normalized; its prefix is the country as VIES names it */
async function askVies({ egress, log }: Context, vies_api_url: string, vat_id: string) {
  const number = encodeURIComponent(vat_id.slice(2))
  const answer = await egress.fetch(`${vies_api_url}/ms/${vat_id.slice(0, 2)}/vat/${number}`, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    max_bytes: answer_bytes_max,
    timeout_ms,
  })
  const read =
    answer.ok && answer.status === 200 ? Answer.safeParse(parsed(answer.body.toString())) : undefined
  const { isValid, userError } = read?.data ?? {}
  // With any other code, such as MS_UNAVAILABLE, `isValid` is false although the number wasn't looked up.
  if (isValid === true && (userError ?? 'VALID') === 'VALID') return 'valid'
  if (isValid === false && userError === 'INVALID') return 'invalid'
  const reason = answer.ok
    ? { status: answer.status, code: userError?.slice(0, 50) }
    : { reason: answer.reason }
  log.info(reason, 'billing: VIES gave no answer about a VAT ID')
  return 'unavailable'
}

/** Stores the answer of VIES. If there is none, the result is `unavailable` and another attempt is queued. */
export async function checkVatId(
  ctx: Context,
  { integration_id, check_id, attempt }: z.infer<typeof checkVatIdJob.data>,
): Promise<void> {
  const { stripe } = ctx.config
  const vat_id = await store.findVatId(ctx.db, integration_id, check_id)
  if (vat_id === undefined) return
  // Without payments the answer isn't needed. The check ends, so that it doesn't stay pending.
  const result: VatCheck['result'] = stripe ? await askVies(ctx, stripe.vies_api_url, vat_id) : 'unavailable'
  const start_after_s = stripe && result === 'unavailable' ? retry_delays_s[attempt] : undefined
  await ctx.transaction(async (tx) => {
    const checked_at = isoNow(ctx)
    if (!(await store.saveVatResult(tx, integration_id, check_id, result, checked_at))) return
    tx.emit(billingChanged, { integration_id })
    if (start_after_s !== undefined)
      await tx.enqueue(checkVatIdJob, { integration_id, check_id, attempt: attempt + 1 }, { start_after_s })
  })
}
