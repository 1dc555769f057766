import { getBulkAction } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { startActionWithTx } from '#features/bulk-actions'
import type { MemberActor } from '#features/integrations'
import { changeManyJob } from './bulk.ts'
import { bulkScene } from './test/bulk-scene.ts'

const { server, workspace } = await bulkScene()

test('S6.02 a member who loses the right during a bulk action deletes no more', async () => {
  const { integration_id, ids, all } = await workspace(2)
  const { browser, user, email } = await server.seed.member(integration_id, 'admin')
  const admin: MemberActor = {
    kind: 'member',
    integration_id,
    user_id: user.id,
    conversation_access: 'all',
    name: user.name,
    email,
    role: 'admin',
    custom_role: null,
    ip_prefix: '',
    session: undefined,
  }
  const id = crypto.randomUUID()
  const action = { id, list: 'conversations', change: { kind: 'delete' }, subject_ids: ids } as const
  await server.ctx.transaction(async (tx) => {
    await startActionWithTx(server.ctx, tx, admin, action, changeManyJob)
    await tx.updateTable('member').set({ role: 'agent' }).where('user_id', '=', user.id).execute()
  })
  await expect
    .poll(() => browser.call(getBulkAction, { integration_id, bulk_action_id: id }))
    .toMatchObject({ state: 'done', changed: 0 })
  expect(await all()).toHaveLength(2)
})
