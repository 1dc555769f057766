import { entryProblem, type Integration } from '@ozvi/contract'
import type { Session } from '#features/accounts'
import type { Db, Tx } from '#platform/context/context.ts'
import type { Audience } from '#platform/realtime/index.ts'
import { listIntegrations, setActive } from './store.ts'

const limitedId = (integration_id: string, user_id: string) => `${user_id}.${integration_id}`

/**
 * The recipients, on a user's own channel, of an event about a workspace: all sessions that every workspace of the user
 * admits, and those for this workspace only.
 */
export const ownAudience = (integration_id: string, user_id: string): Audience => ({
  only: [user_id, limitedId(integration_id, user_id)],
})

/**
 * The id of a session on its user's own channel. A session that one of the workspaces doesn't admit gets the events of
 * one workspace only: that of its single sign-on, otherwise the active one.
 */
export const ownChannelId = async (db: Db, session: Session): Promise<string> =>
  idOf(session, await listIntegrations(db, session.user.id))

function idOf(session: Session, integrations: readonly Integration[]): string {
  const { user, sso_integration_id, active_integration_id } = session
  const open = integrations.filter((each) => entryProblem(session, each) === undefined)
  if (open.length === integrations.length) return user.id
  const entered = session.is_sso_only ? sso_integration_id : active_integration_id
  const admitted = open.find(({ id }) => id === entered)
  return limitedId(admitted?.id ?? '', user.id)
}

/** Makes a workspace the active one of a session. Sockets that got the events of another one reconnect. */
export async function activate(tx: Tx, session: Session, integration_id: string): Promise<void> {
  await setActive(tx, session, integration_id)
  const integrations = await listIntegrations(tx, session.user.id)
  const activated = { ...session, active_integration_id: integration_id }
  if (idOf(activated, integrations) !== idOf(session, integrations)) tx.reauthorize(session.user.id)
}
