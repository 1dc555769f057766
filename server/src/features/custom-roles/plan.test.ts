import {
  changeRole,
  createCustomRole,
  createTag,
  deleteCustomRole,
  trialDays,
  updateCustomRole,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const server = await testServer(
  { STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' },
  { isAnswering: false },
)
afterAll(() => server[Symbol.asyncDispose]())

test('402 S9.16 without Pro no role can be created, changed or assigned; assigned ones stay in effect and can be deleted', async () => {
  const { browser, integration_id, email, password } = await server.seed.integration()
  const custom = await browser.call(createCustomRole, {
    integration_id,
    name: 'Writer',
    base_role: 'editor',
    withheld: ['tags.manage'],
  })
  const given = { integration_id, role: 'editor', custom_role_id: custom.id } as const
  const editor = await server.seed.member(integration_id, 'editor')
  await browser.call(changeRole, { ...given, user_id: editor.user.id })
  const agent = await server.seed.member(integration_id, 'editor')
  await server.later(trialDays * day_ms, async () => {
    const owner = await server.signIn(email, password)
    const of = { integration_id, role_id: custom.id }
    const limit = { code: 'plan_limit', message: 'Custom roles are available from the Pro plan.' }
    const fields = { integration_id, name: 'Late', base_role: 'agent' as const, withheld: [] }
    await expect(owner.call(createCustomRole, fields)).rejects.toMatchObject(limit)
    await expect(owner.call(updateCustomRole, { ...of, withheld: [] })).rejects.toMatchObject(limit)
    await expect(owner.call(changeRole, { ...given, user_id: agent.user.id })).rejects.toMatchObject(limit)
    const again = await server.signIn(editor.email, editor.password)
    await expect(again.call(createTag, { integration_id, name: 'Mine' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await owner.call(deleteCustomRole, of)
    await again.call(createTag, { integration_id, name: 'Mine' })
  })
})
