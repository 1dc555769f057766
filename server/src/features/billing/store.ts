import type { BillingDetails, Locale, VatCheck } from '@ozvi/contract'
import { hasRight } from '#features/integrations'
import type { Db, Tx } from '#platform/context/context.ts'

const detailColumns = ['company', 'line1', 'line2', 'city', 'postal_code', 'country', 'vat_id'] as const

export const findDetails = (db: Db, integration_id: string): Promise<BillingDetails | undefined> =>
  db
    .selectFrom('billing_details')
    .where('integration_id', '=', integration_id)
    .select(detailColumns)
    .executeTakeFirst()

/** @param check replaces the stored result of VIES, which is kept by default */
export async function saveDetails(
  tx: Tx,
  integration_id: string,
  details: BillingDetails,
  updated_at: string,
  check?: NewVatCheck,
): Promise<void> {
  const row = { ...details, ...check, updated_at }
  await tx
    .insertInto('billing_details')
    .values({ integration_id, ...row })
    .onConflict((conflict) => conflict.column('integration_id').doUpdateSet(row))
    .execute()
}

/** A check that is about to start, or none. */
export interface NewVatCheck {
  vat_check_id: string | null
  vat_result: 'pending' | null
  vat_checked_at: null
}
/** Locks the row until the transaction ends. */
export const lockVatId = (tx: Tx, integration_id: string) =>
  tx
    .selectFrom('billing_details')
    .where('integration_id', '=', integration_id)
    .select(['vat_id', 'vat_result'])
    .forUpdate()
    .executeTakeFirst()

export async function findVatCheck(db: Db, integration_id: string): Promise<VatCheck | null> {
  const row = await db
    .selectFrom('billing_details')
    .where('integration_id', '=', integration_id)
    .select(['vat_result', 'vat_checked_at'])
    .executeTakeFirst()
  return row?.vat_result ? { result: row.vat_result, checked_at: row.vat_checked_at } : null
}
/** @returns the VAT ID, undefined if another check replaced this one */
export const findVatId = async (db: Db, integration_id: string, vat_check_id: string) =>
  (
    await db
      .selectFrom('billing_details')
      .where('integration_id', '=', integration_id)
      .where('vat_check_id', '=', vat_check_id)
      .select('vat_id')
      .executeTakeFirst()
  )?.vat_id

/** @returns whether the check is still the latest */
export const saveVatResult = async (
  tx: Tx,
  integration_id: string,
  vat_check_id: string,
  vat_result: VatCheck['result'],
  vat_checked_at: string,
): Promise<boolean> =>
  (await tx
    .updateTable('billing_details')
    .set({ vat_result, vat_checked_at })
    .where('integration_id', '=', integration_id)
    .where('vat_check_id', '=', vat_check_id)
    .returning('integration_id')
    .executeTakeFirst()) !== undefined

export const findByCustomer = async (db: Db, stripe_customer_id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('subscription')
      .where('stripe_customer_id', '=', stripe_customer_id)
      .select('integration_id')
      .executeTakeFirst()
  )?.integration_id

/** Workspaces with a customer, in pages: `after` is the last id of the previous page. */
export const listCustomers = async (db: Db, after: string | undefined, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('subscription')
      .where('stripe_customer_id', 'is not', null)
      .$if(after !== undefined, (query) => query.where('integration_id', '>', after ?? ''))
      .select('integration_id')
      .orderBy('integration_id')
      .limit(limit)
      .execute()
  ).map(({ integration_id }) => integration_id)

/**
 * Claims the next change of a plan.
 *
 * @returns false if another change holds the lock
 */
export const lockPlanChange = async (
  tx: Tx,
  integration_id: string,
  { now, until }: { now: string; until: string },
): Promise<boolean> =>
  (await tx
    .updateTable('subscription')
    .set({ changing_until: until })
    .where('integration_id', '=', integration_id)
    .where((eb) => eb.or([eb('changing_until', 'is', null), eb('changing_until', '<', now)]))
    .returning('integration_id')
    .executeTakeFirst()) !== undefined

/** @param until of the lock, which another change may have claimed since */
export const unlockPlanChange = (tx: Tx, integration_id: string, until: string) =>
  tx
    .updateTable('subscription')
    .set({ changing_until: null })
    .where('integration_id', '=', integration_id)
    .where('changing_until', '=', until)
    .execute()

/** @returns whether the event is new */
export const insertEvent = async (tx: Tx, id: string, received_at: string): Promise<boolean> =>
  (await tx
    .insertInto('stripe_event')
    .values({ id, received_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
export const deleteEventsBefore = (tx: Tx, at: string) =>
  tx.deleteFrom('stripe_event').where('received_at', '<', at).execute()

/** @returns whether the alert wasn't sent yet */
export const insertAlert = async (
  tx: Tx,
  row: { integration_id: string; month: string; percent: number },
): Promise<boolean> =>
  (await tx
    .insertInto('plan_alert')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('percent')
    .executeTakeFirst()) !== undefined

export const listBillingMembers = (
  db: Db,
  integration_id: string,
): Promise<{ name: string; email: string; locale: Locale }[]> =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('member.integration_id', '=', integration_id)
    .where(hasRight('billing.manage'))
    .select(['app_user.name', 'app_user.email', 'app_user.locale'])
    .execute()

/** Extra conversations of earlier months that aren't on an invoice yet. */
export const listUnbilled = (db: Db, integration_id: string, before_month: string) =>
  db
    .selectFrom('plan_usage')
    .where('integration_id', '=', integration_id)
    .where('month', '<', before_month)
    .where('extra_conversations', '>', 0)
    .where('billed_at', 'is', null)
    .select(['month', 'extra_conversations'])
    .execute()
export const setBilled = (tx: Tx, integration_id: string, month: string, billed_at: string) =>
  tx
    .updateTable('plan_usage')
    .set({ billed_at })
    .where('integration_id', '=', integration_id)
    .where('month', '=', month)
    .execute()
