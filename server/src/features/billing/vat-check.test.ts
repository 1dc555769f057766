import { getBilling, updateBillingDetails } from '@ozvi/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fakeStripe } from '../../../test/fakes/stripe.ts'
import { fakeVies, type ViesMode } from '../../../test/fakes/vies.ts'
import { testServer } from '../../../test/server.ts'
import { details as typedDetails } from './test/paid-server.ts'
import { checkVatIdJob } from './vat-check.ts'

const stripe = await fakeStripe()
const vies = await fakeVies({
  SK2020304050: 'Shop s. r. o.',
  EL123456789: 'Shop AE',
  IE1234567FA: 'Shop Ltd',
})
const server = await testServer({
  ...stripe.environment,
  ...vies.environment,
  EGRESS_ALLOW: `${stripe.environment.EGRESS_ALLOW},${vies.environment.EGRESS_ALLOW}`,
})
const withoutStripe = await testServer(vies.environment)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await withoutStripe[Symbol.asyncDispose]()
  await stripe.close()
  await vies.close()
})
beforeEach(() => {
  vies.state.mode = 'on'
  vies.requests.length = 0
})
const details = { ...typedDetails, vat_id: 'SK2020304050' }

async function shop() {
  const created = await server.seed.integration()
  const { browser, integration_id } = created
  const save = (changes: Partial<typeof details> = {}) =>
    browser.call(updateBillingDetails, { integration_id, ...details, ...changes })
  const check = async () => (await browser.call(getBilling, { integration_id })).vat_check
  const becomes = (result: string) =>
    server.eventually(async () => {
      const now = await check()
      return now?.result === result ? now : undefined
    })
  return { ...created, save, check, becomes }
}
/** Attempts that wait for their time. */
const waiting = async (integration_id: string) =>
  (
    await server.database.pool.query<{ attempt: number; delay_s: number }>(
      `select (data->>'attempt')::int as attempt, extract(epoch from start_after - created_on)::int as delay_s
       from pgboss.job where name = 'billing.check_vat_id' and state = 'created' and data->>'integration_id' = $1`,
      [integration_id],
    )
  ).rows
async function attemptNow(integration_id: string) {
  await server.database.pool.query(
    `update pgboss.job set start_after = now() where name = 'billing.check_vat_id' and state = 'created'
     and data->>'integration_id' = $1`,
    [integration_id],
  )
  server.jobs.wake({ name: 'billing.check_vat_id' })
}

test('S9.16 VIES is checked after saving, and open pages get the result', async () => {
  const { save, becomes, integration_id } = await shop()
  const events = server.watch(`presence-integration.${integration_id}`, 'BillingChanged')
  expect((await save()).vat_check).toEqual({ result: 'pending', checked_at: null })
  const { checked_at } = await becomes('valid')
  expect(Math.abs(Date.parse(checked_at ?? '') - Date.now())).toBeLessThan(60_000)
  expect(vies.requests).toEqual(['/ms/SK/vat/2020304050'])
  await server.eventually(() => events[0])
  // A valid number isn't asked for again.
  expect((await save({ city: 'Nitra' })).vat_check).toEqual({ result: 'valid', checked_at })
  await save({ country: 'GR', vat_id: 'EL 123456789' })
  await becomes('valid')
  await save({ country: 'IE', vat_id: 'IE1234567FA' })
  await becomes('valid')
  expect(vies.requests.slice(1)).toEqual(['/ms/EL/vat/123456789', '/ms/IE/vat/1234567FA'])
})

test('S9.16 an invalid number is saved and marked, and a removed one has no result', async () => {
  const { save, becomes, integration_id } = await shop()
  await save({ vat_id: 'SK1111111111' })
  await becomes('invalid')
  expect(await waiting(integration_id)).toEqual([])
  expect(await save({ vat_id: '' })).toMatchObject({ details: { vat_id: '' }, vat_check: null })
})

