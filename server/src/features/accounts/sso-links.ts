import { type Input, Problem, type SsoLink } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { mailNotice } from './mails.ts'
import { endSsoSessions, type Session, stopSsoSession } from './sessions.ts'
import { lockUser } from './store.ts'

/** Names of the open workspaces whose single sign-on can sign the user in. */
export const listSsoWorkspaces = async (db: Db, user_id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('sso_identity')
      .innerJoin('single_sign_on', (join) =>
        join
          .onRef('single_sign_on.integration_id', '=', 'sso_identity.integration_id')
          .onRef('single_sign_on.issuer', '=', 'sso_identity.issuer'),
      )
      .innerJoin('integration', 'integration.id', 'sso_identity.integration_id')
      .innerJoin('member', (join) =>
        join
          .onRef('member.integration_id', '=', 'sso_identity.integration_id')
          .onRef('member.user_id', '=', 'sso_identity.user_id'),
      )
      .where('sso_identity.user_id', '=', user_id)
      .where('single_sign_on.is_on', '=', true)
      .where('integration.deletes_at', 'is', null)
      .select('integration.name')
      .distinct()
      .orderBy('integration.name')
      .execute()
  ).map(({ name }) => name)

export const removeSsoLinksSince = (tx: Tx, user_id: string, at: string) =>
  tx.deleteFrom('sso_identity').where('user_id', '=', user_id).where('linked_at', '>=', at).execute()

/** Includes workspaces that the user has left: their provider could let them rejoin. */
export async function listSsoLinks(ctx: Context, { user }: Session): Promise<SsoLink[]> {
  const rows = await ctx.db
    .selectFrom('sso_identity')
    .innerJoin('integration', 'integration.id', 'sso_identity.integration_id')
    .where('sso_identity.user_id', '=', user.id)
    .select(['sso_identity.id', 'integration.name as workspace_name', 'issuer', 'linked_at'])
    .orderBy('workspace_name')
    .orderBy('linked_at')
    .execute()
  return rows.map(({ issuer, ...link }) => ({ ...link, provider_host: new URL(issuer).host }))
}

export async function removeSsoLink(
  ctx: Context,
  session: Session,
  { sso_link_id }: Input<typeof contract.removeSsoLink>,
) {
  const { user, ip_prefix, id_hash } = session
  await ctx.transaction(async (tx) => {
    // A sign-in with the link waits for the account, then finds no link.
    await lockUser(tx, user.id)
    const removed = await tx
      .deleteFrom('sso_identity')
      .where('id', '=', sso_link_id)
      .where('user_id', '=', user.id)
      .returning('integration_id')
      .executeTakeFirst()
    if (!removed) throw new Problem('not_found')
    const { integration_id } = removed
    await endSsoSessions(tx, integration_id, user.id, id_hash)
    await stopSsoSession(tx, session, integration_id)
    const actor = { integration_id, user_id: user.id, name: user.name, ip_prefix }
    await record(ctx, tx, actor, { action: 'sso_unlinked' })
    await mailNotice(ctx, tx, user, 'sso_unlinked')
  })
  return null
}
