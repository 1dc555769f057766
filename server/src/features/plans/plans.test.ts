import { tmpdir } from 'node:os'
import type { Problem } from '@ozvi/contract'
import {
  acceptInvitation,
  getWorkspacePlan,
  inviteUser,
  listUsers,
  resendInvitation,
  sendVisitorMessage,
  trialDays,
  updateTargets,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'
import { countAnswered, mayAnswer, requirePlanFeature } from './index.ts'

const server = await testServer(
  { STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' },
  {
    isAnswering: false,
    widget: { loader_dir: tmpdir(), panel_dir: tmpdir(), frames: { en: '{{boot}}', sk: '{{boot}}' } },
  },
)
afterAll(() => server[Symbol.asyncDispose]())
const { ctx } = server

/** Without a subscription, as after the trial. */
async function freeWorkspace() {
  const created = await server.seed.integration()
  await ctx.transaction((tx) =>
    tx.deleteFrom('subscription').where('integration_id', '=', created.integration_id).execute(),
  )
  return created
}
const invite = (browser: Browser, email: string) => browser.call(inviteUser, { email, role: 'agent' })
const settled = async <T>(calls: Promise<T>[]) => {
  const results = await Promise.allSettled(calls)
  return {
    done: results.filter(({ status }) => status === 'fulfilled').length,
    reasons: results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Problem] : [])),
  }
}

test('S9.16 a new workspace has Pro for 14 days, then Free', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const frame = async () =>
    (await server.app.inject(`/widget/frame/${integration.public_key}`)).json<{ has_badge: boolean }>()
  expect(await frame()).toMatchObject({ has_badge: false })
  await browser.call(updateTargets, { integration_id, first_reply_min: { none: 30 } })
  await requirePlanFeature(ctx, ctx.db, integration_id, 'webhooks')
  await server.later(trialDays * day_ms, async () => {
    await expect(requirePlanFeature(ctx, ctx.db, integration_id, 'webhooks')).rejects.toMatchObject({
      code: 'plan_limit',
    })
    expect(await frame()).toMatchObject({ has_badge: true })
  })
})
test('S9.16 every member sees which plan applies; 404 for another workspace', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const viewer = await server.seed.member(integration_id, 'viewer')
  const other = await server.seed.integration()
  expect(await viewer.browser.call(getWorkspacePlan, { integration_id })).toEqual({ plan: 'pro' })
  await expect(other.browser.call(getWorkspacePlan, { integration_id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await ctx.transaction((tx) =>
    tx.deleteFrom('subscription').where('integration_id', '=', integration_id).execute(),
  )
  expect(await browser.call(getWorkspacePlan, { integration_id })).toEqual({ plan: 'free' })
})
test('S9.16 402 for a feature of a larger plan, in the reader’s language; removing what remains is possible', async () => {
  const { browser, integration_id } = await freeWorkspace()
  const minutes = (first: 30 | null) => ({ integration_id, first_reply_min: { none: first } })
  await expect(browser.call(updateTargets, minutes(30))).rejects.toMatchObject({
    code: 'plan_limit',
    message: 'Reply targets are available from the Pro plan.',
  })
  browser.headers['accept-language'] = 'sk'
  await expect(browser.call(updateTargets, minutes(30))).rejects.toMatchObject({
    message: 'Časy odpovedí sú dostupné od plánu Pro.',
  })
  await browser.call(updateTargets, minutes(null))
})
test('S9.16 402 for an invitation when every seat is taken; pending invitations take seats', async () => {
  const { browser, integration_id } = await freeWorkspace()
  const { done, reasons } = await settled(
    Array.from({ length: 50 }, (_, n) => invite(browser, `seat-${n}@example.com`)),
  )
  expect(done).toBe(1)
  expect(new Set(reasons.map(({ message }) => message))).toEqual(
    new Set(['All 2 seats of the Free plan are taken. Add a seat or upgrade.']),
  )
  const { invitations } = await browser.call(listUsers, { integration_id })
  expect(invitations.length).toBe(1)
  // its own seat is reserved
  await browser.call(resendInvitation, { integration_id, invitation_id: invitations[0]?.id ?? '' })
})
test('S9.16 402 for accepting an invitation after the seats were reduced; it stays open', async () => {
  const { browser, integration_id, ...created } = await server.seed.integration()
  const people = await Promise.all(Array.from({ length: 4 }, () => server.seed.user()))
  for (const { email } of people) await invite(browser, email)
  await server.later(trialDays * day_ms, async () => {
    await ctx.transaction((tx) =>
      tx
        .updateTable('invitation')
        .set({ expires_at: new Date(ctx.now() + day_ms) })
        .where('integration_id', '=', integration_id)
        .execute(),
    )
    const accept = async ({ email, password }: (typeof people)[number]) => {
      const again = await server.signIn(email, password)
      const id = (
        await ctx.db
          .selectFrom('invitation')
          .where('integration_id', '=', integration_id)
          .where('email', '=', email)
          .select('id')
          .executeTakeFirstOrThrow()
      ).id
      return again.call(acceptInvitation, { invitation_id: id })
    }
    const { done, reasons } = await settled(people.map(accept))
    expect(done).toBe(1)
    for (const reason of reasons) expect(reason).toMatchObject({ code: 'plan_limit' })
    const owner = await server.signIn(created.email, created.password)
    const { users, invitations } = await owner.call(listUsers, { integration_id })
    expect([users.length, invitations.length]).toEqual([2, 3])
  })
})

async function conversations(public_key: string, count: number) {
  const { browser } = await server.seed.visitor(public_key)
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  for (const conversation_id of ids)
    await browser.call(sendVisitorMessage, {
      conversation_id,
      id: conversation_id,
      body: 'Hello?',
      locale: 'en',
    })
  return ids
}
test('S9.16 50 concurrent answers never exceed the month’s conversations, and each conversation counts once', async () => {
  const { integration_id, integration } = await freeWorkspace()
  const ids = await conversations(integration.public_key, 125)
  const count = (id: string) => ctx.transaction((tx) => countAnswered(ctx, tx, integration_id, id))
  for (const id of ids.slice(0, 75)) expect(await count(id)).toBe(true)
  const results = await Promise.all(ids.slice(75).map(count))
  expect(results.filter(Boolean).length).toBe(25)
  const [first = '', last = ''] = [ids[0], ids[75 + results.indexOf(false)]]
  expect(await count(first)).toBe(true)
  expect(await mayAnswer(ctx, ctx.db, integration_id, first)).toBe(true)
  expect(await mayAnswer(ctx, ctx.db, integration_id, last)).toBe(false)
  const next = new Date(ctx.now())
  const month_ms = Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1) - ctx.now()
  await server.later(month_ms, async () => expect(await count(last)).toBe(true))
})