test.each<ViesMode>([
  'MS_UNAVAILABLE',
  'MS_MAX_CONCURRENT_REQ',
  'TIMEOUT',
  'INVALID_INPUT',
  'failed',
  'down',
  'garbage',
  'page',
  'huge',
  'redirect',
])('S9.16 saving works while VIES answers “%s”; the check follows later', async (mode) => {
  const { save, becomes, integration_id } = await shop()
  vies.state.mode = mode
  expect((await save()).details?.vat_id).toBe('SK2020304050')
  await becomes('unavailable')
  expect(await waiting(integration_id)).toEqual([{ attempt: 1, delay_s: 60 }])
  vies.state.mode = 'on'
  await attemptNow(integration_id)
  await becomes('valid')
  expect(await waiting(integration_id)).toEqual([])
})

test('S9.16 saving doesn’t wait for VIES, and a result for a replaced number is discarded', async () => {
  const { save, becomes, check, integration_id } = await shop()
  vies.state.mode = 'silent'
  await save({ vat_id: 'SK1111111111' })
  await server.eventually(() => vies.requests[0])
  expect(await check()).toEqual({ result: 'pending', checked_at: null })
  vies.state.mode = 'on'
  await save()
  await becomes('valid')
  vies.hangUp()
  // The first request has ended, and its failure changed nothing.
  await server.eventually(async () => {
    const { rows } = await server.database.pool.query(
      `select 1 from pgboss.job where name = 'billing.check_vat_id' and state = 'active'`,
    )
    return rows.length === 0 ? true : undefined
  })
  expect((await check())?.result).toBe('valid')
  expect(await waiting(integration_id)).toEqual([])
})

test('S9.16 after two days without an answer the check stops', async () => {
  const { save, becomes, integration_id } = await shop()
  vies.state.mode = 'MS_UNAVAILABLE'
  await save()
  const delays: number[] = []
  for (let asked = 1; asked <= 6; asked++) {
    const [next] = await server.eventually(async () => {
      const rows = await waiting(integration_id)
      return rows[0]?.attempt === asked ? rows : undefined
    })
    delays.push(next?.delay_s ?? 0)
    await attemptNow(integration_id)
  }
  expect(delays).toEqual([60, 600, 3600, 21_600, 43_200, 86_400])
  await server.eventually(() => (vies.requests.length === 7 ? true : undefined))
  await becomes('unavailable')
  await server.eventually(async () => ((await waiting(integration_id)).length === 0 ? true : undefined))
  // Saving starts again.
  vies.state.mode = 'on'
  await save()
  await becomes('valid')
})

test('S9.16 a server without payments makes no requests', async () => {
  const { browser, integration_id } = await withoutStripe.seed.integration()
  const { vat_check } = await browser.call(updateBillingDetails, { integration_id, ...details })
  expect(vat_check).toBeNull()
  expect(vies.requests).toEqual([])
})

test('S9.16 a check that waits while payments are turned off ends without an answer', async () => {
  const { browser, integration_id } = await withoutStripe.seed.integration()
  await browser.call(updateBillingDetails, { integration_id, ...details })
  const check_id = crypto.randomUUID()
  await withoutStripe.ctx.transaction(async (tx) => {
    await tx
      .updateTable('billing_details')
      .set({ vat_check_id: check_id, vat_result: 'pending' })
      .where('integration_id', '=', integration_id)
      .execute()
    await tx.enqueue(checkVatIdJob, { integration_id, check_id, attempt: 1 })
  })
  await withoutStripe.eventually(
    async () =>
      (await browser.call(getBilling, { integration_id })).vat_check?.result === 'unavailable' || undefined,
  )
  expect(vies.requests).toEqual([])
})

test('404 for the details of another workspace', async () => {
  const { browser } = await shop()
  const other = await shop()
  await expect(
    browser.call(updateBillingDetails, { integration_id: other.integration_id, ...details }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect(await other.check()).toBeNull()
})
