import type { Db, Tx } from '#platform/context/context.ts'

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
