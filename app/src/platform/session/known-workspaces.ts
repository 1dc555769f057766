import type { CurrentUser } from '@ozvi/contract'
import { logWarning } from '../log.ts'

/*
 * The workspaces a user has had on this device. After losing access, their drafts remain here to be copied or
 * discarded; other users of the device see nothing of them.
 */

export interface KnownWorkspace {
  id: string
  name: string
}
type Person = Pick<CurrentUser, 'id' | 'integrations'>
const keyOf = ({ id }: Person) => `ozvi.workspaces.${id}`
/** As stored by the composer, followed by conversation and mode. The sync state is stored next to each. */
const draftsOf = ({ id }: Person, integration_id: string, kind = 'draft') =>
  `ozvi.${kind}.${integration_id}.${id}.`

function known(person: Person): KnownWorkspace[] {
  try {
    // Written below only.
    return JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]') as KnownWorkspace[]
  } catch {
    return []
  }
}
function keep(person: Person, workspaces: readonly KnownWorkspace[]) {
  try {
    localStorage.setItem(keyOf(person), JSON.stringify(workspaces))
  } catch (error) {
    logWarning(`The workspaces could not be noted: ${String(error)}`)
  }
}
/** Adds the user's current workspaces to the known ones. */
export function noteWorkspaces(person: Person) {
  const now = person.integrations.map(({ id, name }) => ({ id, name }))
  keep(person, [...known(person).filter(({ id }) => !now.some((one) => one.id === id)), ...now])
}
/** Workspaces the user has lost access to. */
export const endedWorkspaces = (person: Person): KnownWorkspace[] =>
  known(person).filter(({ id }) => !person.integrations.some((one) => one.id === id))

const keysFrom = (start: string): string[] => Object.keys(localStorage).filter((key) => key.startsWith(start))
/** The user's drafts in a workspace. */
export const listDrafts = (person: Person, integration_id: string): { key: string; text: string }[] =>
  keysFrom(draftsOf(person, integration_id)).flatMap((key) => {
    const text = localStorage.getItem(key)
    return text ? [{ key, text }] : []
  })
/** With its drafts. */
export function forgetWorkspace(person: Person, integration_id: string) {
  for (const kind of ['draft', 'drafted', 'draft-known'])
    for (const key of keysFrom(draftsOf(person, integration_id, kind))) localStorage.removeItem(key)
  keep(
    person,
    known(person).filter(({ id }) => id !== integration_id),
  )
}
