import type { CurrentUser } from '@ozvi/contract'
import { logWarning } from '../log.ts'

/*
 * The workspaces a user has had on this device. After losing access, their drafts remain here to be copied or
 * discarded; other users of the device see nothing of them.
 */

export interface CachedWorkspace {
  id: string
  name: string
}
type CacheOwner = Pick<CurrentUser, 'id' | 'integrations'>
const keyOf = ({ id }: CacheOwner) => `ozvi.workspaces.${id}`
/** As stored by the composer, followed by conversation and mode. The sync state is stored next to each. */
const draftsOf = ({ id }: CacheOwner, integration_id: string, kind = 'draft') =>
  `ozvi.${kind}.${integration_id}.${id}.`

function readCache(owner: CacheOwner): CachedWorkspace[] {
  try {
    // Written only below.
    return JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]') as CachedWorkspace[]
  } catch {
    return []
  }
}
function writeCache(owner: CacheOwner, workspaces: readonly CachedWorkspace[]) {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(workspaces))
  } catch (error) {
    logWarning(`Failed to cache the workspaces: ${String(error)}`)
  }
}
/** Adds the user's current workspaces to the known ones. */
export function rememberWorkspaces(owner: CacheOwner) {
  const now = owner.integrations.map(({ id, name }) => ({ id, name }))
  writeCache(owner, [...readCache(owner).filter(({ id }) => !now.some((one) => one.id === id)), ...now])
}
/** Workspaces the user has lost access to. */
export const removedWorkspaces = (owner: CacheOwner): CachedWorkspace[] =>
  readCache(owner).filter(({ id }) => !owner.integrations.some((one) => one.id === id))

const keysFrom = (start: string): string[] => Object.keys(localStorage).filter((key) => key.startsWith(start))
/** The user's drafts in a workspace. */
export const listDrafts = (owner: CacheOwner, integration_id: string): { key: string; text: string }[] =>
  keysFrom(draftsOf(owner, integration_id)).flatMap((key) => {
    const text = localStorage.getItem(key)
    return text ? [{ key, text }] : []
  })
/** Deletes what this browser has stored of a workspace, including drafts. */
export function deleteWorkspace(owner: CacheOwner, integration_id: string) {
  for (const kind of ['draft', 'drafted', 'draft-known'])
    for (const key of keysFrom(draftsOf(owner, integration_id, kind))) localStorage.removeItem(key)
  writeCache(
    owner,
    readCache(owner).filter(({ id }) => id !== integration_id),
  )
}
