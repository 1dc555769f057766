import { teamChanged } from '@ozvi/contract'
import type { Tx } from '#platform/context/context.ts'
import { listWorkspaces } from './store.ts'

/** How somebody is guarded stands in their teams' lists, which are read anew. */
export async function tellTeams(tx: Tx, user_id: string): Promise<void> {
  for (const integration_id of await listWorkspaces(tx, user_id)) tx.emit(teamChanged, { integration_id })
}
