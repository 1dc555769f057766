import { randomUUID } from 'node:crypto'
import {
  addSsoDomain,
  finishSingleSignOn,
  getUser,
  inviteUser,
  updateSingleSignOn,
  day_ms,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import type { Browser } from '../../../test/server.ts'
import { type answerOf, ssoScene } from './test/sso-scene.ts'

const {
  server: billed,
  settings,
  addDomain,
  person,
  start,
  passSso,
} = await ssoScene({
  STRIPE_SECRET_KEY: 'sk_test_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
})

test('402 S9.16 single sign-on needs the Business plan; after a downgrade members can sign in, but no one new can join', async () => {
  const { browser: owner, integration_id } = await billed.seed.integration()
  const name = `${randomUUID()}.example.com`
  const limit = { code: 'plan_limit', message: 'Single sign-on is available from the Business plan.' }
  await expect(owner.call(addSsoDomain, { integration_id, name })).rejects.toMatchObject(limit)
  await expect(owner.call(updateSingleSignOn, { integration_id, ...settings })).rejects.toMatchObject(limit)
  const toPlan = (plan: 'business' | 'pro') =>
    billed.ctx.transaction((tx) =>
      tx
        .updateTable('subscription')
        .set({ plan, state: 'active', ends_at: new Date(Date.now() + day_ms) })
        .where('integration_id', '=', integration_id)
        .execute(),
    )
  await toPlan('business')
  await addDomain(owner, integration_id, name)
  await owner.call(updateSingleSignOn, { integration_id, ...settings })
  const subject = person(`jana@${name}`)
  await passSso(billed.browser(), subject, { integration_id })
  await toPlan('pro')
  await passSso(billed.browser(), subject, { integration_id })
  const newcomer = billed.browser()
  await expect(passSso(newcomer, person(`eva@${name}`), { integration_id })).rejects.toMatchObject(limit)
  // Nothing of the attempt remains.
  const left = await billed.ctx.db
    .selectFrom('app_user')
    .where('email', '=', `eva@${name}`)
    .selectAll()
    .execute()
  expect(left).toEqual([])
  await expect(
    owner.call(updateSingleSignOn, { integration_id, default_role: 'admin' }),
  ).rejects.toMatchObject(limit)
  expect(await owner.call(updateSingleSignOn, { integration_id, is_on: false })).toMatchObject({
    is_on: false,
  })
})

test('402 S9.16 concurrent first sign-ins never exceed the seats, and invitations keep theirs', async () => {
  const { browser: owner, integration_id } = await billed.seed.integration()
  await billed.ctx.transaction((tx) =>
    tx
      .updateTable('subscription')
      .set({ plan: 'business', state: 'active', ends_at: new Date(Date.now() + day_ms) })
      .where('integration_id', '=', integration_id)
      .execute(),
  )
  const name = `${randomUUID()}.example.com`
  await addDomain(owner, integration_id, name)
  await owner.call(updateSingleSignOn, { integration_id, ...settings })
  await owner.call(inviteUser, { email: `invited@${name}`, role: 'editor' })
  const people = await Promise.all(Array.from({ length: 21 }, () => billed.seed.user()))
  await billed.ctx.transaction(async (tx) => {
    for (const { user } of people)
      await tx.insertInto('member').values({ integration_id, user_id: user.id, role: 'agent' }).execute()
  })
  // 22 of 25 seats are taken, and one is reserved.
  const answers: { browser: Browser; answer: ReturnType<typeof answerOf> }[] = []
  for (let n = 0; n < 6; n++) {
    const browser = billed.browser()
    answers.push({ browser, answer: await start(browser, person(`new-${n}@${name}`), { integration_id }) })
  }
  const results = await Promise.allSettled(
    answers.map(({ browser, answer }) => browser.call(finishSingleSignOn, answer)),
  )
  const codes = results.map((result) => (result.status === 'fulfilled' ? 'ok' : result.reason.code))
  expect(codes.filter((code) => code === 'ok')).toHaveLength(2)
  expect(codes.filter((code) => code === 'plan_limit')).toHaveLength(4)
  const invited = billed.browser()
  await passSso(invited, person(`invited@${name}`), { integration_id })
  expect((await invited.call(getUser, {})).active_integration).toMatchObject({ role: 'editor' })
})
