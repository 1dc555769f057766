import { teamChanged } from '@ozvi/contract'
import type { Tx } from '#platform/context/context.ts'
import { listWorkspaces } from './store.ts'

/** Notifies the user's teams, whose lists show two-factor status. */
export async function notifyTeams(tx: Tx, user_id: string): Promise<void> {
  for (const integration_id of await listWorkspaces(tx, user_id)) tx.emit(teamChanged, { integration_id })
}
